import type { Columns } from "@wellhead/sdk";

/** JSON Schema, as a program writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A stream of a program. */
export interface Stream {
  /** Its name; with its namespace and a point before it, if another stream has the same name. */
  readonly id: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** Its columns; empty when the program does not know them. */
  readonly columns: Columns;
  /** Columns that identify a row; `undefined` when the program names none that are columns. */
  readonly key: readonly string[] | undefined;
  /** Whether the program can read what has changed since an earlier reading. */
  readonly isIncremental: boolean;
  /** Column by which it is read incrementally, if the operator says so. Default: the program decides. */
  readonly cursor?: string | undefined;
  /** The stream as the program described it. */
  readonly described: Readonly<Record<string, unknown>>;
}

/**
 * @param value - Any value
 * @returns Whether it is an object that is not an array
 */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param value - Any value
 * @returns Its texts, if it is an array; none otherwise
 */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
