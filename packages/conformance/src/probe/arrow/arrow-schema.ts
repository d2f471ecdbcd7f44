import { ArrowFault, type FlatTable } from "./flat-table.js";

/** Kinds of types that the judge reads. */
export type ArrowKind =
  | { readonly kind: "null" | "bool" | "date" | "struct" | "map" }
  | { readonly kind: "int"; readonly bits: number; readonly signed: boolean }
  | { readonly kind: "float"; readonly bits: number }
  | { readonly kind: "decimal"; readonly scale: number; readonly bits: number }
  | { readonly kind: "text" | "bytes" | "list"; readonly isLarge: boolean }
  | { readonly kind: "fixed"; readonly width: number }
  /** A day in milliseconds, a time of day or a moment. */
  | { readonly kind: "time" | "moment" | "day"; readonly nanos: bigint; readonly bits: number };

/** A column, or a part of a nested one. */
export interface ArrowColumn {
  readonly name: string;
  readonly type: ArrowKind;
  readonly children: readonly ArrowColumn[];
  /** Name of the extension type, such as `arrow.json`. */
  readonly extension: string | undefined;
  /** Id of the dictionary whose values the indexes name. */
  readonly dictionary: { readonly id: number; readonly index: ArrowKind } | undefined;
}

const nanosOfUnit = [1_000_000_000n, 1_000_000n, 1000n, 1n];
const floatBits = [16, 32, 64];

/** Readers of types, by the number of the type in the union `Type`. */
const types: ReadonlyMap<number, (type: FlatTable | undefined) => ArrowKind> = new Map<
  number,
  (type: FlatTable | undefined) => ArrowKind
>([
  [1, () => ({ kind: "null" })],
  [2, (type) => intOf(type)],
  [3, (type) => ({ kind: "float", bits: floatBits[type?.number(0, 16) ?? 0] ?? 0 })],
  [4, () => ({ kind: "bytes", isLarge: false })],
  [5, () => ({ kind: "text", isLarge: false })],
  [6, () => ({ kind: "bool" })],
  [
    7,
    (type) => ({ kind: "decimal", scale: type?.number(1, 32) ?? 0, bits: type?.number(2, 32, 128) ?? 128 }),
  ],
  [
    8,
    (type) =>
      type?.number(0, 16, 1) === 0 ? { kind: "date" } : { kind: "day", nanos: 1_000_000n, bits: 64 },
  ],
  [9, (type) => ({ kind: "time", nanos: unitOf(type, 1), bits: type?.number(1, 32, 32) ?? 32 })],
  [10, (type) => ({ kind: "moment", nanos: unitOf(type, 0), bits: 64 })],
  [12, () => ({ kind: "list", isLarge: false })],
  [13, () => ({ kind: "struct" })],
  [15, (type) => ({ kind: "fixed", width: type?.number(0, 32) ?? 0 })],
  [17, () => ({ kind: "map" })],
  [19, () => ({ kind: "bytes", isLarge: true })],
  [20, () => ({ kind: "text", isLarge: true })],
  [21, () => ({ kind: "list", isLarge: true })],
]);

/**
 * Reads a field of a schema.
 *
 * @param field - The table `Field`
 * @returns The column
 * @throws ArrowFault when its type is one that this reader does not know
 * @see https://github.com/apache/arrow/blob/main/format/Schema.fbs
 */
export function columnOf(field: FlatTable): ArrowColumn {
  const number = field.number(2, 8);
  const type = types.get(number)?.(field.table(3));
  if (type === undefined) throw new ArrowFault(`it has the type ${number}`, { isUnknown: true });
  const dictionary = field.table(4);
  return {
    name: field.text(0) ?? "",
    type,
    children: field.tables(5).map((child) => columnOf(child)),
    extension: metadataOf(field, 6).get("ARROW:extension:name"),
    dictionary: dictionary && { id: dictionary.long(0), index: intOf(dictionary.table(1), 32) },
  };
}

/**
 * Reads metadata.
 *
 * @param table - The table that has it
 * @param slot - Where it is
 * @returns Values by name
 */
export function metadataOf(table: FlatTable, slot: number): ReadonlyMap<string, string> {
  return new Map(table.tables(slot).map((pair) => [pair.text(0) ?? "", pair.text(1) ?? ""]));
}

function intOf(type: FlatTable | undefined, otherwise = 0): ArrowKind {
  return { kind: "int", bits: type?.number(0, 32) ?? otherwise, signed: (type?.number(1, 8) ?? 1) !== 0 };
}

function unitOf(type: FlatTable | undefined, otherwise: number): bigint {
  return nanosOfUnit[type?.number(0, 16, otherwise) ?? otherwise] ?? 1n;
}
