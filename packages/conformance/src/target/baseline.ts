import type { Exchange } from "../exchange/exchange.js";
import { canonical } from "../expect/deep-equal.js";
import { couldNotRun, notApplicable } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import { readTable, type Table } from "../probe/read-table.js";
import type { CheckContext } from "../requirement/check-context.js";
import { applicationOf, declaredBy } from "./application.js";
import { askRows, type DataTarget, dataBody, dataTarget, targetsOf } from "./data-target.js";
import { readColumns } from "./read-declared.js";

/** The rows of a source without additional filters, to which the rows of its filters are compared. */
export interface Baseline {
  readonly target: DataTarget;
  readonly rows: readonly JsonObject[];
  readonly form: Table["form"];
  /** Whether all rows were read. */
  readonly whole: boolean;
  /** Whether two readings returned different rows: live data cannot be compared row by row. */
  readonly live: boolean;
  /** Types of the declared columns by id; `undefined` when none are declared. */
  readonly columns: ReadonlyMap<string, string> | undefined;
}

/** Maximum number of sources to check in depth. */
const maxSources = 3;

/**
 * Reads the rows of the sources that can be queried, each twice.
 *
 * @param context - Context of the check
 * @returns The sources that returned rows
 * @throws Finding when there is no source to query
 */
export async function baselines(context: CheckContext): Promise<readonly Baseline[]> {
  await dataTarget(context);
  const found = await context.once(readBaselines);
  if (found.length > 0) return found;
  const exchange = await askRows(context, await dataTarget(context));
  if (exchange.status >= 300) couldNotRun(`POST / returns ${exchange.status}`);
  if (readTable(exchange) === undefined) couldNotRun("POST / returns something that is not rows");
  return notApplicable("rows", "No source has a row with this account and filter");
}

async function readBaselines(context: CheckContext): Promise<readonly Baseline[]> {
  const found: Baseline[] = [];
  for (const target of (await targetsOf(context)).slice(0, maxSources)) {
    const [first, second] = [
      await tableOf(context, target, {}),
      await freshTable(context, target, { filter: {}, fresh: 901 }),
    ];
    if (first === undefined || second === undefined || first.rows.length === 0) continue;
    const live = textOf(first.rows) !== textOf(second.rows);
    const columns = await columnsOf(context, target);
    found.push({ target, rows: first.rows, form: first.form, whole: first.whole, live, columns });
  }
  return found;
}

/**
 * Requests rows with filter values added to the target's own.
 *
 * @param context - Context of the check
 * @param target - The source
 * @param filter - Values to set
 * @returns The rows, or `undefined` when the connector refuses or does not return rows
 */
export async function tableOf(
  context: CheckContext,
  target: DataTarget,
  filter: JsonObject,
): Promise<Table | undefined> {
  return tableIn(await askFiltered(context, target, filter));
}

/**
 * Requests rows, bypassing the cache.
 *
 * @param context - Context of the check
 * @param target - The source
 * @param again - Filter values to set, and a number that distinguishes this request from earlier ones
 * @returns The rows, or `undefined` when the connector refuses or does not return rows
 */
export async function freshTable(
  context: CheckContext,
  target: DataTarget,
  { filter, fresh }: { readonly filter: JsonObject; readonly fresh: number },
): Promise<Table | undefined> {
  const body = dataBody(target, { filter: { ...target.filter, ...filter } });
  return tableIn(await context.post("/", body, { fresh }));
}

/**
 * Reads the rows of a source once more.
 *
 * @param context - Context of the check
 * @param baseline - The source and its rows
 * @returns The rows that it has now; those it had if they cannot be read
 */
export async function rowsNow(
  context: CheckContext,
  { target, rows }: Pick<Baseline, "target" | "rows">,
): Promise<readonly JsonObject[]> {
  return (await freshTable(context, target, { filter: {}, fresh: 907 }))?.rows ?? rows;
}

/**
 * Parses the rows of a response. JSON lines without rows are an empty text.
 *
 * @param exchange - The response
 * @returns The rows, or `undefined` when the connector refuses or does not return rows
 */
export function tableIn(exchange: Exchange): Table | undefined {
  if (exchange.status < 200 || exchange.status >= 300) return undefined;
  const isEmpty = exchange.ending === "whole" && exchange.text.trim() === "";
  return isEmpty ? { rows: [], form: "lines", whole: true } : readTable(exchange);
}

/**
 * Requests rows with filter values added to the target's own.
 *
 * @param context - Context of the check
 * @param target - The source
 * @param filter - Values to set
 * @returns The exchange
 */
export function askFiltered(
  context: CheckContext,
  target: DataTarget,
  filter: JsonObject,
): Promise<Exchange> {
  return context.post("/", dataBody(target, { filter: { ...target.filter, ...filter } }));
}

/**
 * Serializes rows so that the same rows have the same text, whatever their order.
 *
 * @param rows - The rows
 * @returns The text
 */
export function textOf(rows: readonly JsonObject[]): string {
  return rows.map(canonical).toSorted().join("\n");
}

/** Rows of a response, and whether they are all of them. */
export type SomeRows = Pick<Table, "rows" | "whole">;

/**
 * Compares the rows of two responses, whatever their order. One that ended early, as where an API refuses more requests,
 * may lack some.
 *
 * @param one - Rows
 * @param other - Rows
 * @returns Whether they differ
 */
export function differ(one: SomeRows, other: SomeRows): boolean {
  if (one.whole && other.whole) return textOf(one.rows) !== textOf(other.rows);
  const [few, many] = one.rows.length < other.rows.length ? [one, other] : [other, one];
  const known = new Set(many.rows.map(canonical));
  return few.rows.some((row) => !known.has(canonical(row)));
}

/**
 * Returns whether rows were added to others and none is missing, as in a source that grows by itself.
 *
 * @param rows - Rows of a later response
 * @param before - Rows of an earlier one
 * @returns Whether there are more
 */
export function hasGrown(rows: readonly JsonObject[], before: readonly JsonObject[]): boolean {
  const known = new Set(rows.map(canonical));
  return rows.length > before.length && before.every((row) => known.has(canonical(row)));
}

async function columnsOf(context: CheckContext, target: DataTarget): Promise<Baseline["columns"]> {
  const { type } = await applicationOf(context);
  if (type !== "crunch") return target.source.columns;
  const { status, text } = await context.post("/schema", dataBody(target));
  if (status !== 200) return target.source.columns;
  try {
    const schema: unknown = JSON.parse(text);
    return isObject(schema) && Object.keys(schema).length > 0 ? readColumns(schema) : target.source.columns;
  } catch {
    return target.source.columns;
  }
}

/**
 * Counts the declared sources.
 *
 * @param context - Context of the check
 * @returns The number of sources that GET / declares
 */
export async function sourceCount(context: CheckContext): Promise<number> {
  return (await declaredBy(context)).sources.length;
}
