/** A certificate that this service presents to a server, and its private key, both as PEM. */
export interface ClientCertificate {
  /** The certificate, followed by those of the authorities that signed it. */
  readonly cert: string;
  readonly key: string;
}

/** A request before it is sent, which an account kind signs. */
export interface OutgoingRequest {
  readonly method: string;
  /** URL; its query may be changed. */
  readonly url: URL;
  /** Headers by lower-case name; may be added to. */
  readonly headers: Record<string, string>;
  /** Body, if there is one. */
  readonly body: string | undefined;
  /**
   * Client certificate of the connection; may be set. Only requests with the same certificate share connections.
   * Default: none.
   */
  certificate?: ClientCertificate | undefined;
}
