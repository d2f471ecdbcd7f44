import type { AccountKinds, AccountOf } from "../accounts/account-kind.js";
import type { Context, WithHttp } from "../context/context.js";
import type { HttpDefinition } from "../http/http-definition.js";
import type { ConnectorMembers } from "./connector.js";
import type { Identity, MakeSource, Sources, Timezone } from "./source.js";

/** A connector as its author writes it. */
export interface ConnectorDefinition<Kinds extends AccountKinds> extends ConnectorMembers {
  /** Account kinds by id. Default: `{ none: none() }`. */
  readonly accounts?: Kinds;
  /** How the upstream is reached over HTTP. Default: the `http` of callbacks accepts absolute URLs only. */
  readonly http?: HttpDefinition<AccountOf<Kinds>>;
  /** Checks an account and returns its name; throws `accountInvalid`. Default: the name of the account kind. */
  readonly identify?: (context: WithHttp<Context<AccountOf<Kinds>>>) => Promise<Identity>;
  /** Returns the time zone of an account, in which naive dates are read. Default: UTC, and no POST /timezone. */
  readonly timezone?: Timezone<AccountOf<Kinds>>;
  /** Sources that never change. A definition has exactly one of `sources` and `discover`. */
  readonly sources?: (source: MakeSource<AccountOf<Kinds>>) => Sources;
  /**
   * Finds the sources on every request. Return the same object as last time when nothing has changed. `id` is the
   * source of the request, which must have its columns and filter fields; `undefined` when the request is about all
   * sources.
   */
  readonly discover?: (source: MakeSource<AccountOf<Kinds>>, id?: string) => Promise<Sources>;
  /** Releases the resources of the connector at shutdown. */
  readonly close?: () => Promise<void>;
}
