import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import type { Credentials } from "../account/credentials.js";

/** How a connection is to be encrypted. */
export interface StartTlsOptions {
  /** Host, mode, and the certificates of both sides. */
  readonly credentials: Pick<Credentials, "host" | "tls" | "authority" | "clientCertificate" | "clientKey">;
  /** Ends the attempt. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds it may take. Default: 5,000. */
  readonly timeout?: number;
}

/**
 * Whether the server's certificate is checked. As in libpq, a certificate of an authority that is given is used, also
 * when the mode does not ask for it.
 *
 * @param credentials - Mode and authority
 * @returns Whether it is
 */
export function checksCertificate({ tls, authority }: Pick<Credentials, "tls" | "authority">): boolean {
  return tls === "verify-full" || tls === "verify-ca" || (tls === "require" && authority !== undefined);
}

/**
 * Encrypts a connection that is open already.
 *
 * @param socket - The plain connection; destroyed when this fails
 * @param options - Whose certificate is expected, and how strictly
 * @returns The encrypted connection
 * @throws Error of TLS, with its `code`, when the handshake fails
 */
export function startTls(socket: Duplex, options: StartTlsOptions): Promise<TLSSocket> {
  const { signal, timeout = 5000 } = options;
  return new Promise((resolve, reject) => {
    const secure = connect({ socket, ...tlsOptions(options.credentials) });
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

function tlsOptions(credentials: StartTlsOptions["credentials"]): ConnectionOptions {
  const { host, tls, authority, clientCertificate, clientKey } = credentials;
  return {
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: checksCertificate(credentials),
    // Only the last mode cares whom the certificate is for.
    ...(tls !== "verify-full" && { checkServerIdentity: () => undefined }),
    minVersion: "TLSv1.2",
    ...(authority !== undefined && { ca: authority }),
    ...(clientCertificate !== undefined && { cert: clientCertificate }),
    ...(clientKey !== undefined && { key: clientKey }),
  };
}
