import { inputInvalid } from "../errors/input-invalid.js";
import type { Column, ColumnMembers, Field, FieldMembers } from "./field.js";
import { showValue } from "./show-value.js";

/** Members of a check box or of a column of yes and no. */
export type BoolOptions = FieldMembers & ColumnMembers;

/**
 * A check box; 0 and 1 are accepted.
 *
 * @param options - Label, description, obligation and the like
 * @returns A field whose value is a boolean
 */
export function bool(
  options: BoolOptions & { readonly optional: true },
): Field<boolean | undefined> & Column<"bool">;
export function bool(options?: BoolOptions): Field<boolean> & Column<"bool">;
export function bool(options: BoolOptions = {}): Field<boolean | undefined> & Column<"bool"> {
  return { ...options, type: "bool", column: "bool", accept: acceptBool };
}

const words: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ["1", true],
  ["true", true],
  [false, false],
  [0, false],
  ["0", false],
  ["false", false],
]);

function acceptBool(raw: unknown): boolean {
  const value = words.get(typeof raw === "string" ? raw.trim().toLowerCase() : raw);
  if (value !== undefined) return value;
  throw inputInvalid(`found ${showValue(raw)}, wanted true, false, 1 or 0`);
}
