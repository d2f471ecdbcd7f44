import { acceptAlias, aliases } from "@wellhead/contract/vocabulary";
import { inputInvalid } from "../errors/connector-error.js";
import { acceptDecimal } from "./decimal.js";
import type { Column, ColumnMembers, Field, FieldMembers } from "./field.js";
import { checkRangeEnds } from "./range-ends.js";
import { showValue } from "./show-value.js";

/** Options of a number field or column. */
export type NumberOptions = FieldMembers & ColumnMembers;

/**
 * Creates a field or column for a number. It also accepts numeric text.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is a finite number
 * @example
 * ```ts snippet=examples/sdk/fields.ts#number
 * const amount = number({ title: "Amount", description: "In euros" });
 * ```
 */
export function number(
  options: NumberOptions & { readonly optional: true },
): Field<number | undefined> & Column<"number">;
export function number(options?: NumberOptions): Field<number> & Column<"number">;
export function number(options: NumberOptions = {}): Field<number | undefined> & Column<"number"> {
  return { ...options, type: "number", column: "number", accept: acceptNumber };
}

/**
 * Reads a number or numeric text.
 *
 * @param raw - The value as received
 * @returns A finite number
 * @throws ConnectorError `invalid_field` when the value is not a finite number, or is a whole number that would be rounded
 */
function acceptNumber(raw: unknown): number {
  const exact = typeof raw === "string" ? acceptDecimal(raw) : undefined;
  const value = exact === undefined ? raw : Number(exact);
  if (typeof value !== "number" || !Number.isFinite(value))
    throw inputInvalid(`expected a number such as 12 or 1.5, got ${showValue(raw)}`);
  // A rounded id or bound selects other rows. The digits after a point are always rounded.
  if (exact !== undefined && !exact.includes(".") && String(BigInt(value)) !== exact)
    throw inputInvalid(
      `expected a whole number of at most ${Number.MAX_SAFE_INTEGER}, because larger ones may be rounded, got ${showValue(raw)}`,
    );
  return value;
}

/** A range of numbers, both ends inclusive; an open end is absent. */
export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
}

/**
 * Creates a field for a range of numbers whose ends may be open.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is `{ min?, max? }`
 * @example
 * ```ts snippet=examples/sdk/fields.ts#range
 * const size = range({ title: "Size", optional: true });
 * ```
 */
export function range(options: FieldMembers & { readonly optional: true }): Field<NumberRange | undefined>;
export function range(options?: FieldMembers): Field<NumberRange>;
export function range(options: FieldMembers = {}): Field<NumberRange | undefined> {
  return { ...options, type: "range", accept: acceptRange };
}

function acceptRange(raw: unknown): NumberRange {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    throw inputInvalid(`expected {"_min": number, "_max": number}, got ${showValue(raw)}`);
  }
  checkRangeEnds(raw);
  // The cast is safe: an object that is not an array can be read as a record with string keys.
  const record = raw as Readonly<Record<string, unknown>>;
  const start = acceptAlias(record, aliases.rangeStart);
  const end = acceptAlias(record, aliases.rangeEnd);
  const bounds = {
    ...(start !== undefined && { min: acceptNumber(start) }),
    ...(end !== undefined && { max: acceptNumber(end) }),
  };
  if (bounds.min !== undefined && bounds.max !== undefined && bounds.min > bounds.max) {
    throw inputInvalid(`expected the smaller number first, got ${bounds.min} before ${bounds.max}`);
  }
  return bounds;
}
