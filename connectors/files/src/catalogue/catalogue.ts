import { type MakeSource, type Sources, upstreamUnavailable } from "@wellhead/sdk";
import type { Engine } from "../engine/engine.js";
import type { FileStorage } from "../folder/file-storage.js";
import type { FoundFile } from "../folder/found-file.js";
import { isTableFolder } from "../folder/table-folder.js";
import type { FileEngine } from "../sources/cluster/file-engine.js";
import { makeSource, pendingSource } from "../sources/make-source.js";
import type { SqlEngines } from "../sql/sql-engines.js";
import type { FileLayout } from "../tables/file-layout.js";
import { sourceIds } from "../tables/source-ids.js";
import type { Table } from "../tables/table.js";
import { DescribedFiles } from "./described-files.js";
import { sampleOf } from "./folder-members.js";
import { loadTableFolder } from "./load-table-folder.js";
import { loadTables } from "./load-tables.js";
import { omissionNotices } from "./omission-notices.js";

/** Options of a {@link Catalogue}. */
export interface CatalogueOptions {
  readonly storage: FileStorage;
  /** Maximum number of files that become sources. */
  readonly maxFiles: number;
  readonly engine: Engine;
  /** Another engine, which reads the rows of the files that it reads alike. Default: none. */
  readonly cluster?: FileEngine | undefined;
  /** Engines that run the users' SQL. */
  readonly engines: SqlEngines;
  /** Maximum seconds for one step of the engine. */
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

/** Number of files described before the sources are listed. The other files are described in the background. */
const describedFirst = 100;

/** Maximum milliseconds for which a list of sources waits for them, so that the request does not time out. */
const firstWaitMs = 10_000;

/** Maximum number of workbooks that are copied before the sources are listed. */
const maxCopiedWorkbooks = 20;

/** Bytes that each prefetched file counts at least, because a request takes as long as many bytes. */
const minPrefetchedBytes = 512 * 1024;

/** The sources of a folder, updated as the folder changes. */
export class Catalogue {
  readonly #options: CatalogueOptions;
  /** Names of files to read in full, because their first rows did not show the types of their columns. */
  readonly #readWhole = new Set<string>();
  readonly #described: DescribedFiles;
  /** The layouts of the files of tables. */
  readonly #layouts = new WeakMap<FoundFile, FileLayout>();
  /** The files and folders that are sources, in the order of the listing. */
  #files: readonly FoundFile[] = [];
  #named: ReadonlyMap<string, NamedFile> = new Map();
  #sources: Sources | undefined;
  /** Notices to users about files that are no sources. */
  #notices: readonly string[] = [];
  #refreshing: Promise<unknown> = Promise.resolve();

