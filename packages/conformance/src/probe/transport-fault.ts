/** Why there was no response. */
export type TransportFaultKind =
  | "timeout"
  | "refused"
  | "unknown-host"
  | "tls"
  | "headers"
  | "reset"
  | "protocol";

/** There was no response: the connection failed before the status line. */
export class TransportFault extends Error {
  /** The kind of failure. */
  readonly kind: TransportFaultKind;

  /**
   * @param kind - The kind of failure
   * @param message - What was tried and what happened
   */
  constructor(kind: TransportFaultKind, message: string) {
    super(message);
    this.name = "TransportFault";
    this.kind = kind;
  }
}

/** Meanings of TLS error codes, the most specific ones first. */
const tlsFaults: ReadonlyArray<readonly [code: RegExp, meaning: string]> = [
  [
    /SELF_SIGNED/,
    "the certificate is self-signed. Use one of an authority that this machine trusts, or add it with NODE_EXTRA_CA_CERTS",
  ],
  [
    /^UNABLE_TO/,
    "the certificate's authority is not trusted here, or an intermediate certificate is missing (NODE_EXTRA_CA_CERTS adds an authority)",
  ],
  [/^CERT_HAS_EXPIRED$/, "the certificate has expired. Renew it"],
  [/^CERT_NOT_YET_VALID$/, "the certificate is not valid yet. Check its dates and the clock"],
  [/ALTNAME/, "the certificate is for another host. Use one that names the host of the address"],
  [
    /wrong version number|packet length|http request/i,
    "the server does not speak TLS. Use an address with http://, or add TLS",
  ],
  [/protocol version|unsupported protocol/i, "there is no common TLS version. Offer TLS 1.2 or newer"],
  [
    /^(?:ERR_TLS|ERR_SSL|CERT_|ERR_OSSL|EPROTO)/,
    "the TLS handshake failed. Use a valid certificate and TLS 1.2 or newer",
  ],
];

/**
 * Determines why a connection failed.
 *
 * @param error - The error thrown by the network layer
 * @param what - The request, described for the message
 * @returns The fault, with a message that the user can act on
 */
export function transportFault(error: unknown, what: string): TransportFault {
  if (error instanceof TransportFault) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const text = error instanceof Error ? error.message : String(error);
  const [kind, found] = describeFault(code, text);
  return new TransportFault(kind, `${what} failed: ${found}`);
}

function describeFault(code: string, text: string): [TransportFaultKind, string] {
  if (code === "ECONNREFUSED") return ["refused", "nothing listens on that address"];
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return ["unknown-host", "the host name is not known"];
  if (code === "HPE_HEADER_OVERFLOW") return ["headers", "the headers of the answer are larger than 64 KiB"];
  if (code.startsWith("HPE_")) return ["protocol", `the answer is not HTTP (${code})`];
  if (code === "ECONNRESET" || code === "EPIPE")
    return ["reset", "the connection was closed without an answer"];
  // The code EPROTO covers every protocol fault; only the text of the error distinguishes them.
  const tls = tlsFaults.find(([pattern]) => pattern.test(code === "EPROTO" ? `${code} ${text}` : code));
  if (tls !== undefined) return ["tls", `TLS fault ${code}, ${tls[1]}`];
  return ["protocol", code === "" ? text : code];
}
