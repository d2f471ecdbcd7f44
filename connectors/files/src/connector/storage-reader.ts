import type { DiscoverContext, MakeSource, Sources } from "@wellhead/sdk";
import { Catalogue } from "../catalogue/catalogue.js";
import { Engine } from "../engine/engine.js";
import type { FileStorage } from "../folder/file-storage.js";
import { SqlEngines } from "../sql/sql-engines.js";
import type { FilesConnectorOptions } from "./files-connector-options.js";

/** Limits of a {@link StorageReader}. */
export interface StorageReaderOptions extends Omit<FilesConnectorOptions, "path"> {
  readonly maxFiles: number;
}

/** The engine and the catalogue of one storage. */
export class StorageReader {
  readonly #storage: FileStorage;
  readonly #engine: Engine;
  readonly #engines: SqlEngines;
  readonly #catalogue: Catalogue;

  /**
   * Use {@link StorageReader.open} instead.
   *
   * @param engine - The engine
   * @param storage - Where the files are
   * @param options - The limits
   */
  constructor(
    engine: Engine,
    storage: FileStorage,
    {
      memoryLimit = "512MB",
      timeLimit = 60,
      maxStatements = 4,
      maxFiles,
      encoding = "windows-1252",
      engine: cluster,
    }: StorageReaderOptions,
  ) {
    this.#engine = engine;
    this.#storage = storage;
    const { folder } = engine;
    const table = (name: string) => this.#catalogue.table(name);
    this.#engines = new SqlEngines({ memoryLimit, timeLimit, maxStatements, folder, storage, table });
    const engines = this.#engines;
    this.#catalogue = new Catalogue({ storage, engine, cluster, engines, timeLimit, maxFiles, encoding });
  }

  /**
   * Starts the engine for a storage.
   *
   * @param options - The limits
   * @param storage - Where the files are; it is closed with the reader
   * @returns The reader
   */
  static async open(options: StorageReaderOptions, storage: FileStorage): Promise<StorageReader> {
    const { memoryLimit = "512MB", threads } = options;
    const { copies } = storage;
    return new StorageReader(await Engine.open({ memoryLimit, threads, copies }), storage, options);
  }

  /**
   * Returns the sources of the storage in its current state.
   *
   * @param source - Creates a source from its definition
   * @param id - Source that the request is about; it is described before this returns
   * @param context - Client of the connector. Default: that of the last request
   * @returns The sources; the same object as before when nothing has changed
   */
  sources(source: MakeSource<unknown>, id?: string, context?: DiscoverContext): Promise<Sources> {
    if (context !== undefined) this.#storage.use?.(context);
    return this.#catalogue.refresh(source, id);
  }

  /** Notice to users about files that are left out; `undefined` when there are none. */
  get notice(): string | undefined {
    return this.#catalogue.notice;
  }

  /** Closes the engines and the storage. */
  async close(): Promise<void> {
    this.#engines.close();
    await this.#catalogue.close();
    await this.#engine.close();
    await this.#storage.close();
  }
}
