import type { MakeSource, Sources } from "@wellhead/sdk";
import { Catalog } from "./catalog/catalog.js";
import { Engine } from "./engine/engine.js";
import type { FilesConnectorOptions } from "./files-connector.js";
import { SqlEngines } from "./sql/sql-engines.js";

/** The engine and the catalogue of one folder. */
export class FolderReader {
  readonly #engine: Engine;
  readonly #engines: SqlEngines;
  readonly #catalog: Catalog;

  /**
   * Made by {@link FolderReader.open}.
   *
   * @param engine - The engine
   * @param options - The folder and its bounds
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
    const table = (name: string) => this.#catalog.table(name);
    this.#engines = new SqlEngines({ memoryLimit, timeLimit, maxStatements, folder: engine.folder, table });
    const engines = this.#engines;
    this.#catalog = new Catalog({ path, engine, engines, timeLimit, maxFiles, maxDepth, encoding });
  }

  /**
   * Starts the engine for a folder.
   *
   * @param options - The folder and its bounds
   * @returns The reader
   */
  static async open(options: FilesConnectorOptions): Promise<FolderReader> {
    const { memoryLimit = "512MB", threads } = options;
    return new FolderReader(await Engine.open({ memoryLimit, threads }), options);
  }

  /**
   * Gives the sources of the folder as it is now.
   *
   * @param source - Makes a source
   * @param id - Source that the request is about; it is described in any case
   * @returns The sources; the same object as before when nothing has changed
   */
  sources(source: MakeSource<unknown>, id?: string): Promise<Sources> {
    return this.#catalog.refresh(source, id);
  }

  /** What a person who sees the sources should know: the files that are left out; `undefined` when there are none. */
  get notice(): string | undefined {
    return this.#catalog.notice;
  }

  /** Ends the engines. */
  async close(): Promise<void> {
    this.#engines.close();
    await this.#catalog.close();
    return this.#engine.close();
  }
}
