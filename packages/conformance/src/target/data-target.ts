import { didYouMean } from "@wellhead/contract/names";
import type { Exchange } from "../exchange/exchange.js";
import { couldNotRun, needsInput, notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import { type ReadRows, readRows } from "../probe/read-rows.js";
import { readTable } from "../probe/read-table.js";
import type { CheckContext } from "../requirement/check-context.js";
import { type ResolvedAccount, storedAccountOf } from "./account.js";
import { declaredBy } from "./application.js";
import type { DeclaredField, DeclaredSource } from "./declared.js";
import { optionValues } from "./option-values.js";

/** A source whose rows can be requested, with everything that a request needs. */
export interface DataTarget {
  readonly source: DeclaredSource;
  readonly account: ResolvedAccount;
  readonly filter: Readonly<Record<string, unknown>>;
}

/**
 * Finds the source that the data checks use.
 *
 * @param context - Context of the check
 * @returns The caller's source, otherwise the first whose required filters can be filled
 * @throws Finding when there is none
 */
export async function dataTarget(context: CheckContext): Promise<DataTarget> {
  const [first] = await targetsOf(context);
  if (first !== undefined) return first;
  const declared = await declaredBy(context);
  if (declared.sources.length === 0) notApplicable("sources", "GET / declares no source");
  return needsInput("filter", "No source has required filters that default values or options can fill");
}

/**
 * Lists the sources whose rows can be requested.
 *
 * @param context - Context of the check
 * @returns The sources in declared order, each with everything that a request needs
 */
export function targetsOf(context: CheckContext): Promise<readonly DataTarget[]> {
  return context.once(findDataTargets);
}

/**
 * Finds a filter field of some kind in a source whose rows can be requested.
 *
 * @param context - Context of the check
 * @param capability - Description of the kind, e.g. `number filter`
 * @param wanted - Returns whether a field is of the kind
 * @returns The source with the field
 * @throws Finding when no source declares one
 */
export async function filterField(
  context: CheckContext,
  capability: string,
  wanted: (field: DeclaredField) => boolean,
): Promise<DataTarget & { readonly field: DeclaredField }> {
  await dataTarget(context);
  for (const target of await targetsOf(context)) {
    const field = target.source.filter.find(wanted);
    if (field !== undefined) return { ...target, field };
  }
  return notApplicable(capability, `No source declares a ${capability}`);
}

/**
 * Creates the body of a request for rows.
 *
 * @param target - Source, account and filter
 * @param extra - Members to add or replace
 * @returns The body
 */
export function dataBody(target: DataTarget, extra: JsonObject = {}): JsonObject {
  return { source: target.source.id, account: target.account.flat, filter: target.filter, ...extra };
}

/**
 * Requests rows.
 *
 * @param context - Context of the check
 * @param target - Source, account and filter
 * @param extra - Members of the body to add or replace
 * @returns The exchange
 */
export function askRows(
  context: CheckContext,
  target: DataTarget,
  extra: JsonObject = {},
): Promise<Exchange> {
  return context.post("/", dataBody(target, extra));
}

/**
 * Requests rows that a check depends on.
 *
 * @param context - Context of the check
 * @param target - Source, account and filter
 * @param extra - Members of the body to add or replace
 * @returns The rows
 * @throws Finding when the response does not contain rows
 */
export async function rowsOf(
  context: CheckContext,
  target: DataTarget,
  extra: JsonObject = {},
): Promise<ReadRows> {
  const exchange = await askRows(context, target, extra);
  const read = readRows(exchange) ?? (context.isPublic ? tableRows(exchange) : undefined);
  if (exchange.status >= 200 && exchange.status < 300 && read !== undefined) return read;
  return couldNotRun(`expected a JSON array of rows from POST / for source "${target.source.id}"`);
}

/**
 * Requests rows with a page or a filter, which must work if the plain request works.
 *
 * @param context - Context of the check
 * @param target - Source, account and filter
 * @param extra - Members of the body to add or replace
 * @returns The rows
 * @throws Finding when the connector refuses the request or does not return rows
 */
export async function expectRows(
  context: CheckContext,
  target: DataTarget,
  extra: JsonObject,
): Promise<ReadRows> {
  await rowsOf(context, target);
  const exchange = await askRows(context, target, extra);
  if (exchange.status !== 200)
    unmet(`expected 200 for ${JSON.stringify(extra).slice(0, 200)}, got ${exchange.status}`);
  return (
    readRows(exchange) ??
    unmet(`expected a JSON array for ${JSON.stringify(extra).slice(0, 200)}, got another body`)
  );
}

function isDisplayOnly({ type }: DeclaredField): boolean {
  return type === "link" || type === "oauth";
}

/** A public profile accepts rows in every documented format. */
function tableRows(exchange: Exchange): ReadRows | undefined {
  const table = readTable(exchange);
  return table && { rows: table.rows, closed: table.whole, mark: undefined };
}

async function findDataTargets(context: CheckContext): Promise<readonly DataTarget[]> {
  const declared = await declaredBy(context);
  const account = await storedAccountOf(context);
  const wanted = context.options.source;
  if (wanted !== undefined && declared.sources.every(({ id }) => id !== wanted)) {
    const known = declared.sources.map(({ id }) => id);
    couldNotRun(`The chosen source "${wanted}" is not declared by GET /.${didYouMean(wanted, known)}`);
  }
  const targets: DataTarget[] = [];
  for (const source of declared.sources) {
    if (wanted !== undefined && source.id !== wanted) continue;
    if (source.id === context.options.failing?.source) continue;
    const target = await askableTarget(context, source, account);
    if (target !== undefined) targets.push(target);
  }
  return targets;
}

/** A field that does not say whether it is required gets a value only when the source refuses requests without it. */
async function askableTarget(
  context: CheckContext,
  source: DeclaredSource,
  account: ResolvedAccount,
): Promise<DataTarget | undefined> {
  const sparse = await fillFilter(context, { source, account, needed: ({ saysRequired }) => saysRequired });
  const silent = source.filter.some((field) => field.required && !field.saysRequired);
  if (!silent) return sparse === undefined ? undefined : { source, account, filter: sparse };
  if (sparse !== undefined) {
    const { status } = await askRows(context, { source, account, filter: sparse });
    if (status < 400) return { source, account, filter: sparse };
  }
  const full = await fillFilter(context, { source, account, needed: ({ required }) => required });
  const filter = full ?? sparse;
  return filter === undefined ? undefined : { source, account, filter };
}

interface FillFilterOptions {
  readonly source: DeclaredSource;
  readonly account: ResolvedAccount;
  /** Whether a field must have a value. */
  readonly needed: (field: DeclaredField) => boolean;
}

async function fillFilter(
  context: CheckContext,
  { source, account, needed }: FillFilterOptions,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const given = isObject(context.options.filter) ? context.options.filter : {};
  const ids = new Set(source.filter.map(({ id }) => id));
  const filter: Record<string, unknown> = Object.fromEntries(
    Object.entries(given).filter(([id]) => ids.has(id)),
  );
  for (const field of source.filter) {
    if (!needed(field) || isDisplayOnly(field) || filter[field.id] !== undefined) continue;
    const value =
      field.raw["defaultValue"] ?? (await optionValues(context, { source, field, account, filter }))[0];
    if (value === undefined || value === null || value === "") return undefined;
    filter[field.id] = value;
  }
  return filter;
}
