import { isObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import type { ResolvedAccount } from "./account.js";
import type { DeclaredField, DeclaredSource, Scalar } from "./declared.js";
import { isScalar } from "./read-declared.js";

/** A field, its form, and the account of the request. */
export interface OptionValuesOf {
  readonly source: DeclaredSource;
  readonly field: DeclaredField;
  readonly account: ResolvedAccount;
  /** Known values of other fields. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Values of the fields its options depend on. Default: the first that can be found. */
  readonly dependents?: Readonly<Record<string, string>>;
}

/**
 * Finds values that may be chosen in a field: its static options, otherwise those that POST /datalist returns.
 *
 * @param context - Context of the check
 * @param of - The field and its form
 * @returns The values; empty when there are none or the request fails
 */
export async function optionValues(context: CheckContext, of: OptionValuesOf): Promise<readonly Scalar[]> {
  if (of.field.options.length > 0) return of.field.options;
  if (!of.field.datalist) return [];
  const dependents = of.dependents ?? (await fillDependents(context, of));
  if (dependents === undefined) return [];
  const path = datalistPath({ source: of.source.id, field: of.field.id, ...dependents });
  const exchange = await context.post(path, of.account.flat);
  return exchange.status === 200 ? valuesIn(exchange.text) : [];
}

/**
 * Finds a value for every field that the options of a field depend on.
 *
 * @param context - Context of the check
 * @param of - The field and its form
 * @returns Values by id, in the form of query arguments, or `undefined` when one cannot be found
 */
export async function fillDependents(
  context: CheckContext,
  of: OptionValuesOf,
): Promise<Readonly<Record<string, string>> | undefined> {
  const found: Record<string, string> = {};
  for (const id of of.field.requires) {
    const field = of.source.filter.find((one) => one.id === id);
    if (field === undefined || id === of.field.id) return undefined;
    const known = of.filter[id] ?? field.raw["defaultValue"];
    const [first] = isScalar(known) ? [known] : await optionValues(context, { ...of, field });
    if (first === undefined) return undefined;
    found[id] = String(first);
  }
  return found;
}

/**
 * Lists values for the fields that the options of a field depend on: several where they depend on one field only.
 *
 * @param context - Context of the check
 * @param of - The field and its form
 * @param maxValues - Maximum number of values of the other field
 * @returns Values by id, starting with those that `fillDependents` finds; empty when none can be found
 */
export async function dependentValues(
  context: CheckContext,
  of: OptionValuesOf,
  maxValues: number,
): Promise<ReadonlyArray<Readonly<Record<string, string>>>> {
  const first = await fillDependents(context, of);
  if (first === undefined) return [];
  const [id, ...others] = of.field.requires;
  const parent = of.source.filter.find((field) => field.id === id);
  if (id === undefined || parent === undefined || others.length > 0 || id in of.filter) return [first];
  const values = await optionValues(context, { ...of, field: parent });
  const rest = values.map(String).filter((value) => value !== first[id]);
  return [first, ...rest.slice(0, maxValues - 1).map((value) => ({ [id]: value }))];
}

/**
 * Formats the path and query of POST /datalist.
 *
 * @param query - Query arguments
 * @returns Path and query
 */
export function datalistPath(query: Readonly<Record<string, string>>): string {
  return `/datalist?${new URLSearchParams(query).toString()}`;
}

function valuesIn(text: string): readonly Scalar[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list)
      ? list.filter(isObject).flatMap(({ value }) => (isScalar(value) ? [value] : []))
      : [];
  } catch {
    return [];
  }
}
