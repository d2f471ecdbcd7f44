import { type Connector, defineConnector, type HttpDefinition, upstreamUnavailable } from "@wellhead/sdk";
import type { FileStorage } from "../folder/file-storage.js";
import type { ListFilesOptions } from "../folder/list-files.js";
import type { FilesConnectorOptions } from "./files-connector-options.js";
import type { StorageReader } from "./storage-reader.js";

/** Options of {@link storageConnector}: a name, and limits. */
export interface StorageConnectorOptions extends Omit<FilesConnectorOptions, "path"> {
  readonly name: string;
  /** How the storage is reached over HTTP. Default: it is not. */
  readonly http?: HttpDefinition;
}

/**
 * Creates a connector for the files of a storage.
 *
 * @param options - Name and limits
 * @param openStorage - Opens the storage. Called by the first request, and again after a failure
 * @returns The connector
 * @throws TypeError when an option is invalid
 */
export function storageConnector(
  options: StorageConnectorOptions,
  openStorage: (limits: ListFilesOptions) => Promise<FileStorage>,
): Connector {
  const encoding = readEncoding(options.encoding);
  const { id = "files", name, http, maxFiles = 10_000, maxDepth = 8 } = options;
  let reader: Promise<StorageReader> | undefined;
  let opened: StorageReader | undefined;
  const connector = defineConnector({
    id,
    name,
    version: "0.1.0",
    description,
    tags: ["files", "csv", "json", "parquet", "excel"],
    color: "#3D7A6B",
    logo: new URL("../../logo.svg", import.meta.url),
    ...(http && { http }),
    discover: async (source, wanted, context) => {
      reader ??= openReader({ ...options, encoding, maxFiles }, () =>
        openStorage({ maxFiles, maxDepth }),
      ).catch((error: unknown) => {
        reader = undefined;
        throw unopened(error);
      });
      opened = await reader;
      return opened.sources(source, wanted, context);
    },
    close: async () => {
      await (await reader)?.close();
      reader = undefined;
      await options.engine?.close();
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
async function openReader(
  options: Parameters<typeof StorageReader.open>[0],
  openStorage: () => Promise<FileStorage>,
): Promise<StorageReader> {
  const { StorageReader: Reader } = await import("./storage-reader.js");
  return Reader.open(options, await openStorage());
}
