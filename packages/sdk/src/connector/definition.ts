import type { AccountKinds, AccountOf } from "../accounts/account-kind.js";
import type { Context, WithHttp } from "../context/context.js";
import type { HttpDefinition } from "../http/http-definition.js";
import type { ConnectorMembers } from "./connector.js";
import type { Identity, MakeSource, Sources, Timezone } from "./source.js";

/** A connector as its author writes it. */
export interface ConnectorDefinition<Kinds extends AccountKinds> extends ConnectorMembers {
  /** Account kinds by id. Default: `{ none: none() }`. */
  readonly accounts?: Kinds;
  /** How the upstream is reached over HTTP. Default: the callbacks' `http` takes absolute addresses only. */
  readonly http?: HttpDefinition<AccountOf<Kinds>>;
  /** Checks an account and names it; throws `accountInvalid`. Default: the name of the account kind. */
  readonly identify?: (context: WithHttp<Context<AccountOf<Kinds>>>) => Promise<Identity>;
  /** Gives the zone of an account, in which naive dates are read. Default: UTC, and no POST /timezone. */
  readonly timezone?: Timezone<AccountOf<Kinds>>;
  /** The sources, when they are always the same. Exactly one of `sources` and `discover` is given. */
  readonly sources?: (source: MakeSource<AccountOf<Kinds>>) => Sources;
  /**
   * Finds the sources on every request. Return the object of last time when nothing has changed. `id` is the source that the
   * request is about, which must have its columns and filter fields; `undefined` when the request is about all of them.
   */
  readonly discover?: (source: MakeSource<AccountOf<Kinds>>, id?: string) => Promise<Sources>;
  /** Releases what the connector holds, when the service stops. */
  readonly close?: () => Promise<void>;
}
