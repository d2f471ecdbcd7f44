import { inputInvalid } from "../errors/connector-error.js";
import type { Column, ColumnMembers, Field, FieldMembers } from "./field.js";
import { showValue } from "./show-value.js";

/** Options of a check box or a boolean column. */
export type BoolOptions = FieldMembers & ColumnMembers;

/**
 * Creates a check box; as a column, a boolean. It also accepts 0 and 1, and all four values as text.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is a boolean
 * @example
 * ```ts snippet=examples/sdk/fields.ts#bool
 * const archived = bool({ title: "With archived items", defaultValue: false });
 * ```
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
  throw inputInvalid(`expected true, false, 1 or 0, got ${showValue(raw)}`);
}
