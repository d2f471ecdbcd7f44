import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { accountInvalid, type ConnectorError, upstreamTimeout, upstreamUnavailable } from "@wellhead/sdk";
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
 * @throws ConnectorError `upstream_unavailable` when the server closes the connection, `upstream_timeout` when it is silent
 */
export function startTls(socket: Duplex, options: StartTlsOptions): Promise<TLSSocket> {
  const { signal, timeout = 5000 } = options;
  return new Promise((resolve, reject) => {
    const secure = connect({ socket, ...tlsOptions(options.credentials) });
    const fail = (error: Error) => {
      settle();
      secure.destroy();
      socket.destroy();
      reject(isReset(error) ? hungUp(error) : error);
    };
    const stop = () => fail(new DOMException("The operation was aborted", "AbortError"));
    const late = () => fail(noAnswer(timeout));
    const ended = () => fail(hungUp());
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

function isReset(error: Error): boolean {
  return "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

function hungUp(cause?: Error): ConnectorError {
  return upstreamUnavailable(
    "Could not connect to the database: the server closed the connection when it was to be encrypted. Check the host and the port.",
    { cause },
  );
}

function noAnswer(timeout: number): ConnectorError {
  return upstreamTimeout(
    `Could not connect to the database: no answer to the TLS handshake within ${timeout} ms. Check the host and the port, or try again later.`,
  );
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

const untrusted =
  "the server's certificate is not signed by a trusted authority. Paste the CA certificate below, or choose a mode that does not check it.";
const refusedClient =
  "the server did not accept the client certificate. Use one that its administrator has signed for this user.";
const wrongPair = "the client key does not belong to the client certificate. Paste the key it was made with.";

/** The meaning of a failed TLS handshake and the field to correct, by error code. */
const sentences: ReadonlyMap<string, readonly [sentence: string, field: string]> = new Map([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", [untrusted, "authority"]],
  ["SELF_SIGNED_CERT_IN_CHAIN", [untrusted, "authority"]],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", [untrusted, "authority"]],
  ["UNABLE_TO_GET_ISSUER_CERT", [untrusted, "authority"]],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", [untrusted, "authority"]],
  ["CERT_SIGNATURE_FAILURE", [untrusted, "authority"]],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    ["the server's certificate is for another name. Use the name it is for, or the mode verify-ca.", "host"],
  ],
  ["CERT_HAS_EXPIRED", ["the server's certificate has expired. Ask its administrator for a new one.", "tls"]],
  ["ERR_OSSL_PEM_NO_START_LINE", ["the CA certificate is not PEM text. Paste it whole.", "authority"]],
  ["ERR_OSSL_PEM_BAD_END_LINE", ["the CA certificate is not PEM text. Paste it whole.", "authority"]],
  ["ERR_OSSL_X509_KEY_VALUES_MISMATCH", [wrongPair, "clientKey"]],
  ["ERR_OSSL_X509_KEY_TYPE_MISMATCH", [wrongPair, "clientKey"]],
  [
    "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
    ["the server expects a client certificate. Paste one below.", "clientCertificate"],
  ],
  ["ERR_SSL_TLSV1_ALERT_UNKNOWN_CA", [refusedClient, "clientCertificate"]],
  ["ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE", [refusedClient, "clientCertificate"]],
  ["ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE", [refusedClient, "clientCertificate"]],
  ["ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED", [refusedClient, "clientCertificate"]],
  ["ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN", [refusedClient, "clientCertificate"]],
]);

/**
 * Explains a failed TLS handshake.
 *
 * @param error - What was thrown
 * @returns The error to throw, or `undefined` when the error is not about TLS
 */
export function explainTlsError(error: unknown): ConnectorError | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  const known = sentences.get(error.code);
  if (known !== undefined) {
    const [sentence, field] = known;
    return accountInvalid(`Could not connect to the database: ${sentence}`, { field, cause: error });
  }
  if (!error.code.startsWith("ERR_SSL_") && !error.code.startsWith("ERR_OSSL_")) return undefined;
  return accountInvalid(
    "Could not connect to the database: the two sides did not agree on an encryption. Choose another mode.",
    { field: "tls", cause: error },
  );
}
