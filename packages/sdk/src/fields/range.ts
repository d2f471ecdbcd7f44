import { acceptAlias, aliases } from "@wellhead/contract/vocabulary";
import { inputInvalid } from "../errors/connector-error.js";
import type { Field, FieldMembers } from "./field.js";
import { acceptNumber } from "./number.js";
import { showValue } from "./show-value.js";

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
