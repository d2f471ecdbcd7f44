import type { ConnectorMembers } from "@wellhead/sdk";

/** What the operator decides about the connector; each but the path has a default. */
export interface SqliteOptions extends Partial<Pick<ConnectorMembers, "id" | "name" | "description">> {
  /** Folder whose database files may be read, or a single database file. Nothing outside is ever opened. */
  readonly path: string;
  /**
   * Encoding of text in files that say they are in UTF-8, such as `windows-1252`. Default: UTF-8, and what is not UTF-8
   * is an error that names its row and column.
   */
  readonly encoding?: string;
  /** Whether people may write queries. Default: `true`. */
  readonly queries?: boolean;
  /** Milliseconds a stream may take in all. Default: 6 hours. */
  readonly streamTimeout?: number;
  /** Milliseconds the engine may compute without a row while one is waited for. Default: 2 minutes. */
  readonly silenceTimeout?: number;
  /** Milliseconds a question to the catalogue or about a query may take. Default: 15 seconds. */
  readonly questionTimeout?: number;
  /** Most bytes of memory the engine may take for one statement. Default: 128 MiB. */
  readonly memoryLimit?: number;
  /** Most bytes one statement may put into temporary files, where the system can bound them. Default: 4 GiB. */
  readonly temporaryLimit?: number;
  /** Most streams at once; more wait for their turn. Default: 24. */
  readonly mostStreams?: number;
}
