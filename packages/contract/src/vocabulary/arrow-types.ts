/** Unit of a time in an Arrow stream: seconds, milliseconds, microseconds or nanoseconds. */
export type ArrowTimeUnit = "s" | "ms" | "us" | "ns";

/**
 * Type of a column in an Arrow stream, as far as Wellhead writes it.
 *
 * @see docs/arrow.md, "Types"
 */
export type ArrowType =
  | { readonly kind: "bool" | "text" | "bytes" | "date" | "uuid" | "json" }
  | { readonly kind: "int"; readonly bits: 8 | 16 | 32 | 64; readonly signed: boolean }
  | { readonly kind: "float"; readonly bits: 32 | 64 }
  /** At most 38 digits are 128 bits wide, at most 76 digits 256. */
  | { readonly kind: "decimal"; readonly precision: number; readonly scale: number }
  | { readonly kind: "time"; readonly unit: "us" | "ns" }
  /** A `zone` makes it an instant; without one it is a date and time of an unknown zone. */
  | { readonly kind: "timestamp"; readonly unit: ArrowTimeUnit; readonly zone?: "UTC" }
  | { readonly kind: "list"; readonly item: ArrowType }
  | { readonly kind: "struct"; readonly fields: readonly ArrowField[] }
  /** Keys are text. */
  | { readonly kind: "map"; readonly value: ArrowType };

/** A column of an Arrow stream, or a member of a struct. */
export interface ArrowField {
  readonly name: string;
  readonly type: ArrowType;
  /** Whether its values may be null. Default: `true`. */
  readonly nullable?: boolean;
  /** Further facts by name. Default: none. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * Names of the metadata in an Arrow stream. `connector`, `source` and `version` belong to the schema, `type`, `title`
 * and `description` to its fields. `error` and `status` belong to the last record batch of a stream that failed.
 */
export const arrowMetadata = {
  connector: "wellhead.connector",
  version: "wellhead.version",
  source: "wellhead.source",
  type: "wellhead.type",
  title: "wellhead.title",
  description: "wellhead.description",
  error: "wellhead.error",
  status: "wellhead.status",
} as const;
