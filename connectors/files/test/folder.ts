import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type FilesConnectorOptions, filesConnector } from "@wellhead/files";
import {
  type AnyAccount,
  type Connector,
  type Fields,
  isEncodedRows,
  type RowsContext,
  type Source,
  type WithHttp,
} from "@wellhead/sdk";

/** A temporary folder with a connector, for one test. */
export interface Folder extends AsyncDisposable {
  readonly path: string;
  readonly connector: Connector;
  /** Writes a file. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  /** Returns a source. */
  source(id: string): Promise<Source>;
  /** Reads the rows of a source. */
  rows(id: string, request?: RowsRequest): Promise<ReadonlyArray<Record<string, unknown>>>;
}

/** Options of a request for rows. */
export interface RowsRequest {
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly limit?: number;
  readonly skip?: number;
  readonly signal?: AbortSignal;
  /** Caller of the request. Default: the same for all requests. */
  readonly caller?: string;
}

/** Creates a folder with files. */
export async function makeFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: Partial<FilesConnectorOptions> = {},
): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "wellhead-test-"));
  const connector = filesConnector({ path, ...options });
  const folder: Folder = {
    path,
    connector,
    write: async (name, content) => {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), content);
    },
    source: async (id) => {
      const found = (await connector.sources()).get(id);
      if (found === undefined)
        throw new Error(
          `Could not find source "${id}": the sources are ${[...(await connector.sources()).keys()].join(", ")}`,
        );
      return found;
    },
    rows: async (id, request = {}) => {
      // The encoder writes only objects.
      return JSON.parse(`[${await readText(await folder.source(id), request)}]`) as Record<string, unknown>[];
    },
    [Symbol.asyncDispose]: async () => {
      await connector.close?.();
      await rm(path, { recursive: true, force: true });
    },
  };
  for (const [name, content] of Object.entries(files)) await folder.write(name, content);
  return folder;
}

/** Returns the rows of a source as the text between the brackets of a JSON array. */
export async function readText(source: Source, request: RowsRequest = {}): Promise<string> {
  const rows = await source.rows(rowsContext(request));
  if (!isEncodedRows(rows)) {
    if (Array.isArray(rows) && rows.length === 0) return "";
    throw new TypeError("Could not read the rows: expected encoded rows, got objects");
  }
  const batches: string[] = [];
  for await (const { bytes, release } of rows.encode({ format: "json", separator: "," })) {
    batches.push(Buffer.from(bytes).toString());
    release?.();
  }
  return batches.join(",");
}

/** Returns the context of a request. */
export function rowsContext({
  filter = {},
  limit,
  skip = 0,
  signal,
  caller = "test",
}: RowsRequest = {}): WithHttp<RowsContext<AnyAccount, Fields>> {
  return {
    account: { kind: "none" },
    filter,
    limit,
    skip,
    since: undefined,
    page: undefined,
    // A folder is read without HTTP.
    http: undefined as never,
    signal: signal ?? new AbortController().signal,
    log: { info: () => undefined, warn: () => undefined },
    requestId: "test",
    caller,
  };
}
