import { acceptAlias, aliases } from "@wellhead/contract/vocabulary";
import { inputInvalid } from "../errors/connector-error.js";
import { acceptDecimal, compareDecimals } from "./decimal.js";
import type { Field, FieldMembers } from "./field.js";
import { showValue } from "./show-value.js";

/** A range of numbers as plain decimal text, both ends inclusive; an open end is absent. */
export interface DecimalRange {
  readonly min?: string;
  readonly max?: string;
}

/**
 * Creates a field for a range of numbers whose ends may be open (wire type `range`). Its bounds are exact: they keep
 * all digits, where a JavaScript number would round.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is `{ min?, max? }`
 * @example
 * ```ts snippet=examples/sdk/fields.ts#decimal-range
 * const price = decimalRange({ title: "Price", optional: true });
 * ```
 */
export function decimalRange(
  options: FieldMembers & { readonly optional: true },
): Field<DecimalRange | undefined>;
export function decimalRange(options?: FieldMembers): Field<DecimalRange>;
export function decimalRange(options: FieldMembers = {}): Field<DecimalRange | undefined> {
  return { ...options, type: "range", accept: acceptDecimalRange };
}

function acceptDecimalRange(raw: unknown): DecimalRange {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    throw inputInvalid(`expected {"_min": number, "_max": number}, got ${showValue(raw)}`);
  }
  // The cast is safe: an object that is not an array can be read as a record with string keys.
  const record = raw as Readonly<Record<string, unknown>>;
  const start = acceptAlias(record, aliases.rangeStart);
  const end = acceptAlias(record, aliases.rangeEnd);
  const min = start === undefined ? undefined : acceptDecimal(start);
  const max = end === undefined ? undefined : acceptDecimal(end);
  if (min !== undefined && max !== undefined && compareDecimals(min, max) > 0) {
    throw inputInvalid(`expected the smaller number first, got ${min} before ${max}`);
  }
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
