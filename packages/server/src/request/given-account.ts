import type { JsonObject } from "./read-member.js";

/** An account as a face found it in a request. */
export interface GivenAccount {
  /** Id of its kind, which need not be text; `undefined` when the request names none. */
  readonly id: unknown;
  readonly members: JsonObject;
  /** Names of the members that name the kind, the preferred one first. The connector does not receive them. */
  readonly markers: readonly string[];
  /** The name that an earlier check gave the account, which need not be text; `undefined` when it has none. */
  readonly name: unknown;
}
