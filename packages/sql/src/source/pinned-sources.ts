import type { AnyAccount, MakeSource, Source, Sources } from "@wellhead/sdk";
import type { NamedTable } from "../table/pinned-table.js";
import type { TableReader } from "../table/table-reader.js";
import { type KnownTable, pinnedTableSource } from "./pinned-table-source.js";

/** Options of {@link PinnedSources}. */
export interface PinnedSourcesOptions {
  /** The database. */
  readonly reader: TableReader;
  /** The tables. */
  readonly tables: readonly NamedTable[];
  /** Sources in addition to the tables. */
  readonly others: Sources;
  /** Returns the current time in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
}

const freshness = 60_000;

/** The sources of the tables that an operator chose. Their columns are refreshed at most once a minute. */
export class PinnedSources {
  readonly #options: PinnedSourcesOptions;
  #known: { readonly text: string; readonly sources: Sources } | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  /**
   * Creates the sources without reading anything yet.
   *
   * @param options - Database and tables
   */
  constructor(options: PinnedSourcesOptions) {
    this.#options = options;
  }

  /**
   * Returns the sources. It is the same object as long as no table has changed.
   *
   * @param make - Creates sources of the connector
   * @returns One source per table, and the other sources
   * @throws ConnectorError when the tables cannot be read and have never been read
   */
  async find<Account extends AnyAccount>(make: MakeSource<Account>): Promise<Sources> {
    const now = (this.#options.now ?? Date.now)();
    if (this.#known !== undefined && now - this.#readAt < freshness) return this.#known.sources;
    this.#readAt = now;
    try {
      const tables = await this.#read();
      const text = JSON.stringify(tables);
      if (this.#known?.text !== text) this.#known = { text, sources: this.#sourcesOf(make, tables) };
      return this.#known.sources;
    } catch (error) {
      // Stale sources are better than none. Reading rows will report the problem.
      if (this.#known !== undefined) return this.#known.sources;
      this.#readAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  #read(): Promise<readonly KnownTable[]> {
    const { reader, tables } = this.#options;
    return Promise.all(
      tables.map(async (table) => ({
        ...table,
        ...(await reader.catalogue(unasked()).table(table)),
        source: sourceId(table),
      })),
    );
  }

  #sourcesOf<Account extends AnyAccount>(make: MakeSource<Account>, tables: readonly KnownTable[]): Sources {
    const { reader, others } = this.#options;
    const sources = tables.map((known): [string, Source] => [
      known.source,
      pinnedTableSource(make, reader, { known, tables }),
    ]);
    return { ...Object.fromEntries(sources), ...others };
  }
}

/** A context without a request. Each has a signal of its own, because many listeners on one would look like a leak. */
function unasked() {
  return { account: { kind: "none" }, signal: new AbortController().signal };
}

function sourceId({ schema, table }: NamedTable): string {
  return schema === "" ? table : `${schema}.${table}`;
}
