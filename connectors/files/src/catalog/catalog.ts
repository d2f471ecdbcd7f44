import { type MakeSource, type Sources, upstreamUnavailable } from "@wellhead/sdk";
import type { Engine } from "../engine/engine.js";
import type { FoundFile } from "../folder/found-file.js";
import { type ListedFiles, type ListFilesOptions, listFiles } from "../folder/list-files.js";
import { makeSource, pendingSource } from "../sources/make-source.js";
import type { SqlEngines } from "../sql/sql-engines.js";
import { sourceIds } from "../tables/source-ids.js";
import type { Table } from "../tables/table.js";
import { DescribedFiles } from "./described-files.js";
import { loadTables } from "./load-tables.js";

/** What a catalogue needs. */
export interface CatalogOptions extends ListFilesOptions {
  /** Folder or file. */
  readonly path: string;
  readonly engine: Engine;
  /** The engines that run SQL of users. */
  readonly engines: SqlEngines;
  /** Maximum of seconds one step of the engine may take. */
  readonly timeLimit: number;
  /** Encoding of text that is neither UTF-8 nor UTF-16. */
  readonly encoding: string;
}

/** A table and the id of its source. */
interface NamedTable {
  readonly id: string;
  readonly table: Table;
}

/** A file, or a table of one, and the id of its source. */
interface NamedFile {
  readonly id: string;
  readonly file: FoundFile;
  /** `undefined` when the file is not described yet. */
  readonly table: Table | undefined;
}

/** Files that are described before the sources are listed; those of a larger folder follow in the background. */
const describedFirst = 100;

/** The sources of a folder; follows the folder as it changes. */
export class Catalog {
  readonly #options: CatalogOptions;
  /** Names of files whose beginning did not show the types of their columns. */
  readonly #readWhole = new Set<string>();
  readonly #described: DescribedFiles;
  #named: ReadonlyMap<string, NamedFile> = new Map();
  #sources: Sources | undefined;
  #leftOut = 0;
  #refreshing: Promise<unknown> = Promise.resolve();

