import { basename, resolve } from "node:path";
import { type Connector, defineConnector, upstreamUnavailable } from "@wellhead/sdk";
import type { FolderReader } from "./folder-reader.js";

/** What a files connector reads, and its bounds. */
export interface FilesConnectorOptions {
  /** Folder whose files are the sources, or a single file. */
  readonly path: string;
  /** Id of the connector, also its path in a service of many. Default: `files`. */
  readonly id?: string;
  /** Name people choose it by. Default: the name of the folder or file. */
  readonly name?: string;
  /** Most memory the engine may use, in the engine's words. Default: `512MB`. */
  readonly memoryLimit?: string;
  /** Threads of the engine. Default: one per core. */
  readonly threads?: number;
  /** Most seconds the engine may take from one batch of rows to the next. Default: 60. */
  readonly timeLimit?: number;
  /** Maximum number of `sql` statements that run at once; callers share them. Default: 4. */
  readonly maxStatements?: number;
  /** Maximum number of files that become sources, in the order of their names. Default: 10,000. */
  readonly maxFiles?: number;
  /** How many folders deep files are looked for; 0 means the folder itself only. Default: 8. */
  readonly maxDepth?: number;
  /**
   * Encoding of text files that are neither UTF-8 nor UTF-16, such as `shift_jis` or `gb18030`: a label of the Encoding Standard.
   * Default: `windows-1252`.
   *
   * @see https://encoding.spec.whatwg.org/#names-and-labels
   */
  readonly encoding?: string;
}

/**
 * Makes a connector of a folder: every CSV, TSV, JSON, NDJSON, Parquet and XLSX file in it is a source.
 *
 * Nothing is read before the first request, and the engine is loaded only then. Files that change, come or go are
 * seen on the next request.
 *
 * @param options - The folder and its bounds
 * @returns The connector
 * @throws TypeError when an option cannot be used
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

/** What the system reports, such as a missing temporary folder, may be mended by the next request. */
function unopened(error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && /^E[A-Z0-9]+$/.test(String(error.code)))) return error;
  return upstreamUnavailable(
    `Could not open the temporary folder of the engine: the system reports ${String(error.code)}. Try again later.`,
    { cause: error },
  );
}

/** The engine is a large native library, so it is loaded on first need. */
async function openReader(options: FilesConnectorOptions): Promise<FolderReader> {
  const { FolderReader } = await import("./folder-reader.js");
  return FolderReader.open(options);
}
