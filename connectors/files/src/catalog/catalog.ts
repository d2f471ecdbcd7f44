import { isConnectorError, type MakeSource, type Sources, upstreamUnavailable } from "@wellhead/sdk";
import type { Engine } from "../engine/engine.js";
import type { FoundFile } from "../folder/found-file.js";
import { type ListFilesOptions, listFiles } from "../folder/list-files.js";
import { makeSource } from "../sources/make-source.js";
import type { SqlEngines } from "../sql/sql-engines.js";
import { sourceIds } from "../tables/source-ids.js";
import type { Table } from "../tables/table.js";
import { loadTables } from "./load-tables.js";

/** What a catalogue needs. */
export interface CatalogOptions extends ListFilesOptions {
  /** Folder or file. */
  readonly path: string;
  readonly engine: Engine;
  /** The engines that run SQL of users. */
  readonly engines: SqlEngines;
  /** Most seconds one step of the engine may take. */
  readonly timeLimit: number;
}

/** A file and what became of it. */
interface Entry {
  readonly file: FoundFile;
  readonly tables: readonly Table[];
}

/** A table and the id of its source. */
interface NamedTable {
  readonly id: string;
  readonly table: Table;
}

/** Files that are loaded at the same time. */
const atOnce = 4;

/** The sources of a folder; follows the folder as it changes. */
export class Catalog {
  readonly #options: CatalogOptions;
  /** Names of files whose beginning did not show the types of their columns. */
  readonly #readWhole = new Set<string>();
  #entries: Map<string, Entry> = new Map();
  #tables: ReadonlyMap<string, NamedTable> = new Map();
  #sources: Sources | undefined;
  #refreshing: Promise<unknown> = Promise.resolve();

  /** @param options - Where to look and how far */
  constructor(options: CatalogOptions) {
    this.#options = options;
  }

  /**
   * Looks at the folder again.
   *
   * @param source - Makes a source
   * @returns The sources; the same object as before when no file has changed
   * @throws ConnectorError `upstream_unavailable` when the folder cannot be read
   */
  refresh(source: MakeSource<unknown>): Promise<Sources> {
    // One at a time, so that a file is loaded once; each looks at the folder after it was asked for.
    const refreshed = this.#refreshing.then(() => this.#refresh(source));
    this.#refreshing = refreshed.catch(() => undefined);
    return refreshed;
  }

  async #refresh(source: MakeSource<unknown>): Promise<Sources> {
    const files = await this.#list();
    const last = this.#entries;
    // A file that could not be read because of the machine may be readable by now.
    const unchanged =
      files.length === last.size && files.every((file) => isCurrent(last.get(file.name), file));
    if (this.#sources !== undefined && unchanged) return this.#sources;
    await this.#options.engine.allow(files.map(({ path }) => path));
    const entries = await this.#load(files);
    this.#sources = this.#publish(
      [...entries.values()].flatMap(({ tables }) => tables),
      source,
    );
    this.#entries = entries;
    return this.#sources;
  }

  async #list(): Promise<readonly FoundFile[]> {
    try {
      return await listFiles(this.#options.path, this.#options);
    } catch (error) {
      throw upstreamUnavailable(
        "List the files: found a folder that cannot be read, wanted one that exists and may be read",
        {
          cause: error,
        },
      );
    }
  }

  async #load(files: readonly FoundFile[]): Promise<Map<string, Entry>> {
    const entries = new Map<string, Entry>();
    for (let index = 0; index < files.length; index += atOnce) {
      const loaded = await Promise.all(files.slice(index, index + atOnce).map((file) => this.#entry(file)));
      for (const entry of loaded) entries.set(entry.file.name, entry);
    }
    return entries;
  }

  async #entry(file: FoundFile): Promise<Entry> {
    const last = this.#entries.get(file.name);
    if (last !== undefined && isCurrent(last, file)) return last;
    const { engine, timeLimit } = this.#options;
    const isWhole = this.#readWhole.has(file.name);
    const onSurprise = (): void => this.#loadAgain(file);
    return { file, tables: await loadTables(file, { engine, timeLimit, isWhole, onSurprise }) };
  }

  /** Has a file loaded anew on the next request, from all of its content. */
  #loadAgain({ name }: FoundFile): void {
    this.#readWhole.add(name);
    this.#entries.delete(name);
  }

  /**
   * Finds the table of a source.
   *
   * @param id - Its id; the case of letters does not count, as in SQL
   * @returns The id as it is written and the table, or `undefined` when there is none
   */
  table(id: string): NamedTable | undefined {
    return this.#tables.get(id.toLowerCase());
  }

  /** Makes the tables sources of the connector. */
  #publish(tables: readonly Table[], source: MakeSource<unknown>): Sources {
    const { engine, engines, timeLimit } = this.#options;
    const ids = sourceIds(tables);
    const named = tables.map((table, index) => ({ table, id: ids[index] ?? "" }));
    this.#tables = new Map(named.map((one) => [one.id.toLowerCase(), one]));
    // Entries, so that a name such as `__proto__` is a key like any other.
    return Object.fromEntries(
      named.map(({ table, id }) => [
        id,
        makeSource(source, {
          id,
          table,
          engine,
          engines,
          timeLimit,
          onSurprise: () => this.#loadAgain(table.file),
        }),
      ]),
    );
  }
}

/** Whether what became of a file still holds. */
function isCurrent(entry: Entry | undefined, file: FoundFile): boolean {
  if (entry?.file.version !== file.version) return false;
  return !entry.tables.some(
    (table) => "fault" in table && isConnectorError(table.fault) && table.fault.retryable,
  );
}
