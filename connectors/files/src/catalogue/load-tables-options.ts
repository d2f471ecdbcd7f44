import type { Engine } from "../engine/engine.js";
import type { FileStorage } from "../folder/file-storage.js";

/** Options of {@link loadTables}. */
export interface LoadTablesOptions {
  readonly storage: FileStorage;
  readonly engine: Engine;
  /** Maximum seconds for one step of the engine. */
  readonly timeLimit: number;
  /** Encoding of text that is neither UTF-8 nor UTF-16. */
  readonly encoding: string;
  /** Whether to read the whole file. If `false`, only the beginning of a large file is read. */
  readonly isWhole: boolean;
  /** Called when later rows do not have the column types that the first rows showed. */
  readonly onSurprise: () => void;
}
