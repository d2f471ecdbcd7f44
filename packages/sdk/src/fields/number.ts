import { inputInvalid } from "../errors/connector-error.js";
import type { Column, ColumnMembers, Field, FieldMembers } from "./field.js";
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
 * @throws ConnectorError `invalid_field` when the value is not a finite number
 */
export function acceptNumber(raw: unknown): number {
  const value = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw inputInvalid(`expected a number such as 12 or 1.5, got ${showValue(raw)}`);
}
