/** What the engine may take. */
export interface EngineLimits {
  /** Maximum of its memory, such as `1GB`. */
  readonly memory: string;
  /** Maximum of what it moves to temporary files, such as `16GB`. */
  readonly temporaryFiles: string;
  /** Threads it computes with. */
  readonly threads: number;
}

/** What is asked of an engine process; `open` comes first. */
export type EngineRequest =
  | {
      readonly kind: "open";
      readonly limits: EngineLimits;
      /** The only folder whose files it may open. */
      readonly folder: string;
      /** Where it moves what exceeds its memory. */
      readonly spillFolder: string;
    }
  /** Runs statements of ours; the rows of the last are the answer, each an array of texts. */
  | { readonly kind: "run"; readonly sql: string }
  /** Checks a statement of a user without running it: it must be one SELECT. The answer is its syntax tree. */
  | { readonly kind: "parse"; readonly sql: string }
  /** Sends the rows of a statement with one column of text, a line each. */
  | { readonly kind: "lines"; readonly sql: string };

/** Code of a fault that the text of a statement shows before it is run. */
export const refused = "REFUSED";
