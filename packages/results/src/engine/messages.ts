/** The limits of an engine. */
export interface EngineLimits {
  /** Maximum memory, such as `1GB`. */
  readonly memory: string;
  /** Maximum size of its temporary files, such as `16GB`. */
  readonly temporaryFiles: string;
  /** Number of threads. */
  readonly threads: number;
}

/**
 * A request to an engine process. The first one must be `open`, which a spare process receives only when it is used.
 */
export type EngineRequest =
  | {
      readonly kind: "open";
      readonly limits: EngineLimits;
      /** The only folder whose files it may open. */
      readonly folder: string;
      /** Folder for the temporary files with data that exceeds its memory. */
      readonly spillFolder: string;
    }
  /** Runs statements of this package. The response has the rows of the last one, each an array of texts. */
  | { readonly kind: "run"; readonly sql: string }
  /** Checks a statement of a user without running it: it must be one SELECT. The response is its syntax tree. */
  | { readonly kind: "parse"; readonly sql: string }
  /** Closes the database. The next request must be `open`. */
  | { readonly kind: "reset" }
  /** Sends the rows of a statement with one text column, one line per row. */
  | { readonly kind: "lines"; readonly sql: string };

/** Error code of a statement that is rejected before it runs. */
export const refused = "REFUSED";
