import { accountInvalid, type ConnectorError } from "@wellhead/sdk";

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
