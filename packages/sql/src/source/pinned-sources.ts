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
/** Maximum number of tables that are read concurrently: hundreds of them share a few connections. */
const maxReadings = 4;

/** The sources of the tables that an operator chose. Their columns are refreshed at most once a minute. */
export class PinnedSources {
  readonly #options: PinnedSourcesOptions;
  #known: { readonly text: string; readonly sources: Sources } | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  /** The reading in progress. Requests that have no sources yet share it. */
  #reading: Promise<Sources> | undefined;

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
    this.#reading ??= this.#refresh(make).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #refresh<Account extends AnyAccount>(make: MakeSource<Account>): Promise<Sources> {
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

  async #read(): Promise<readonly KnownTable[]> {
    const { reader, tables } = this.#options;
    const failed = new AbortController();
    const known: KnownTable[] = [];
    const left = tables.entries();
    const readNext = async (): Promise<void> => {
      for (const [index, table] of left) {
        const context = { account: { kind: "none" }, signal: failed.signal };
        const shape = await reader.catalogue(context).table(table);
        known[index] = { ...table, ...shape, source: sourceId(table) };
      }
    };
    try {
      await Promise.all(Array.from({ length: maxReadings }, readNext));
      return known;
    } catch (error) {
      failed.abort();
      throw error;
    }
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

function sourceId({ schema, table }: NamedTable): string {
  return schema === "" ? table : `${schema}.${table}`;
}
