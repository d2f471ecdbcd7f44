import { accountInvalid, type ConnectorError } from "@wellhead/sdk";

const untrusted =
  "Connect to the database: nobody you trust has signed the server's certificate, paste the certificate of the authority that did";

/** What a failed TLS handshake means, by the code of its error. */
const sentences: ReadonlyMap<string, readonly [sentence: string, field: string]> = new Map([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", [untrusted, "authority"]],
  ["SELF_SIGNED_CERT_IN_CHAIN", [untrusted, "authority"]],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", [untrusted, "authority"]],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", [untrusted, "authority"]],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    ["Connect to the database: the server's certificate is for another name, use the name it is for", "host"],
  ],
  [
    "CERT_HAS_EXPIRED",
    ["Connect to the database: the server's certificate has expired, ask for a new one", "tls"],
  ],
  [
    "ERR_OSSL_PEM_NO_START_LINE",
    ["Read the certificate of the authority: found no certificate, wanted PEM text", "authority"],
  ],
]);

/**
 * Puts a failed TLS handshake into words.
 *
 * @param error - What was thrown
 * @returns The error to throw, or `undefined` when it has nothing to do with TLS
 */
export function explainTlsError(error: unknown): ConnectorError | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  const known = sentences.get(error.code);
  if (known !== undefined) return accountInvalid(known[0], { field: known[1], cause: error });
  if (!error.code.startsWith("ERR_SSL_") && !error.code.startsWith("ERR_OSSL_")) return undefined;
  return accountInvalid("Connect to the database: encryption could not be agreed on, choose another mode", {
    field: "tls",
    cause: error,
  });
}
