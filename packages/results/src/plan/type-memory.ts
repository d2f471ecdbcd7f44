import type { FoundTable } from "./find-tables.js";

/** What types are remembered for. */
export interface TypeKey {
  /** Base address of the connector. */
  readonly address: string;
  /** Id of the source. */
  readonly source: string;
  /** Version of the connector. */
  readonly version: string;
}

/** Types that a reading of all rows of a source found. */
export interface RememberedTypes {
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** Types of the columns, by id, as a user would name them. */
  readonly columns: Readonly<Record<string, string>>;
  /** Whether the source has no other columns. */
  readonly isComplete: boolean;
}

/** Where the types of columns that nobody declares are remembered. */
export interface TypeMemory {
  /** Returns what is remembered; `undefined` when nothing is. */
  readonly recall: (key: TypeKey) => Promise<RememberedTypes | undefined>;
  /** Remembers types, in addition to those of other columns. */
  readonly remember: (key: TypeKey, types: RememberedTypes) => Promise<void>;
}

/**
 * Returns what the types of a table are remembered for.
 *
 * @param table - Its connector and its source
 * @returns The key
 */
export function typeKeyOf({ connection, source }: Pick<FoundTable, "connection" | "source">): TypeKey {
  const { connector, application } = connection;
  return { address: connector.base.href, source: source.id, version: application.version };
}
