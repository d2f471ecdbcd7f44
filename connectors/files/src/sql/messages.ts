import type { RowEncoding } from "@wellhead/sdk";

/** A source that a statement reads. */
export interface SqlView {
  /** Its name in the statement. */
  readonly id: string;
  /** SELECT that yields its rows. */
  readonly select: string;
  /** True path of its file. */
  readonly path: string;
}

/** What the engine may take and see. */
export interface SqlEngineLimits {
  /** Maximum of its memory, in the engine's words. */
  readonly memoryLimit: string;
  /** Folder of the stand-ins and copies of files. */
  readonly folder: string;
}

/** What the connector asks of an engine process, in this order; `start` is left out when only the columns are of interest. */
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

/** Code of a fault that the text of the statement shows, before the engine runs it. */
export const refused = "REFUSED";
