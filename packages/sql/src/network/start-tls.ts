import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import type { Credentials } from "../account/credentials.js";

/** How to encrypt a connection. */
export interface StartTlsOptions {
  /** The host, the mode, and the certificates of both sides. */
  readonly credentials: Pick<Credentials, "host" | "tls" | "authority" | "clientCertificate" | "clientKey">;
  /** Aborts the attempt. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum duration in milliseconds. Default: 5,000. */
  readonly timeout?: number;
}

/**
 * Returns whether the server's certificate is checked. As in libpq, a given CA certificate is also used in the mode
 * `require`, which does not ask for it.
 *
 * @param credentials - The mode and the CA certificate
 * @returns Whether it is checked
 */
export function checksCertificate({ tls, authority }: Pick<Credentials, "tls" | "authority">): boolean {
  return tls === "verify-full" || tls === "verify-ca" || (tls === "require" && authority !== undefined);
}

/**
 * Encrypts an open connection.
 *
 * @param socket - The plain connection; it is destroyed when the handshake fails
 * @param options - The expected certificate, and how strictly to check it
 * @returns The encrypted connection
 * @throws Error with the `code` of TLS when the handshake fails
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
    // Only `verify-full` checks that the certificate matches the host.
    ...(tls !== "verify-full" && { checkServerIdentity: () => undefined }),
    minVersion: "TLSv1.2",
    ...(authority !== undefined && { ca: authority }),
    ...(clientCertificate !== undefined && { cert: clientCertificate }),
    ...(clientKey !== undefined && { key: clientKey }),
  };
}
