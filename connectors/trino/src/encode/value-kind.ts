import type { ResultColumn, TypeSignature } from "../protocol/messages.js";

/** How the values of a type are written. */
export type ValueKind =
  | { readonly kind: ScalarKind }
  | { readonly kind: "array"; readonly element: ValueKind }
  | { readonly kind: "map"; readonly value: ValueKind }
  | { readonly kind: "row"; readonly fields: readonly RowField[] };

/** A kind without parts. */
export type ScalarKind =
  | "boolean"
  | "number"
  | "text"
  | "json"
  | "timestamp"
  | "instant"
  | "time"
  | "months"
  | "seconds"
  | "unknown";

/** A field of a row type. */
export interface RowField {
  readonly name: string;
  readonly value: ValueKind;
}

const scalars: ReadonlyMap<string, ScalarKind> = new Map([
  ["boolean", "boolean"],
  ["tinyint", "number"],
  ["smallint", "number"],
  ["integer", "number"],
  ["bigint", "number"],
  ["real", "number"],
  ["double", "number"],
  ["decimal", "number"],
  ["json", "json"],
  ["timestamp", "timestamp"],
  ["timestamp with time zone", "instant"],
  ["time with time zone", "time"],
  ["interval year to month", "months"],
  ["interval day to second", "seconds"],
  ["unknown", "unknown"],
]);

/**
 * Returns how the values of a column are written.
 *
 * @param column - The column as the server describes it
 * @returns The kind; text for a type that is not known
 */
export function valueKindOf({ type, typeSignature }: ResultColumn): ValueKind {
  return kindOfSignature(typeSignature ?? { rawType: type.replace(/\([^()]*\)/, "").trim() });
}

function kindOfSignature({ rawType, arguments: parts = [] }: TypeSignature): ValueKind {
  const nested = parts.map(({ value }) => value);
  if (rawType === "array") return { kind: "array", element: kindOfPart(nested[0]) };
  if (rawType === "map") return { kind: "map", value: kindOfPart(nested[1]) };
  // Without its fields, a row is written as it was sent.
  if (rawType === "row" && nested.length > 0) return { kind: "row", fields: nested.map(rowField) };
  return { kind: scalars.get(rawType) ?? "text" };
}

function rowField(part: unknown, index: number): RowField {
  const { fieldName, typeSignature } = membersOf(part);
  const { name } = membersOf(fieldName);
  return {
    name: typeof name === "string" && name !== "" ? name : `field${index}`,
    value: kindOfPart(typeSignature),
  };
}

function kindOfPart(part: unknown): ValueKind {
  const { rawType, arguments: parts } = membersOf(part);
  if (typeof rawType !== "string") return { kind: "unknown" };
  // The cast is safe: the members of a part are optional and are checked on use.
  return kindOfSignature({
    rawType,
    arguments: (Array.isArray(parts) ? parts : []) as NonNullable<TypeSignature["arguments"]>,
  });
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  // The cast is safe: an object has only string keys here, because it was parsed from JSON.
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
