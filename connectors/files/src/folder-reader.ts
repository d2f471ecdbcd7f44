import type { MakeSource, Sources } from "@wellhead/sdk";
import { Catalogue } from "./catalogue/catalogue.js";
import { Engine } from "./engine/engine.js";
import type { FilesConnectorOptions } from "./files-connector-options.js";
import { FolderStorage } from "./folder/folder-storage.js";
import { SqlEngines } from "./sql/sql-engines.js";

/** The engine and the catalogue of one folder. */
export class FolderReader {
  readonly #engine: Engine;
  readonly #engines: SqlEngines;
  readonly #catalogue: Catalogue;

  /**
   * Use {@link FolderReader.open} instead.
   *
   * @param engine - The engine
   * @param options - The folder and the limits
   */
  constructor(
    engine: Engine,
    {
      path,
      memoryLimit = "512MB",
      timeLimit = 60,
      maxStatements = 4,
      maxFiles = 10_000,
      maxDepth = 8,
      encoding = "windows-1252",
    }: FilesConnectorOptions,
  ) {
    this.#engine = engine;
    const storage = new FolderStorage(path, { maxFiles, maxDepth });
    const { folder } = engine;
    const table = (name: string) => this.#catalogue.table(name);
    this.#engines = new SqlEngines({ memoryLimit, timeLimit, maxStatements, folder, storage, table });
    const engines = this.#engines;
    this.#catalogue = new Catalogue({ storage, engine, engines, timeLimit, maxFiles, encoding });
  }

  /**
   * Starts the engine for a folder.
   *
   * @param options - The folder and the limits
   * @returns The reader
   */
  static async open(options: FilesConnectorOptions): Promise<FolderReader> {
    const { memoryLimit = "512MB", threads } = options;
    return new FolderReader(await Engine.open({ memoryLimit, threads }), options);
  }

  /**
   * Returns the sources of the folder in its current state.
   *
   * @param source - Creates a source from its definition
   * @param id - Source that the request is about; it is described before this returns
   * @returns The sources; the same object as before when nothing has changed
   */
  sources(source: MakeSource<unknown>, id?: string): Promise<Sources> {
    return this.#catalogue.refresh(source, id);
  }

  /** Notice to users about files that are left out; `undefined` when there are none. */
  get notice(): string | undefined {
    return this.#catalogue.notice;
  }

  /** Closes the engines. */
  async close(): Promise<void> {
    this.#engines.close();
    await this.#catalogue.close();
    return this.#engine.close();
  }
}