  /** @param options - The folder, the engines and the limits */
  constructor(options: CatalogueOptions) {
    this.#options = options;
    const { storage, engine, timeLimit, encoding } = options;
    this.#described = new DescribedFiles((file) => {
      if (isTableFolder(file)) {
        const tableOf = (member: FoundFile): Promise<Table | undefined> => this.#tableOf(member);
        const onSurprise = (): void => this.#described.forget(file);
        const isReadWhole = ({ name }: FoundFile): boolean => this.#readWhole.has(name);
        const onInexact = (): void => this.#loadAgain(file);
        const events = { onSurprise, onInexact };
        const layouts = this.#layouts;
        return loadTableFolder(file, {
          storage,
          engine,
          timeLimit,
          tableOf,
          layouts,
          isReadWhole,
          ...events,
        });
      }
      const isWhole = this.#readWhole.has(file.name);
      const onSurprise = (): void => this.#loadAgain(file);
      return loadTables(file, { storage, engine, timeLimit, encoding, isWhole, onSurprise });
    });
  }

  /**
   * Lists the folder again and updates the sources.
   *
   * @param source - Creates a source from its definition
   * @param id - Source that the request is about; it is described before this returns
   * @returns The sources; the same object as before when nothing has changed
   * @throws ConnectorError `upstream_unavailable` when the folder cannot be read
   */
  async refresh(source: MakeSource<unknown>, id?: string): Promise<Sources> {
    // Refreshes run one at a time, and each lists the folder after it was requested.
    const refreshed = this.#refreshing.then(() => this.#refresh(source, id));
    this.#refreshing = refreshed.catch(() => undefined);
    const listed = await refreshed;
    // Other requests do not wait for this file, which may be large and far away.
    const sources = id === undefined ? listed : ((await this.#describeSource(source, id)) ?? listed);
    this.#described.describeRemaining(this.#prefetchedFiles());
    return sources;
  }

  /** Describes the file of a source. Returns `undefined` when the sources are the same as before. */
  async #describeSource(source: MakeSource<unknown>, id: string): Promise<Sources | undefined> {
    const wanted = this.#named.get(id.toLowerCase());
    if (wanted === undefined) return undefined;
    const isNew = await this.#described.describe([wanted.file]);
    return isNew || wanted.table === undefined ? this.#publish(source) : undefined;
  }

  async #refresh(source: MakeSource<unknown>, id: string | undefined): Promise<Sources> {
    const listed = await this.#options.storage.list();
    const { files, tables } = listed;
    const members = tables.flatMap((table) => table.members);
    if (await this.#restoreFolder()) this.#described.forgetAll();
    const isNoticeNew = this.#note(omissionNotices(listed));
    if ((await this.#follow([...new Set([...files, ...members]), ...tables])) || isNoticeNew)
      this.#sources = undefined;
    const { engine, storage } = this.#options;
    const paths = storage.copies === undefined ? [...files, ...members].map(({ path }) => path) : [];
    await engine.allow(paths);
    this.#files = [...files, ...tables].flatMap((file) => this.#described.current(file) ?? []);
    const described = await this.#described.describeListed(this.#firstFiles(), firstWaitMs);
    const progressed = described || (id === undefined && this.#hasProgressed());
    return (progressed ? undefined : this.#sources) ?? this.#publish(source);
  }

  /** Returns the files that are described in the background. Tables come first, because a filter on them saves most. */
  #prefetchedFiles(): readonly FoundFile[] {
    const { prefetchBytes } = this.#options.storage;
    if (prefetchBytes === Number.POSITIVE_INFINITY) return this.#files;
    const [tables, files] = [true, false].map((isTable) =>
      this.#files.filter((file) => isTableFolder(file) === isTable),
    );
    let left = prefetchBytes;
    return [...(tables ?? []), ...(files ?? [])].filter((file) => {
      const needed = isTableFolder(file) ? sampleOf(file.members) : [file];
      const bytes = needed.reduce((sum, { size }) => sum + Math.max(size, minPrefetchedBytes), 0);
      if (bytes > left) return false;
      left -= bytes;
      return true;
    });
  }

  /** Returns the files that are described before the sources are listed. */
  #firstFiles(): readonly FoundFile[] {
    // Only the content of a workbook shows how many sources it has.
    if (this.#options.storage.copies !== undefined)
      return this.#files.filter(({ kind }) => kind === "xlsx").slice(0, maxCopiedWorkbooks);
    return this.#files.filter((file, index) =>
      isTableFolder(file)
        ? file.members.length <= describedFirst
        : index < describedFirst || file.kind === "xlsx",
    );
  }

  /**
   * Adopts a listing, and removes the copies of files that changed or were deleted. A request that is still reading
   * such a file fails with an error that says so.
   */
  async #follow(files: readonly FoundFile[]): Promise<boolean> {
    const before = this.#described.files;
    if (!this.#described.follow(files)) return false;
    const current = new Set(this.#described.files);
    await this.#options.engine.release(before.filter((file) => !current.has(file)));
    return true;
  }

  /** Returns whether files were described since the sources were made. */
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

  /** Notes and warns about files that are no sources. Returns whether that has changed. */
  #note(notices: readonly string[]): boolean {
    const added = notices.filter((notice) => !this.#notices.includes(notice));
    const isNew = added.length > 0 || notices.length !== this.#notices.length;
    this.#notices = notices;
    for (const notice of added)
      process.emitWarning(`${this.#options.storage.place}: ${notice}`, "FilesWarning");
    return isNew;
  }

  /** Notice to users about files that are no sources; `undefined` when there are none. */
  get notice(): string | undefined {
    return this.#notices.length === 0 ? undefined : this.#notices.join(". ");
  }

  /** Notes that the content of a file ends an engine. */
  #break(file: FoundFile, fault: Error): void {
    this.#described.break(file, fault);
    this.#sources = undefined;
  }

  /** Makes the next request load a file again, this time from all of its content. */
  #loadAgain(file: FoundFile): void {
    this.#readWhole.add(file.name);
    this.#described.forget(file);
    const files = isTableFolder(file) ? file.members : [file];
    for (const member of files) {
      this.#readWhole.add(member.name);
      this.#described.forget(member);
    }
    for (const table of this.#files.filter(isTableFolder)) {
      if (table.members.some((member) => files.includes(member))) this.#described.forget(table);
    }
  }

  /**
   * Returns the table of a source, after describing its file if necessary.
   *
   * @param id - Id of the source; case-insensitive, as in SQL
   * @returns The id in its original case and the table, or `undefined` when there is no such source
   */
  async table(id: string): Promise<NamedTable | undefined> {
    const named = this.#named.get(id.toLowerCase());
    if (named === undefined) return undefined;
    const { file, table } = named;
    if (table !== undefined) return { id: named.id, table };
    await this.#described.describe([file]);
    // A file that is not a workbook has one table. It has none when the file changed in the meantime.
    const found = this.#described.tables(file)?.[0];
    return found === undefined ? undefined : { id: named.id, table: found };
  }

  /** Returns the table of a file that is part of a table. */
  async #tableOf(file: FoundFile): Promise<Table | undefined> {
    const current = this.#described.current(file) ?? file;
    await this.#described.describe([current]);
    return this.#described.tables(current)?.[0];
  }

  /** Stops the background work. */
  close(): Promise<void> {
    return this.#described.close();
  }

  /** Publishes the files and tables as sources of the connector. */
  #publish(source: MakeSource<unknown>): Sources {
    const parts = this.#files.flatMap((file): ReadonlyArray<Omit<NamedFile, "id">> => {
      const tables = this.#described.tables(file);
      return tables === undefined ? [{ file, table: undefined }] : tables.map((table) => ({ file, table }));
    });
    const ids = sourceIds(parts.map(({ file, table }) => ({ file, ...sheetOf(table) })));
    const named = parts.map((part, index) => ({ ...part, id: ids[index] ?? "" }));
    this.#named = new Map(named.map((one) => [one.id.toLowerCase(), one]));
    const { storage, engine, cluster, engines, timeLimit } = this.#options;
    // Built from entries, so that a name such as `__proto__` becomes an ordinary key.
    const sources: Sources = Object.fromEntries(
      named.map(({ file, table, id }) => {
        if (table === undefined) return [id, pendingSource(source, id, { file, storage })];
        const onSurprise = (): void => this.#loadAgain(file);
        const onFault = (fault: Error): void => this.#break(file, fault);
        const readers = { engine, cluster, engines, timeLimit };
        return [id, makeSource(source, { id, table, storage, ...readers, onSurprise, onFault })];
      }),
    );
    this.#sources = sources;
    return sources;
  }
}

function sheetOf(table: Table | undefined): { readonly sheet?: string } {
  return table?.sheet === undefined ? {} : { sheet: table.sheet };
}
