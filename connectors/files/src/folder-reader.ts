import type { MakeSource, Sources } from "@wellhead/sdk";
import { Catalog } from "./catalog/catalog.js";
import { Engine } from "./engine/engine.js";
import type { FilesConnectorOptions } from "./files-connector.js";

/** The engine and the catalogue of one folder. */
export class FolderReader {
  readonly #engine: Engine;
  readonly #catalog: Catalog;

  /**
   * Made by {@link FolderReader.open}.
   *
   * @param engine - The engine
   * @param catalog - The sources
   */
  constructor(engine: Engine, catalog: Catalog) {
    this.#engine = engine;
    this.#catalog = catalog;
  }

  /**
   * Starts the engine for a folder.
   *
   * @param options - The folder and its bounds
   * @returns The reader
   */
  static async open({
    path,
    memoryLimit = "512MB",
    threads,
    timeLimit = 60,
    maxFiles = 1000,
    maxDepth = 8,
  }: FilesConnectorOptions): Promise<FolderReader> {
    const engine = await Engine.open({ memoryLimit, threads });
    return new FolderReader(engine, new Catalog({ path, engine, timeLimit, maxFiles, maxDepth }));
  }

  /**
   * Gives the sources of the folder as it is now.
   *
   * @param source - Makes a source
   * @returns The sources; the same object as before when nothing has changed
   */
  sources(source: MakeSource<unknown>): Promise<Sources> {
    return this.#catalog.refresh(source);
  }

  /** Ends the engine. */
  close(): Promise<void> {
    return this.#engine.close();
  }
}
