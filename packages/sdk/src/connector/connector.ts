import type { AccountKind } from "../accounts/account-kind.js";
import type { AnyAccount, Context } from "../context/context.js";
import type { Identity, Source } from "./source.js";

/** Facts about a connector that GET / tells anybody. */
export interface ConnectorMembers {
  /** Id, also its path in a service of many: lower case letters, digits and hyphens. */
  readonly id: string;
  /** Name people choose it by. */
  readonly name: string;
  /** Version of the connector. */
  readonly version: string;
  /** What it reads, in one sentence. */
  readonly description: string;
  /** Web site of the product it reads. */
  readonly site?: string;
  /** Words to find it by. */
  readonly tags?: readonly string[];
  /** Colour of its tile, `#RRGGBB`. */
  readonly color?: string;
  /** Logo: a `file:` URL of an SVG, or an `https:` URL to redirect to. */
  readonly logo?: URL;
}

/**
 * A connector that has been checked, as the server uses it. Made by `defineConnector`.
 *
 * The server builds every account from these same kinds, so the callbacks, written for the inferred account type,
 * may be called with the erased one.
 */
export interface Connector extends ConnectorMembers {
  readonly accounts: ReadonlyMap<string, AccountKind>;
  /** Checks an account and names it; throws `accountInvalid`. Absent: every account is taken as it is. */
  identify?(context: Context<AnyAccount>): Promise<Identity>;
  /** Offset or zone of an account; present exactly when POST /timezone answers. */
  timezone?(context: Context<AnyAccount>): Promise<string>;
  /**
   * Sources by id. The same map as before means: nothing has changed. With the id of a source, that source has its columns
   * and filter fields; a connector of many sources may leave those of the others for later.
   */
  readonly sources: (id?: string) => Promise<ReadonlyMap<string, Source>>;
  /** Releases what the connector holds, when the service stops. */
  readonly close?: () => Promise<void>;
}
