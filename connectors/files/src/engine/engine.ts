import { mkdir, mkdtemp, readdir, realpath, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { lockDown } from "./lock-down.js";

/** Bounds of the engine. */
export interface EngineOptions {
  /** Most memory it may use, such as `512MB`. */
  readonly memoryLimit: string;
  /** Threads it computes with; `undefined` means one per core. */
  readonly threads: number | undefined;
}

/**
 * The embedded DuckDB, locked down.
 *
 * It may open the listed files and what lies in one private folder, and nothing else. In that folder every file
 * has a stand-in, a link or a converted copy, under which alone it is named. So SQL of a user reaches the listed
 * files only, whatever it names, and no path of the machine shows in an error.
 */
export class Engine {
  readonly #options: EngineOptions;
  readonly #folder: string;
  #instance: DuckDBInstance | undefined;
  #allowed: ReadonlySet<string> = new Set();
  #standIns = 0;
  /** Numbers of the stand-ins by what they belong to. */
  readonly #owned = new Map<object, readonly number[]>();

  /**
   * Made by {@link Engine.open}.
   *
   * @param options - Its bounds
   * @param folder - Its private folder
   */
  constructor(options: EngineOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
  }

  /**
   * Prepares an engine.
   *
   * @param options - Its bounds
   * @returns The engine; it may open no file yet
   */
  static async open(options: EngineOptions): Promise<Engine> {
    // The engine resolves links before it compares paths, so its own folder is named by its true path.
    return new Engine(options, await realpath(await mkdtemp(join(tmpdir(), "wellhead-files-"))));
  }

  /**
   * Sets the files the engine may open.
   *
   * A locked engine takes no further file, so a new one takes its place when there are new files; connections of
   * the old one go on until they are closed. Views are made anew.
   *
   * @param paths - True paths of the files
   */
  async allow(paths: readonly string[]): Promise<void> {
    if (this.#instance !== undefined && paths.every((path) => this.#allowed.has(path))) return;
    const last = this.#instance;
    this.#instance = await this.#start(paths);
    this.#allowed = new Set(paths);
    last?.closeSync();
  }

  async #start(paths: readonly string[]): Promise<DuckDBInstance> {
    const { memoryLimit, threads } = this.#options;
    const instance = await DuckDBInstance.create(":memory:", {
      memory_limit: memoryLimit,
      temp_directory: "",
      ...(threads !== undefined && { threads: String(threads) }),
    });
    const connection = await instance.connect();
    await connection.run(lockDown({ folder: this.#folder, paths, configs: ["streaming_buffer_size"] }));
    connection.closeSync();
    return instance;
  }

  /**
   * Makes the private folder anew when something on the machine removed it, such as a cleaner of temporary files.
   *
   * @returns Whether it did: stand-ins and copies are lost then
   */
  async restoreFolder(): Promise<boolean> {
    try {
      await stat(this.#folder);
      return false;
    } catch {
      // Fails when somebody else has made a folder of this name.
      await mkdir(this.#folder, { mode: 0o700 });
      return true;
    }
  }

  /** Folder of the stand-ins and copies. */
  get folder(): string {
    return this.#folder;
  }

  /** @returns A connection of its own; the caller closes it */
  connect(): Promise<DuckDBConnection> {
    if (this.#instance === undefined)
      throw new TypeError("Connect to the engine: found it closed, wanted it open");
    return this.#instance.connect();
  }

  /**
   * Makes a place for a converted file.
   *
   * @param ending - Ending with its dot, by which the engine knows compressed files
   * @param owner - What the place belongs to, see {@link Engine.release}
   * @returns Its path inside the engine's folder; nothing is there yet
   */
  reserveStandIn(ending: string, owner: object): string {
    this.#standIns++;
    this.#owned.set(owner, [...(this.#owned.get(owner) ?? []), this.#standIns]);
    return join(this.#folder, `${this.#standIns}${ending}`);
  }

  /**
   * Lets the engine see a file.
   *
   * @param path - Where the file is
   * @param ending - Its ending with the dot
   * @param owner - What the stand-in belongs to, see {@link Engine.release}
   * @returns Path of its stand-in
   */
  async link(path: string, ending: string, owner: object): Promise<string> {
    const standIn = this.reserveStandIn(ending, owner);
    await symlink(path, standIn);
    return standIn;
  }

  /**
   * Removes stand-ins and copies that are no longer needed.
   *
   * @param owners - What they belong to
   */
  async release(owners: readonly object[]): Promise<void> {
    const numbers = new Set(owners.flatMap((owner) => this.#owned.get(owner) ?? []));
    for (const owner of owners) this.#owned.delete(owner);
    if (numbers.size === 0) return;
    // A copy of a sheet has more behind the number.
    const names = (await readdir(this.#folder)).filter((name) => numbers.has(Number.parseInt(name, 10)));
    await Promise.all(names.map((name) => rm(join(this.#folder, name), { force: true })));
  }

  /** Ends the engine and removes its folder. */
  async close(): Promise<void> {
    this.#instance?.closeSync();
    this.#instance = undefined;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
