import type { FileEngine } from "../sources/cluster/file-engine.js";

/** Options of {@link filesConnector}: what it reads, and its limits. */
export interface FilesConnectorOptions {
  /** Folder whose files are the sources, or a single file. */
  readonly path: string;
  /** Id of the connector, and its path in a service with several connectors. Default: `files`. */
  readonly id?: string;
  /** Name shown to users. Default: the name of the folder or file. */
  readonly name?: string;
  /** Maximum memory of the engine, in the engine's notation. Default: `512MB`. */
  readonly memoryLimit?: string;
  /** Number of threads of the engine. Default: one per core. */
  readonly threads?: number;
  /** Maximum seconds between two batches of rows from the engine. Default: 60. */
  readonly timeLimit?: number;
  /** Maximum number of `sql` statements that run at once; all callers share them. Default: 4. */
  readonly maxStatements?: number;
  /** Maximum number of files that become sources, in the order of their names. Default: 10,000. */
  readonly maxFiles?: number;
  /** Maximum depth of sub-folders that are searched for files; 0 means the folder itself only. Default: 8. */
  readonly maxDepth?: number;
  /**
   * Encoding of text files that are neither UTF-8 nor UTF-16, such as `shift_jis` or `gb18030`. Labels of the Encoding
   * Standard are accepted. Default: `windows-1252`.
   *
   * @see https://encoding.spec.whatwg.org/#names-and-labels
   */
  readonly encoding?: string;
  /**
   * Another engine, which reads the rows of the files that it reads like the embedded one, such as `clickhouseEngine(…)`
   * of `@wellhead/clickhouse`. It is closed with the connector. Default: the embedded engine reads all rows.
   */
  readonly engine?: FileEngine;
}