  /** @param options - Where to look and how far */
  constructor(options: CatalogOptions) {
    this.#options = options;
    const { engine, timeLimit, encoding } = options;
    this.#described = new DescribedFiles((file) => {
      const isWhole = this.#readWhole.has(file.name);
      const onSurprise = (): void => this.#loadAgain(file);
      return loadTables(file, { engine, timeLimit, encoding, isWhole, onSurprise });
    });
  }

  /**
   * Looks at the folder again.
   *
   * @param source - Makes a source
   * @param id - Source that the request is about; it is described in any case
   * @returns The sources; the same object as before when nothing has changed
   * @throws ConnectorError `upstream_unavailable` when the folder cannot be read
   */
  refresh(source: MakeSource<unknown>, id?: string): Promise<Sources> {
    // One at a time; each looks at the folder after it was asked for.
    const refreshed = this.#refreshing.then(() => this.#refresh(source, id));
    this.#refreshing = refreshed.catch(() => undefined);
    return refreshed;
  }

  async #refresh(source: MakeSource<unknown>, id: string | undefined): Promise<Sources> {
    const { files, leftOut } = await this.#list();
    if (await this.#restoreFolder()) this.#described.forgetAll();
    if ((await this.#follow(files)) || leftOut !== this.#leftOut) this.#sources = undefined;
    this.#noteLeftOut(leftOut, files.length);
    await this.#options.engine.allow(files.map(({ path }) => path));
    // How many sources a workbook is, only its content shows.
    const first = this.#described.files.filter(
      ({ kind }, index) => index < describedFirst || kind === "xlsx",
    );
    const described = await this.#described.describe(first);
    const progressed = described || (id === undefined && this.#hasProgressed());
    let sources = (progressed ? undefined : this.#sources) ?? this.#publish(source);
    const wanted = id === undefined ? undefined : this.#named.get(id.toLowerCase());
    if (wanted !== undefined) {
      const wasPending = wanted.table === undefined;
      if ((await this.#described.describe([wanted.file])) || wasPending) sources = this.#publish(source);
    }
    this.#described.describeRest();
    return sources;
  }

  /** Takes over a listing, and removes the copies of files that changed or are gone: those who still read one are told so. */
  async #follow(files: readonly FoundFile[]): Promise<boolean> {
    const before = this.#described.files;
    if (!this.#described.follow(files)) return false;
    const current = new Set(this.#described.files);
    await this.#options.engine.release(before.filter((file) => !current.has(file)));
    return true;
  }

  /** Whether files were described since the sources were made. */
  #hasProgressed(): boolean {
    const named = [...this.#named.values()];
    return named.some(({ file, table }) => table === undefined && this.#described.tables(file) !== undefined);
  }

  async #restoreFolder(): Promise<boolean> {
    try {
      return await this.#options.engine.restoreFolder();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "an unknown fault";
      throw upstreamUnavailable(
        `Could not restore the temporary folder of the engine: the system reports ${code}. Try again later.`,
        { cause: error },
      );
    }
  }

  async #list(): Promise<ListedFiles> {
    try {
      return await listFiles(this.#options.path, this.#options);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "an unknown fault";
      throw upstreamUnavailable(
        `Could not list the files of the folder: the system reports ${code}. Try again later, or have its operator check that it exists and may be read.`,
        { cause: error },
      );
    }
  }

  #noteLeftOut(leftOut: number, listed: number): void {
    if (leftOut === this.#leftOut) return;
    this.#leftOut = leftOut;
    if (leftOut > 0)
      process.emitWarning(`${this.#options.path}: ${leftOutNotice(listed, leftOut)}`, "FilesWarning");
  }

  /** What a person who sees the sources should know; `undefined` when there is nothing. */
  get notice(): string | undefined {
    return this.#leftOut === 0 ? undefined : leftOutNotice(this.#options.maxFiles, this.#leftOut);
  }

  /** Has a file loaded anew on the next request, from all of its content. */
  #loadAgain(file: FoundFile): void {
    this.#readWhole.add(file.name);
    this.#described.forget(file);
  }

  /**
   * Finds the table of a source, and describes its file if need be.
   *
   * @param id - Its id; the case of letters does not count, as in SQL
   * @returns The id as it is written and the table, or `undefined` when there is none
   */
  async table(id: string): Promise<NamedTable | undefined> {
    const named = this.#named.get(id.toLowerCase());
    if (named === undefined) return undefined;
    const { file, table } = named;
    if (table !== undefined) return { id: named.id, table };
    await this.#described.describe([file]);
    // A file that is not a workbook has one table. It is not known when the file changed in between.
    const found = this.#described.tables(file)?.[0];
    return found === undefined ? undefined : { id: named.id, table: found };
  }

  /** Ends the work in the background. */
  close(): Promise<void> {
    return this.#described.close();
  }

  /** Makes the files and tables sources of the connector. */
  #publish(source: MakeSource<unknown>): Sources {
    const parts = this.#described.files.flatMap((file): ReadonlyArray<Omit<NamedFile, "id">> => {
      const tables = this.#described.tables(file);
      return tables === undefined ? [{ file, table: undefined }] : tables.map((table) => ({ file, table }));
    });
    const ids = sourceIds(parts.map(({ file, table }) => ({ file, ...sheetOf(table) })));
    const named = parts.map((part, index) => ({ ...part, id: ids[index] ?? "" }));
    this.#named = new Map(named.map((one) => [one.id.toLowerCase(), one]));
    const { engine, engines, timeLimit } = this.#options;
    // Entries, so that a name such as `__proto__` is a key like any other.
    const sources: Sources = Object.fromEntries(
      named.map(({ file, table, id }) => {
        if (table === undefined) return [id, pendingSource(source, id, file)];
        const onSurprise = (): void => this.#loadAgain(file);
        return [id, makeSource(source, { id, table, engine, engines, timeLimit, onSurprise })];
      }),
    );
    this.#sources = sources;
    return sources;
  }
}

function sheetOf(table: Table | undefined): { readonly sheet?: string } {
  return table?.sheet === undefined ? {} : { sheet: table.sheet };
}

function leftOutNotice(listed: number, leftOut: number): string {
  return `The folder has ${listed + leftOut} files: the first ${listed} by name are sources, ${leftOut} are left out. Serve a sub-folder, or set maxFiles, WELLHEAD_MAX_FILES or --max-files to ${listed + leftOut}, to read the others`;
}
