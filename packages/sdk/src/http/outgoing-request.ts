/** A request about to be sent, as an account kind signs it. */
export interface OutgoingRequest {
  readonly method: string;
  /** Address; its query may be changed. */
  readonly url: URL;
  /** Headers by lower case name; may be added to. */
  readonly headers: Record<string, string>;
  /** Body, when there is one. */
  readonly body: string | undefined;
}
