const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there. Check whether the connector is running.",
  ENOTFOUND: "the host does not exist. Check the address.",
  EAI_AGAIN: "the name of the host could not be resolved. Try again.",
  ECONNRESET: "the connection was closed before an answer came. Try again.",
  UND_ERR_SOCKET: "the connection was closed before an answer came. Try again.",
  ETIMEDOUT: "the host does not answer.",
  UND_ERR_CONNECT_TIMEOUT: "the host does not answer.",
  UND_ERR_HEADERS_TIMEOUT: "no answer came in time.",
  EHOSTUNREACH: "the host is unreachable.",
  ENETUNREACH: "the network is unreachable.",
  EPROTO: "the host does not speak TLS there. Use http:// instead of https://.",
  ERR_SSL_WRONG_VERSION_NUMBER: "the host does not speak TLS there. Use http:// instead of https://.",
};

/** Codes of an unknown host, a host without TLS and a certificate that is not trusted. */
const permanentFaults =
  /^(?:ENOTFOUND|EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_TLS_CERT_ALTNAME_INVALID|CERT_.*|.*_SELF_SIGNED_CERT|SELF_SIGNED_CERT_.*|UNABLE_TO_.*)$/;

/**
 * Reports whether another attempt cannot succeed until somebody changes the address or the server.
 *
 * @param error - What `fetch` threw
 * @returns `false` also for a fault that is not known
 */
export function isPermanent(error: unknown): boolean {
  return permanentFaults.test(codeOf(error));
}

/** Returns the error that made `fetch` fail. In Node, it is the cause; a browser does not reveal it. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

function codeOf(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

/**
 * Explains why `fetch` failed.
 *
 * @param error - What it threw
 * @returns The end of a sentence
 */
export function reasonOf(error: unknown): string {
  const cause = causeOf(error);
  const code = codeOf(error);
  if (code.startsWith("HPE_")) return "what answers there does not speak HTTP.";
  const known = reasons[code];
  if (known !== undefined) return known;
  return cause instanceof Error && cause.message !== "" ? `${cause.message}.` : "the request failed.";
}
