/** Why no answer came. */
export type TransportFaultKind =
  | "timeout"
  | "refused"
  | "unknown-host"
  | "tls"
  | "headers"
  | "reset"
  | "protocol";

/** No answer came: the connection failed before the status line. */
export class TransportFault extends Error {
  /** Why. */
  readonly kind: TransportFaultKind;

  /**
   * @param kind - Why no answer came
   * @param message - What was tried and what happened
   */
  constructor(kind: TransportFaultKind, message: string) {
    super(message);
    this.name = "TransportFault";
    this.kind = kind;
  }
}

/**
 * Reads why a connection failed.
 *
 * @param error - What the network layer threw
 * @param what - The request in words
 * @returns The fault, in words a person can act on
 */
export function transportFault(error: unknown, what: string): TransportFault {
  if (error instanceof TransportFault) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const text = error instanceof Error ? error.message : String(error);
  const [kind, found] = describeFault(code, text);
  return new TransportFault(kind, `${what} failed: ${found}`);
}

function describeFault(code: string, text: string): [TransportFaultKind, string] {
  if (code === "ECONNREFUSED") return ["refused", "nothing listens at that address"];
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return ["unknown-host", "the host name is not known"];
  if (code === "HPE_HEADER_OVERFLOW") return ["headers", "the headers of the answer are larger than 64 KiB"];
  if (code.startsWith("HPE_")) return ["protocol", `the answer is not HTTP (${code})`];
  if (code === "ECONNRESET" || code === "EPIPE")
    return ["reset", "the connection was closed without an answer"];
  const tls = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_OSSL|EPROTO)/.test(code);
  if (tls) return ["tls", `TLS fault ${code}, a valid certificate and TLS 1.2 or newer are wanted`];
  return ["protocol", code === "" ? text : code];
}
