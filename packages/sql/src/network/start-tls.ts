import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { connect } from "node:tls";

/** How a connection is to be encrypted. */
export interface StartTlsOptions {
  /** Name the certificate must be for. */
  readonly host: string;
  /** Whether the certificate is checked: who made it, whom it is for, and when. */
  readonly verified: boolean;
  /** Certificate of the authority that made the server's, as PEM. Default: the public authorities. */
  readonly authority?: string | undefined;
  /** Ends the attempt. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds it may take. Default: 5,000. */
  readonly timeout?: number;
}

/**
 * Encrypts a connection that is open already.
 *
 * @param socket - The plain connection; destroyed when this fails
 * @param options - Whose certificate is wanted, and how strictly
 * @returns The encrypted connection
 * @throws Error of TLS, with its `code`, when the handshake fails
 */
export function startTls(socket: Duplex, options: StartTlsOptions): Promise<Duplex> {
  const { host, verified, authority, signal, timeout = 5000 } = options;
  return new Promise((resolve, reject) => {
    const secure = connect({
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: verified,
      minVersion: "TLSv1.2",
      ...(authority !== undefined && { ca: authority }),
    });
    const fail = (error: Error) => {
      settle();
      secure.destroy();
      socket.destroy();
      reject(error);
    };
    const stop = () => fail(new DOMException("The operation was aborted", "AbortError"));
    const late = () => fail(Object.assign(new Error("no answer to the TLS greeting"), { code: "ETIMEDOUT" }));
    const ended = () => fail(Object.assign(new Error("the server hung up"), { code: "ECONNRESET" }));
    const timer = setTimeout(late, timeout);
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      secure.off("error", fail).off("close", ended);
    };
    signal?.addEventListener("abort", stop, { once: true });
    secure.once("error", fail).once("close", ended);
    secure.once("secureConnect", () => {
      settle();
      resolve(secure);
    });
  });
}
