import type { ClientCertificate } from "../egress/guarded-connector.js";

/** A request about to be sent, as an account kind signs it. */
export interface OutgoingRequest {
  readonly method: string;
  /** Address; its query may be changed. */
  readonly url: URL;
  /** Headers by lower case name; may be added to. */
  readonly headers: Record<string, string>;
  /** Body, when there is one. */
  readonly body: string | undefined;
  /**
   * Certificate the connection presents; may be set. Connections are shared only by requests with the same one.
   * Default: none.
   */
  certificate?: ClientCertificate | undefined;
}
