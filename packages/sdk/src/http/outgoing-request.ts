import type { Http } from "./http.js";

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

/** Context that `authorize` gets. */
export interface AuthorizeContext {
  /** HTTP client without credentials, for kinds that must request credentials from the upstream. */
  readonly http: Http;
  /** Variables of the deployment, for kinds that also sign with a secret of the service. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}
