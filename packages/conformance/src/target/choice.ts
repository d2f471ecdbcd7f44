import { canonical } from "../expect/deep-equal.js";
import type { JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { type Baseline, baselines } from "./baseline.js";
import type { DeclaredField, Scalar } from "./declared.js";
import { dependentValues, type OptionValuesOf, optionValues } from "./option-values.js";
import { isScalar } from "./read-declared.js";

/** A filter whose values can be chosen, and the column that it filters by. */
export interface Choice extends Baseline {
  readonly field: DeclaredField;
  /** Values of the fields it depends on, in the form of a filter. */
  readonly dependents: JsonObject;
  /** Its options. */
  readonly options: readonly Scalar[];
  /** Its options for each of several values of the fields it depends on, those above included. */
  readonly lists: readonly OptionList[];
  /** Column that contains the chosen value; `undefined` when it cannot be determined. */
  readonly column: string | undefined;
  /** Options that occur in that column. */
  readonly known: readonly Scalar[];
}

/** Options, and the values of other fields that they were listed for. */
export interface OptionList {
  readonly dependents: Readonly<Record<string, string>>;
  readonly options: readonly Scalar[];
}

const single = new Set(["list", "text", "id", "url"]);
const several = new Set(["multidropdown", "multilist"]);

/** Maximum number of filters with options to check. */
const maxFields = 16;

/** Maximum number of values of another field to try until one shows several options in the rows. */
const maxDependents = 4;

/**
 * Lists the filters with options, of every source that has rows.
 *
 * @param context - Context of the check
 * @returns The filters, those of several values included
 * @throws Finding when no source has rows
 */
export function choicesOf(context: CheckContext): Promise<readonly Choice[]> {
  return context.once(findChoices);
}

async function findChoices(context: CheckContext): Promise<readonly Choice[]> {
  const found: Choice[] = [];
  for (const baseline of await baselines(context)) {
    for (const field of baseline.target.source.filter) {
      if (found.length >= maxFields || !isChoice(field) || field.id in baseline.target.filter) continue;
      const choice = await choiceOf(context, baseline, field);
      if (choice !== undefined) found.push(choice);
    }
  }
  return found;
}

function isChoice({ type, options, datalist }: DeclaredField): boolean {
  return several.has(type) || (single.has(type) && (options.length > 0 || datalist));
}

/**
 * Returns whether a field takes several values.
 *
 * @param field - The field
 * @returns True for the two types that take an array
 */
export function takesSeveral({ type }: DeclaredField): boolean {
  return several.has(type);
}

async function choiceOf(
  context: CheckContext,
  baseline: Baseline,
  field: DeclaredField,
): Promise<Choice | undefined> {
  const { source, account, filter } = baseline.target;
  const of = { source, field, account, filter };
  const lists: OptionList[] = [];
  for (const dependents of await dependentsToTry(context, baseline, of))
    lists.push({ dependents, options: await optionValues(context, { ...of, dependents }) });
  const choices = lists
    .filter(({ options }) => options.length > 0)
    .map((list) => ({ ...baseline, field, ...list, ...seenIn(baseline, field, list), lists }));
  const [best] = choices.toSorted((one, other) => other.known.length - one.known.length);
  const [first] = lists;
  const cells = new Set(baseline.rows.flatMap((row) => cellsOf(row[field.id])));
  // A list that is empty although rows have values of the field is a choice as well.
  return best === undefined && first !== undefined && cells.size > 1
    ? { ...baseline, field, ...first, column: field.id, known: [], lists }
    : best;
}

/** Returns the column that contains options, and the options that occur in it. */
function seenIn(
  baseline: Baseline,
  field: DeclaredField,
  { dependents, options }: OptionList,
): Pick<Choice, "column" | "known"> {
  const column = columnOf(baseline, field, options);
  const rows = baseline.rows.filter((row) => belongsTo(row, dependents));
  const cells = new Set(column === undefined ? [] : rows.flatMap((row) => cellsOf(row[column])));
  return { column, known: options.filter((option) => cells.has(String(option))) };
}

/** Options that depend on several fields exist for values that occur together, which the rows show. */
async function dependentsToTry(
  context: CheckContext,
  { rows }: Baseline,
  of: OptionValuesOf,
): Promise<ReadonlyArray<Readonly<Record<string, string>>>> {
  const first = await dependentValues(context, of, maxDependents);
  const { requires } = of.field;
  if (requires.length < 2 || first.length === 0) return first;
  const together = rows.flatMap((row): ReadonlyArray<readonly [string, string]>[] => {
    const pairs = requires.map((id): readonly [string, string] => [
      id,
      cellsOf(of.filter[id] ?? row[id])[0] ?? "",
    ]);
    return pairs.every(([, value]) => value !== "") ? [pairs] : [];
  });
  const all = [...first, ...together.map((pairs) => Object.fromEntries(pairs))];
  return [...new Map(all.map((one) => [canonical(one), one])).values()].slice(0, maxDependents + 1);
}

/**
 * Returns whether a row has the values that options depend on, as far as the row shows them.
 *
 * @param row - The row
 * @param dependents - The values
 * @returns False when a cell has another value
 */
export function belongsTo(row: JsonObject, dependents: JsonObject): boolean {
  return Object.entries(dependents).every(([id, value]) => {
    const cells = cellsOf(row[id]);
    return cells.length === 0 || cells.includes(String(value));
  });
}

/**
 * Returns the column with the same id if it contains an option. Otherwise returns the only column whose values are all
 * options.
 */
function columnOf({ rows }: Baseline, { id }: DeclaredField, options: readonly Scalar[]): string | undefined {
  const texts = new Set(options.map(String));
  if (rows.some((row) => cellsOf(row[id]).some((cell) => texts.has(cell)))) return id;
  const names = Object.keys(rows[0] ?? {}).filter((name) => {
    const cells = new Set(rows.flatMap((row) => cellsOf(row[name])));
    return cells.size > 1 && [...cells].every((cell) => texts.has(cell));
  });
  return names.length === 1 ? names[0] : undefined;
}

/**
 * Lists the values of a cell, as text.
 *
 * @param value - Value of a column
 * @returns Each element of an array, otherwise the value itself; no element for an empty value
 */
export function cellsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(cellsOf);
  return isScalar(value) && value !== "" ? [String(value)] : [];
}
