import type { AccountKind, AccountKinds, AccountOf } from "../accounts/account-kind.js";
import type { Context, WithHttp } from "../context/context.js";
import type { HttpDefinition } from "../http/http-definition.js";
import type { AnyAccount } from "../values/any-account.js";
import type { Actions, MakeAction } from "./action.js";
import type { Identity, MakeSource, Source, Sources, Timezone } from "./source.js";
import type { Webhooks } from "./webhooks.js";

/** What `discover` gets. It works for all requests, so nothing in it ends with one of them, and it has no account. */
export type DiscoverContext = WithHttp<Pick<Context, "log">>;

/** Metadata of a connector, which GET / returns to anybody. */
export interface ConnectorMembers {
  /** Id, also its path in a service with many connectors: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Version of the connector. */
  readonly version: string;
  /** What the connector reads, in one sentence. */
  readonly description: string;
  /** Website of the product it reads. */
  readonly site?: string;
  /** Search keywords. */
  readonly tags?: readonly string[];
  /** Colour of its tile, `#RRGGBB`. */
  readonly color?: string;
  /** Logo: a `file:` URL of an SVG, or an `https:` URL to redirect to. */
  readonly logo?: URL;
}

/**
 * A checked connector, as the server uses it. Created by `defineConnector`.
 *
 * The server builds every account from these same kinds, so callbacks that are typed with the inferred account may be
 * called with an `AnyAccount`.
 */
export interface Connector extends ConnectorMembers {
  readonly accounts: ReadonlyMap<string, AccountKind>;
  /** How the upstream is reached over HTTP. Default: the `http` of callbacks accepts absolute URLs only. */
  readonly http?: HttpDefinition;
  /** Checks an account and returns its name; throws `accountInvalid`. When absent, every account is accepted. */
  identify?(context: WithHttp<Context<AnyAccount>>): Promise<Identity>;
  /** Returns the offset or time zone of an account; set if and only if POST /timezone is available. */
  timezone?(context: WithHttp<Context<AnyAccount>>): Promise<string>;
  /** What a person may have the platform do, by id; absent when there is nothing. */
  readonly actions?: Actions;
  /** How changes reach the platform at once; absent when they do not. */
  readonly webhooks?: Webhooks;
  /**
   * Returns the sources by id. Returning the same map as before means that nothing has changed. The source with the
   * given id has its columns and filter fields; a connector with many sources may omit those of the others.
   * `context` is what `discover` gets; without it, a connector that needs HTTP to find its sources throws.
   */
  readonly sources: (id?: string, context?: DiscoverContext) => Promise<ReadonlyMap<string, Source>>;
  /**
   * Returns what does not work although the connector does, such as a table that is missing, in sentences for the operator.
   * `/ready` shows it. It must return at once. Default: nothing.
   */
  readonly faults?: () => readonly string[];
  /** Releases the resources of the connector at shutdown. */
  readonly close?: () => Promise<void>;
}

/** A connector as its author writes it. */
export interface ConnectorDefinition<Kinds extends AccountKinds> extends ConnectorMembers {
  /** Account kinds by id. Default: `{ none: none() }`. */
  // Mapped, so that callbacks in a kind get their types although the kinds are inferred.
  readonly accounts?: { readonly [Id in keyof Kinds]: Kinds[Id] & AccountKind };
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
   * sources. `context` has the HTTP client of the connector, without an account; it is absent when a program calls
   * `sources` of the connector without one.
   */
  readonly discover?: (
    source: MakeSource<AccountOf<Kinds>>,
    id?: string,
    context?: DiscoverContext,
  ) => Promise<Sources>;
  /** What a person may have the platform do in the upstream. Default: nothing; a connector only reads. */
  readonly actions?: (action: MakeAction<AccountOf<Kinds>>) => Actions;
  /** How changes reach the platform at once. Default: it finds them when it synchronizes. */
  readonly webhooks?: Webhooks<AccountOf<NoInfer<Kinds>>>;
  /**
   * Returns what does not work although the connector does, such as a table that is missing, in sentences for the operator.
   * `/ready` shows it. It must return at once. Default: nothing.
   */
  readonly faults?: () => readonly string[];
  /** Releases the resources of the connector at shutdown. */
  readonly close?: () => Promise<void>;
}
