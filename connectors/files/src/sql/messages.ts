import type { RowEncoding } from "@wellhead/sdk";

/** A source that a statement reads. */
export interface SqlView {
  /** Its name in the statement. */
  readonly id: string;
  /** SELECT that yields its rows. */
  readonly select: string;
  /** Real paths of its files. */
  readonly paths: readonly string[];
}

/** Limits of an engine. */
export interface SqlEngineLimits {
  /** Maximum memory, in the engine's notation. */
  readonly memoryLimit: string;
  /** Folder of the stand-ins and copies of files. */
  readonly folder: string;
}

/** Requests of the connector to an engine process, in this order. `start` is omitted if only the columns are needed. */
export type SqlRequest =
  | { readonly kind: "inspect"; readonly sql: string }
  | {
      readonly kind: "open";
      readonly sql: string;
      readonly views: readonly SqlView[];
      readonly limits: SqlEngineLimits;
    }
  | {
      readonly kind: "start";
      readonly encoding: RowEncoding;
      readonly limit: number | undefined;
      readonly skip: number;
    };

/** Error code for a statement that inspection rejects before the engine runs it. */
export const refused = "REFUSED";
