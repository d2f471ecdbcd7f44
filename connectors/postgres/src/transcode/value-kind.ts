/** How a value is written; every type of PostgreSQL has one. */
export type ScalarKind = "boolean" | "number" | "json" | "bytes" | "date" | "timestamp" | "text";

/** How the values of a column are written. */
export interface ValueKind {
  readonly kind: ScalarKind;
  /** Character between the elements of an array; absent for what is no array. */
  readonly delimiter?: string;
}

/** Kinds of the types that are not written as text, by object id. The ids are fixed for all servers. */
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

/** Types written as text, so that the catalogue need not be asked about them. */
const texts: ReadonlySet<number> = new Set([
  18, 19, 25, 26, 142, 600, 601, 602, 603, 604, 628, 650, 705, 718, 774, 790, 829, 869, 1042, 1043, 1083,
  1186, 1266, 1560, 1562, 2278, 2950, 3614, 3615, 3904, 3906, 3908, 3910, 3912, 3926,
]);

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
 * Gives the kind of a type that is the same on every server.
 *
 * @param type - Object id of the type
 * @returns Its kind, or `undefined` for a type that the catalogue must be asked about
 */
export function builtInKind(type: number): ValueKind | undefined {
  const scalar = scalars.get(type);
  if (scalar !== undefined) return { kind: scalar };
  if (texts.has(type)) return { kind: "text" };
  const element = arrays.get(type);
  return element === undefined ? undefined : { kind: scalars.get(element) ?? "text", delimiter: "," };
}

/**
 * Gives the kind of one element of an array.
 *
 * @param type - Object id of the element's type
 * @returns Its kind; text for a type of the database's own
 */
export function elementKind(type: number): ScalarKind {
  return scalars.get(type) ?? "text";
}
