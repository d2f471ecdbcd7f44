import type { AccountKinds, AccountOf } from "../accounts/account-kind.js";
import { none } from "../accounts/none.js";
import type { Context, WithHttp } from "../context/context.js";
import type { Fields } from "../fields/field.js";
import type { HttpDefinition } from "../http/http-definition.js";
import type { Action, ActionArguments, Actions } from "./action.js";
import { checkAccounts, checkMembers, checkRate, checkSources } from "./check-definition.js";
import { checkKinds, checkMade } from "./check-kinds.js";
import { checkSynchronization } from "./check-synchronization.js";
import type { Connector, ConnectorDefinition, DiscoverContext } from "./connector.js";
import { definitionFault } from "./definition-fault.js";
import type { MakeSource, Source, Sources } from "./source.js";

/**
 * Creates a connector from its definition and checks it: ids, account kinds, filters, field dependencies, columns.
 *
 * @param definition - Metadata, account kinds and sources of the connector
 * @returns The connector, ready to be served
 * @throws TypeError naming the fault and its path when the definition breaks the contract
 * @see The connector contract, GET /
 * @example
 * ```ts snippet=examples/sdk/rows.ts#define-connector
 * const connector = defineConnector({
 *   id: "moons",
 *   name: "Moons",
 *   version: "1.0.0",
 *   description: "Moons of the planets",
 *   sources: (source) => ({
 *     moons: source({
 *       name: "Moons",
 *       filter: { planet: list({ choices: ["Jupiter", "Saturn"] }) },
 *       fields: { id: id(), planet: text() },
 *       rows: ({ filter }) => allMoons.filter((moon) => moon.planet === filter.planet),
 *     }),
 *   }),
 * });
 * ```
 */
export function defineConnector<
  const Kinds extends AccountKinds = { readonly none: ReturnType<typeof none> },
>(definition: ConnectorDefinition<Kinds>): Connector {
  const {
    accounts,
    http,
    identify,
    timezone,
    sources,
    discover,
    actions,
    webhooks,
    faults,
    close,
    ...members
  } = definition;
  const kinds: AccountKinds = accounts ?? { none: none() };
  checkMembers(members);
  checkKinds(members.id, definition);
  checkAccounts(members.id, kinds);
  checkRate(members.id, http);
  const made = actions?.(makeAction);
  checkActions(members.id, made ?? {});
  return {
    ...members,
    accounts: new Map(Object.entries(kinds)),
    // The server builds every account from these same kinds, so the type-erased account has the inferred type.
    ...(http && { http: http as HttpDefinition }),
    // As above: the account has the inferred type.
    ...(identify && { identify: (context) => identify(context as WithHttp<Context<AccountOf<Kinds>>>) }),
    // As above: the account has the inferred type.
    ...(timezone && { timezone: (context) => timezone(context as WithHttp<Context<AccountOf<Kinds>>>) }),
    sources: sourceFinder<AccountOf<Kinds>>(members.id, { sources, discover }),
    ...(made && { actions: made }),
    ...(webhooks && { webhooks }),
    ...(faults && { faults }),
    ...(close && { close }),
  };
}

/** How a definition provides its sources. */
interface SourceMaking<Account> {
  readonly sources: ((source: MakeSource<Account>) => Sources) | undefined;
  readonly discover:
    | ((source: MakeSource<Account>, id?: string, context?: DiscoverContext) => Promise<Sources>)
    | undefined;
}

function sourceFinder<Account>(
  id: string,
  { sources, discover }: SourceMaking<Account>,
): Connector["sources"] {
  if ((sources === undefined) === (discover === undefined)) {
    throw new TypeError(
      `Could not define connector "${id}": expected either sources or discover, got ${sources ? "both" : "none"}.`,
    );
  }
  if (sources !== undefined) {
    const fixed = Promise.resolve(checked(id, sources(makeSource)));
    return () => fixed;
  }
  let last: { readonly found: Sources; readonly map: ReadonlyMap<string, Source> } | undefined;
  return async (wanted, context) => {
    const found = await discover?.(makeSource, wanted, context);
    if (found !== undefined && found !== last?.found) last = { found, map: checked(id, found) };
    return last?.map ?? new Map();
  };
}

function checked(id: string, sources: Sources): ReadonlyMap<string, Source> {
  checkMade(id, sources);
  checkSources(id, sources);
  checkSynchronization(id, sources);
  return new Map(Object.entries(sources));
}

function makeAction(definition: { readonly args?: ActionArguments }): Action {
  // The server calls `run` with an account and values that the definition's own members accepted, so the erased types hold.
  return { ...definition, args: definition.args ?? {} } as unknown as Action;
}

function checkActions(connector: string, actions: Actions): void {
  for (const [id, action] of Object.entries(actions)) {
    const fail = (member: string, fault: string): never => {
      throw definitionFault(connector, `actions.${id}.${member}`, fault);
    };
    const { name, args } = action;
    if (typeof name !== "string" || name.trim() === "") fail("name", "expected text, got nothing");
    if (typeof action.run !== "function") fail("run", "expected a function");
    if (Object.hasOwn(args, "")) fail("args", "expected text, got an empty id");
  }
}

function makeSource(definition: { readonly filter?: Fields }): Source {
  // The server calls every callback with an account and values that the definition's own fields accepted, so the erased
  // types hold.
  return { ...definition, filter: definition.filter ?? {} } as unknown as Source;
}
