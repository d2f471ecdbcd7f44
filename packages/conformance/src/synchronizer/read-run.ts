import type { Exchange } from "../exchange/exchange.js";
import { canonical } from "../expect/deep-equal.js";
import { couldNotRun, notApplicable } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { askPage, builtOn, type SyncType, syncTarget } from "./target.js";

/** One page of a run. */
export interface SyncPage {
  readonly exchange: Exchange;
  readonly answer: JsonObject;
  /** Its entities; empty when `items` is not an array. */
  readonly items: readonly unknown[];
  /** Where the next page begins; `undefined` on the last page. */
  readonly next: JsonObject | undefined;
}

/** All pages of one type, as far as they were read. */
export interface SyncRun {
  readonly type: SyncType;
  readonly pages: readonly SyncPage[];
  /** Entities that are objects, in order. */
  readonly entities: readonly Entity[];
  /** Whether the last page was reached. */
  readonly whole: boolean;
  /** The last response, which is not a page when the run could not be read to its end. */
  readonly last: Exchange;
}

/** An entity and the exchange that contained it. */
export interface Entity {
  readonly value: JsonObject;
  /** Its id as text; empty without one. */
  readonly id: string;
  readonly exchange: Exchange;
}

/** How to read a run. */
export interface ReadRunOptions {
  /** `lastSynchronizedAt` of the requests; default: none, as in a first run. */
  readonly since?: string;
  /** Any number other than 0 reads it again; default: 0. */
  readonly fresh?: number;
  /** Filter of the requests. Default: the values of required fields. */
  readonly filter?: JsonObject;
  /** Position of the first page. Default: none, which is the beginning. */
  readonly from?: JsonObject;
}

/** Maximum number of types to read, and of pages of each. */
const maxTypes = 3;
const maxPages = 12;

/**
 * Reads the first run of some types, all pages of each.
 *
 * @param context - Context of the check
 * @returns The runs, one at least
 * @throws Finding when no type returns a page
 */
export async function firstRuns(context: CheckContext): Promise<readonly SyncRun[]> {
  const runs = await context.once(readFirstRuns);
  return runs.length > 0 ? runs : couldNotRun("No type returns 200 with an array of items");
}

/**
 * Reads the first runs that have entities.
 *
 * @param context - Context of the check
 * @returns The runs, one at least
 * @throws Finding when there are none
 */
export async function filledRuns(context: CheckContext): Promise<readonly SyncRun[]> {
  const runs = (await firstRuns(context)).filter(({ entities }) => entities.length > 0);
  return runs.length > 0
    ? runs
    : notApplicable("entities", "No type has an entity with this account and filter");
}

/**
 * Reads first runs that were read to their end.
 *
 * @param context - Context of the check
 * @returns The runs, one at least
 * @throws Finding when there are none
 */
export async function wholeRuns(context: CheckContext): Promise<readonly SyncRun[]> {
  const runs = (await filledRuns(context)).filter(({ whole }) => whole);
  return runs.length > 0 ? runs : notApplicable("small type", `Every type has more than ${maxPages} pages`);
}

/**
 * Reads first runs with more than one page.
 *
 * @param context - Context of the check
 * @returns The runs, one at least
 * @throws Finding when every type fits into one page
 */
export async function pagedRuns(context: CheckContext): Promise<readonly SyncRun[]> {
  const runs = (await firstRuns(context)).filter(({ pages }) => pages[0]?.next !== undefined);
  return runs.length > 0 ? runs : notApplicable("several pages", "Every type fits into one page");
}

async function readFirstRuns(context: CheckContext): Promise<readonly SyncRun[]> {
  const { types } = await syncTarget(context);
  const runs: SyncRun[] = [];
  for (const type of types.slice(0, maxTypes)) {
    const run = await readRun(context, type);
    if (run.pages.length > 0) runs.push(run);
  }
  return runs;
}

/**
 * Reads all pages of a type. Ends at a page that is not 200 with an object, or that names the same next page again.
 *
 * @param context - Context of the check
 * @param type - The type
 * @param options - Since when, and whether to bypass the cache
 * @returns The run, as far as it was read
 */
export async function readRun(
  context: CheckContext,
  type: SyncType,
  { since, fresh = 0, filter, from }: ReadRunOptions = {},
): Promise<SyncRun> {
  const pages: SyncPage[] = [];
  const seen = new Set<string>();
  let pagination = from;
  let whole = false;
  let last: Exchange | undefined;
  while (last === undefined || (!whole && pages.length < maxPages)) {
    const body = {
      requestedType: type.id,
      ...(since !== undefined && { lastSynchronizedAt: since }),
      ...(pagination && { pagination }),
      ...(filter && { filter }),
    };
    last = await askPage(context, body, { fresh });
    const page = pageOf(last);
    if (page === undefined) break;
    pages.push(page);
    whole = page.next === undefined;
    const key = canonical(page.next ?? null);
    if (seen.has(key)) break;
    seen.add(key);
    pagination = page.next;
  }
  const entities = pages.flatMap(({ items, exchange }) =>
    items.flatMap((value) => (isObject(value) ? [{ value, id: idOf(value), exchange }] : [])),
  );
  return { type, pages, entities, whole, last };
}

/**
 * Parses a page.
 *
 * @param exchange - The exchange
 * @returns The page, or `undefined` when it is not 200 with an object whose `items` is an array
 */
export function pageOf(exchange: Exchange): SyncPage | undefined {
  if (exchange.status !== 200) return undefined;
  try {
    const answer = builtOn(exchange);
    if (!Array.isArray(answer["items"])) return undefined;
    const items: readonly unknown[] = answer["items"];
    return { exchange, answer, items, next: nextOf(answer) };
  } catch {
    return undefined;
  }
}

/** A page without a usable `nextPageConfig` counts as the last; another requirement reports that. */
function nextOf({ pagination }: JsonObject): JsonObject | undefined {
  if (!isObject(pagination) || pagination["hasNext"] !== true) return undefined;
  const next = pagination["nextPageConfig"];
  return isObject(next) ? next : undefined;
}

/**
 * Reads the id of an entity.
 *
 * @param entity - The entity
 * @returns The id as text; empty when it has none
 */
export function idOf({ id }: JsonObject): string {
  return typeof id === "string" || typeof id === "number" ? String(id) : "";
}

/**
 * Returns whether the id of an entity is a number that parsing rounds, so that two ids may look the same.
 *
 * @param entity - The entity
 * @returns False for texts and smaller numbers
 */
export function isRounded({ id }: JsonObject): boolean {
  return typeof id === "number" && Math.abs(id) > Number.MAX_SAFE_INTEGER;
}

/**
 * Lists the ids of entities that are set, without those that are removed.
 *
 * @param run - The run
 * @returns The ids
 */
export function idsOf({ entities }: SyncRun): ReadonlySet<string> {
  return new Set(
    entities.flatMap(({ id, value }) => (id === "" || value["__syncAction"] === "REMOVE" ? [] : [id])),
  );
}
