import { mkdir, readdir, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { makeTemporaryFolder } from "@wellhead/engine-process";
import { DuckDBInstance } from "./duckdb.js";
import { lockDown } from "./lock-down.js";

/** Limits of the engine. */
export interface EngineOptions {
  /** Maximum memory of the engine, such as `512MB`. */
  readonly memoryLimit: string;
  /** Number of threads; `undefined` means one per core. */
  readonly threads: number | undefined;
  /** Further folder whose files it may open. Default: none. */
  readonly copies?: string | undefined;
}

/**
 * The embedded DuckDB, locked down.
 *
 * It may open the listed files and those in one private folder, and nothing else. That folder holds a stand-in for
 * every file, which is either a link or a converted copy. Statements name files only by their stand-ins. So a user's
 * SQL reaches only the listed files, whatever it names, and no path of the machine appears in an error.
 */
export class Engine {
  readonly #options: EngineOptions;
  readonly #folder: string;
  #instance: Promise<DuckDBInstance> | undefined;
  #allowed: ReadonlySet<string> = new Set();
  #standIns = 0;
  /** Numbers of the stand-ins by owner. */
  readonly #owned = new Map<object, readonly number[]>();

  /**
   * Use {@link Engine.open} instead.
   *
   * @param options - Its limits
   * @param folder - Its private folder
   */
  constructor(options: EngineOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
  }

  /**
   * Creates an engine and its private folder.
   *
   * @param options - Its limits
   * @returns The engine; no file is allowed yet
   */
  static async open(options: EngineOptions): Promise<Engine> {
    // The engine resolves links before it compares paths, so its folder is passed as a real path.
    return new Engine(options, await makeTemporaryFolder("files"));
  }

  /**
   * Sets the files the engine may open.
   *
   * A locked engine accepts no further files, so new files need a new instance. Connections to the old instance work
   * until they are closed.
   *
   * @param paths - Real paths of the files
   */
  async allow(paths: readonly string[]): Promise<void> {
    if (this.#instance !== undefined && paths.every((path) => this.#allowed.has(path))) return;
    const next = this.#start(paths);
    await next;
    const last = this.#instance;
    this.#instance = next;
    this.#allowed = new Set(paths);
    (await last)?.closeSync();
  }

  /**
   * Returns the instance that all share, which is started again after it was lost.
   *
   * @throws TypeError when the engine is closed
   */
  async instance(): Promise<DuckDBInstance> {
    if (this.#instance === undefined) throw new TypeError("Could not connect to the engine: it is closed.");
    return await this.#instance;
  }

  /**
   * Starts an instance that may open the same files, for a statement that may end it.
   *
   * @returns The instance; the caller must close it
   */
  startAlone(): Promise<DuckDBInstance> {
    return this.#start([...this.#allowed]);
  }

  /**
   * Replaces the shared instance after it was lost. Whoever uses it learns that from its next statement.
   *
   * @param lost - The instance; nothing happens if it was replaced already
   */
  async replace(lost: DuckDBInstance): Promise<void> {
    const current = this.#instance;
    if ((await current) !== lost || this.#instance !== current) return;
    const next = this.startAlone();
    this.#instance = next;
    lost.closeSync();
    await next.catch((error: unknown) => {
      // The next listing starts it again.
      if (this.#instance === next) this.#instance = undefined;
      throw error;
    });
  }

  async #start(paths: readonly string[]): Promise<DuckDBInstance> {
    const { memoryLimit, threads, copies } = this.#options;
    const instance = await DuckDBInstance.create(":memory:", {
      memory_limit: memoryLimit,
      temp_directory: "",
      ...(threads !== undefined && { threads: String(threads) }),
    });
    const connection = await instance.connect();
    const folders = [this.#folder, ...(copies === undefined ? [] : [copies])];
    await connection.run(lockDown({ folders, paths, configs: ["streaming_buffer_size"] }));
    connection.closeSync();
    return instance;
  }

  /**
   * Creates the private folder again if something on the machine removed it, such as a cleaner of temporary files.
   *
   * @returns Whether it was missing, in which case stand-ins and copies are lost
   */
  async restoreFolder(): Promise<boolean> {
    try {
      await stat(this.#folder);
      return false;
    } catch {
      // Fails if somebody else has created a folder with this name.
      await mkdir(this.#folder, { mode: 0o700 });
      return true;
    }
  }

  /** Folder of the stand-ins and copies. */
  get folder(): string {
    return this.#folder;
  }

  /**
   * Reserves a path for a converted file.
   *
   * @param ending - Ending with its dot, by which the engine recognises compressed files
   * @param owner - Owner of the path, see {@link Engine.release}
   * @returns Its path inside the engine's folder; the file does not exist yet
   */
  reserveStandIn(ending: string, owner: object): string {
    this.#standIns++;
    this.#owned.set(owner, [...(this.#owned.get(owner) ?? []), this.#standIns]);
    return join(this.#folder, `${this.#standIns}${ending}`);
  }

  /**
   * Makes a file visible to the engine.
   *
   * @param path - Path of the file
   * @param ending - Its ending with the dot
   * @param owner - Owner of the stand-in, see {@link Engine.release}
   * @returns Path of its stand-in
   */
  async link(path: string, ending: string, owner: object): Promise<string> {
    const standIn = this.reserveStandIn(ending, owner);
    await symlink(path, standIn);
    return standIn;
  }

  /**
   * Makes a file visible to the engine under a path that tells it values of columns.
   *
   * @param path - Path of the file
   * @param folders - Folders of the path inside the engine's folder
   * @param options - Ending of the file with the dot, and the owner of the stand-in
   * @returns Path of its stand-in
   */
  async linkInside(
    path: string,
    folders: string,
    { ending, owner }: { readonly ending: string; readonly owner: object },
  ): Promise<string> {
    const folder = join(this.reserveStandIn("", owner), folders);
    await mkdir(folder, { recursive: true });
    const standIn = join(folder, `data${ending}`);
    await symlink(path, standIn);
    return standIn;
  }

  /**
   * Removes stand-ins and copies that are no longer needed.
   *
   * @param owners - Their owners
   */
  async release(owners: readonly object[]): Promise<void> {
    const numbers = new Set(owners.flatMap((owner) => this.#owned.get(owner) ?? []));
    for (const owner of owners) this.#owned.delete(owner);
    if (numbers.size === 0) return;
    // The name of a sheet's copy has a suffix after the number.
    const names = (await readdir(this.#folder)).filter((name) => numbers.has(Number.parseInt(name, 10)));
    await Promise.all(names.map((name) => rm(join(this.#folder, name), { recursive: true, force: true })));
  }

  /** Closes the engine and removes its folder. */
  async close(): Promise<void> {
    const last = this.#instance;
    this.#instance = undefined;
    (await last)?.closeSync();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
