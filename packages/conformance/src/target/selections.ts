import { isObject, type JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { askFiltered, type Baseline, baselines, tableIn } from "./baseline.js";
import { choicesOf, takesSeveral } from "./choice.js";
import { datedRowsOf } from "./dated-rows.js";
import type { DeclaredField, Scalar } from "./declared.js";
import { type FieldSelections, rangesToTry, type Selection, valuesToTry } from "./selection.js";

/** A source with the rows that each of its filters chose. */
export interface SourceSelections extends Baseline {
  readonly fields: readonly FieldSelections[];
}

/** Maximum number of options to try per filter, and of values of one source. */
const maxOptions = 50;
const maxTried = 200;
const maxValues = 5;
const maxRanges = 6;

/**
 * Tries the values of every filter whose column can be told from the rows.
 *
 * @param context - Context of the check
 * @returns The sources whose rows were all read and do not change by themselves
 */
export function selectionsOf(context: CheckContext): Promise<readonly SourceSelections[]> {
  return context.once(trySelections);
}

async function trySelections(context: CheckContext): Promise<readonly SourceSelections[]> {
  const found: SourceSelections[] = [];
  for (const baseline of await baselines(context)) {
    if (baseline.live || !baseline.whole) continue;
    const plans = shared(await plansOf(context, baseline), maxTried);
    const fields: FieldSelections[] = [];
    for (const { field, column, filters } of plans) {
      const tried = await context.inParallel(filters, async ([value, filter]) => ({
        ...(await selectRows(context, baseline, filter)),
        value,
      }));
      fields.push({ field, column, tried });
    }
    found.push({ ...baseline, fields });
  }
  return found;
}

/** Divides requests fairly, so that a filter with many options does not use up those of the others. */
function shared(plans: readonly Plan[], maxRequests: number): readonly Plan[] {
  let [left, open] = [maxRequests, plans.length];
  const sorted = plans.toSorted((one, other) => one.filters.length - other.filters.length);
  return sorted.map((plan) => {
    const filters = drawn(plan.filters, Math.floor(left / open));
    left -= filters.length;
    open -= 1;
    return { ...plan, filters };
  });
}

interface Plan {
  readonly field: DeclaredField;
  readonly column: string;
  /** Values, each with the filter that sets it. */
  readonly filters: ReadonlyArray<readonly [unknown, JsonObject]>;
}

async function plansOf(context: CheckContext, baseline: Baseline): Promise<readonly Plan[]> {
  const { target, rows } = baseline;
  const choices = (await choicesOf(context)).filter(
    (one) => one.target === target && one.column !== undefined,
  );
  const dated = (await datedRowsOf(context)).filter(
    (one) => one.target === target && one.column !== undefined,
  );
  const isFirst = context.run.generation === "v1";
  return [
    ...choices.map(({ field, column = "", known, dependents }) => ({
      field,
      column,
      filters: optionsToTry(field, known).map((set) => [set, { ...dependents, [field.id]: set }] as const),
    })),
    ...dated.map(({ field, column = "", instants }) => ({
      field,
      column,
      filters: (isExactZone(rows, column) ? rangesToTry(instants, isFirst, maxRanges) : []).map(
        (value) => [value, { [field.id]: value }] as const,
      ),
    })),
    ...target.source.filter
      .filter(({ id, datalist, options }) => !datalist && options.length === 0 && !(id in target.filter))
      .map((field) => ({
        field,
        column: field.id,
        filters: valuesToTry(field, rows, maxValues).map((value) => [value, { [field.id]: value }] as const),
      })),
  ];
}

/** A filter of several values is also tried with two at once, with three, and with all. */
function optionsToTry(field: DeclaredField, known: readonly Scalar[]): readonly unknown[] {
  const options = drawn(known, maxOptions);
  if (!takesSeveral(field)) return options;
  const pairs = options.slice(1, 4).map((value, index) => [options[index], value]);
  const more = [options.slice(0, 3), options].filter(({ length }) => length > 2);
  return [...options.map((value) => [value]), ...pairs, ...more.slice(options.length > 3 ? 0 : 1)];
}

/** Times without a zone, or in another one, may be compared in local time. */
function isExactZone(rows: readonly JsonObject[], column: string): boolean {
  return rows.every(
    ({ [column]: cell }) => typeof cell !== "string" || cell.length <= 10 || cell.endsWith("Z"),
  );
}

/**
 * Draws from a long list, always the same items.
 *
 * @param list - The list
 * @param count - Maximum number of items
 * @returns The whole list if it is short
 */
export function drawn<Item>(list: readonly Item[], count: number): readonly Item[] {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, index) => list[(index * 7_919 + 13) % list.length]).filter(
    (one, index, all): one is Item => one !== undefined && all.indexOf(one) === index,
  );
}

/**
 * Requests the rows that a filter chooses.
 *
 * @param context - Context of the check
 * @param baseline - The source
 * @param filter - Values to set
 * @returns The rows, if they were all read
 */
export async function selectRows(
  context: CheckContext,
  { target }: Baseline,
  filter: JsonObject,
): Promise<Selection> {
  const exchange = await askFiltered(context, target, filter);
  const table = tableIn(exchange);
  return { filter, exchange, rows: table?.whole === true ? table.rows.filter(isObject) : undefined };
}
