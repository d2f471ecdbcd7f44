import { basename, resolve } from "node:path";
import { type Connector, defineConnector, upstreamUnavailable } from "@wellhead/sdk";
import type { FilesConnectorOptions } from "./files-connector-options.js";
import type { FolderReader } from "./folder-reader.js";

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
  const encoding = readEncoding(options.encoding);
  const path = resolve(options.path);
  let reader: Promise<FolderReader> | undefined;
  let opened: FolderReader | undefined;
  const connector = defineConnector({
    id: options.id ?? "files",
    name: options.name ?? (basename(path) || path),
    version: "0.1.0",
    description,
    tags: ["files", "csv", "json", "parquet", "excel"],
    color: "#3D7A6B",
    logo: new URL("../logo.svg", import.meta.url),
    discover: async (source, id) => {
      reader ??= openReader({ ...options, path, encoding }).catch((error: unknown) => {
        reader = undefined;
        throw unopened(error);
      });
      opened = await reader;
      return opened.sources(source, id);
    },
    close: async () => {
      await (await reader)?.close();
      reader = undefined;
    },
  });
  return {
    ...connector,
    get description() {
      const notice = opened?.notice;
      return notice === undefined ? description : `${description}. ${notice}`;
    },
  };
}

/** Returns the name of an encoding by one of its labels. */
function readEncoding(label = "windows-1252"): string {
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    throw new TypeError(
      `Could not make a files connector: expected an encoding such as "shift_jis", got "${label}". Choose a label of the Encoding Standard.`,
      { cause: error },
    );
  }
}

const description = "Rows of CSV, TSV, JSON, NDJSON, Parquet and XLSX files";

/**
 * Converts errors of the system, such as a missing temporary folder, into retryable ones, because they may be gone by
 * the next request.
 */
function unopened(error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && /^E[A-Z0-9]+$/.test(String(error.code)))) return error;
  return upstreamUnavailable(
    `Could not open the temporary folder of the engine: the system reports ${String(error.code)}. Try again later.`,
    { cause: error },
  );
}

/** Loads the engine on first use, because it is a large native library. */
async function openReader(options: FilesConnectorOptions): Promise<FolderReader> {
  const { FolderReader } = await import("./folder-reader.js");
  return FolderReader.open(options);
}
