/** How to write a scalar value. Every scalar type of PostgreSQL maps to one kind. */
export type ScalarKind = "boolean" | "number" | "json" | "bytes" | "date" | "timestamp" | "text";

/** How to write the values of a column. */
export type ValueKind =
  | { readonly kind: ScalarKind }
  | { readonly kind: "hstore" | "vector" }
  | { readonly kind: "array"; readonly element: ValueKind; readonly delimiter: string }
  | { readonly kind: "composite"; readonly fields: ReadonlyArray<readonly [name: string, value: ValueKind]> }
  | { readonly kind: "range" | "multirange"; readonly bound: ValueKind };

/** Kinds of the types that are not written as text, by object id. The ids are the same on all servers. */
const scalars: ReadonlyMap<number, ScalarKind> = new Map([
  [16, "boolean"],
  [17, "bytes"],
  [20, "number"],
  [21, "number"],
  [23, "number"],
  [114, "json"],
  [700, "number"],
  [701, "number"],
  [1082, "date"],
  [1114, "timestamp"],
  [1184, "timestamp"],
  [1700, "number"],
  [3802, "json"],
]);

/** Built-in types that are written as text. They need no catalogue lookup. */
const texts: ReadonlySet<number> = new Set([
  18, 19, 25, 26, 142, 600, 601, 602, 603, 604, 628, 650, 705, 718, 774, 790, 829, 869, 1042, 1043, 1083,
  1186, 1266, 1560, 1562, 2278, 2950, 3614, 3615,
]);

type RangeEntry = readonly [type: number, range: readonly ["range" | "multirange", bound: number]];

/** The common ranges and multiranges with the types of their bounds, by object id. */
const ranges = new Map(
  [
    [3904, 4451, 23],
    [3906, 4532, 1700],
    [3908, 4533, 1114],
    [3910, 4534, 1184],
    [3912, 4535, 1082],
    [3926, 4536, 20],
  ].flatMap(([range = 0, multirange = 0, bound = 0]): readonly RangeEntry[] => [
    [range, ["range", bound]],
    [multirange, ["multirange", bound]],
  ]),
);

/** Element types of the common arrays, by object id of the array. */
const arrays: ReadonlyMap<number, number> = new Map([
  [1000, 16],
  [1001, 17],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1115, 1114],
  [1182, 1082],
  [1185, 1184],
  [1231, 1700],
  [2951, 2950],
  [199, 114],
  [3807, 3802],
]);

/**
 * Returns the kind of a built-in type, which is the same on every server.
 *
 * @param type - Object id of the type
 * @returns Its kind, or `undefined` for a type that must be looked up in the catalogue
 */
export function builtInKind(type: number): ValueKind | undefined {
  const scalar = scalars.get(type);
  if (scalar !== undefined) return { kind: scalar };
  if (texts.has(type)) return { kind: "text" };
  const range = ranges.get(type);
  if (range !== undefined) return { kind: range[0], bound: { kind: scalars.get(range[1]) ?? "text" } };
  const element = arrays.get(type);
  if (element === undefined) return undefined;
  return { kind: "array", element: { kind: scalars.get(element) ?? "text" }, delimiter: "," };
}
