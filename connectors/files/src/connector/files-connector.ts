import { basename, resolve } from "node:path";
import type { Connector } from "@wellhead/sdk";
import type { FilesConnectorOptions } from "./files-connector-options.js";
import { storageConnector } from "./storage-connector.js";

/**
 * Creates a connector for a folder: every CSV, TSV, JSON, NDJSON, Parquet and XLSX file in it is a source.
 *
 * The first request loads the engine and reads the folder. Later requests see files that were changed, added or
 * removed.
 *
 * @param options - The folder and the limits
 * @returns The connector
 * @throws TypeError when an option is invalid
 * @example
 * ```ts
 * const connector = filesConnector({ path: "./sales", name: "Sales" });
 * ```
 */
export function filesConnector(options: FilesConnectorOptions): Connector {
  const path = resolve(options.path);
  return storageConnector({ ...options, name: options.name ?? (basename(path) || path) }, async (limits) => {
    const { FolderStorage } = await import("../folder/folder-storage.js");
    return new FolderStorage(path, limits);
  });
}
