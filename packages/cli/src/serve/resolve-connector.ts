import { access, constants, open, readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { didYouMean } from "@wellhead/contract/names";
import type { Connector } from "@wellhead/sdk";
import { CommandError, usageError } from "../command-line/command-error.js";
import { temporaryFolderFault } from "../command-line/machine-fault.js";
import { checkInstalled } from "../command-line/optional-package.js";
import {
  accountConnectors,
  addressConnectors,
  bridgeConnectors,
  pathConnectors,
} from "../command-line/usage/serve-usage.js";
import { ConnectorLoad } from "./connector-load.js";
import { accountLoaders, addressLoaders, pathLoaders } from "./connector-loaders.js";
import { engineOption } from "./engine-option.js";
import { importModule } from "./import-module.js";
import { isConnector } from "./is-connector.js";
import { bridgeIn, serveBridge } from "./serve-bridge.js";
import { isBucketAddress } from "./storage-address.js";

const moduleEnding = /\.[cm]?[jt]s$/;

/** First bytes of a SQLite file that has a table ("The Database File Format", 1.3.1). */
const sqliteMagic = "SQLite format 3\0";

/** The folder of relative paths, and the ids in use. */
export interface ResolveConnectorOptions {
  /** Folder that relative paths are resolved against. */
  readonly directory: string;
  /** Ids in use; the new connector's id is added. */
  readonly taken: Set<string>;
  /** Maximum number of files of a folder. Default: that of the files connector. */
  readonly maxFiles?: number;
  /** ClickHouse servers that read files. Default: the service itself reads them. */
  readonly engine?: string;
  /** Takes over connectors of an earlier load. Default: there is none. */
  readonly load?: ConnectorLoad;
}

/**
 * Returns whether a word is the name of a connector that takes a path, such as `sqlite`.
 *
 * @param word - The word as typed
 * @param directory - Folder that relative paths are resolved against; a file or folder of this name takes precedence
 * @returns Whether the next word must be a path
 */
export async function isFollowedByPath(word: string, directory: string): Promise<boolean> {
  return (
    pathConnectors.some((name) => name === word) &&
    (await stat(resolve(directory, word)).catch(() => undefined)) === undefined
  );
}

/**
 * Creates the connector with a given name for a path.
 *
 * @param name - Name that `isFollowedByPath` knows
 * @param path - The path as typed
 * @param options - Folder and ids in use
 * @returns The connector
 * @throws CommandError when the path does not exist
 */
export async function resolvePathConnector(
  name: string,
  path: string | undefined,
  { directory, taken, load = new ConnectorLoad() }: ResolveConnectorOptions,
): Promise<Connector> {
  const full = resolve(directory, path ?? "");
  const stats = path === undefined ? undefined : await stat(full).catch(() => undefined);
  const known = pathConnectors.find((one) => one === name);
  if (known === undefined || stats === undefined) {
    const state = path === undefined ? "nothing after it" : `nothing at "${path}"`;
    throw usageError(`Could not serve "${name}": expected a folder or a database file, got ${state}.`, {
      details: [`For example: wellhead serve ${name} ./my-folder`],
    });
  }
  const connector = await load.keep([known, full], () => pathLoaders[known]({ path: full }));
  taken.add(connector.id);
  return connector;
}

/**
 * Creates the connector for a path: a module exports its own, a file that describes an API uses the REST connector, a
 * database file of SQLite uses that connector, and a folder or other data file uses the files connector. A path that does
 * not exist is taken as the name of a connector such as `postgres`.
 *
 * @param path - The path or name as typed
 * @param options - Folder and ids in use
 * @returns The connector
 * @throws CommandError when the path does not exist and is not a known name, or the module does not export a connector
 */
export async function resolveConnector(
  path: string,
  { directory, taken, maxFiles, engine, load = new ConnectorLoad() }: ResolveConnectorOptions,
): Promise<Connector> {
  const full = resolve(directory, path);
  const stats = await stat(full).catch(() => undefined);
  if (stats === undefined && isBucketAddress(path))
    return await serveBucket(path, {
      directory,
      taken,
      load,
      ...(maxFiles !== undefined && { maxFiles }),
      ...(engine !== undefined && { engine }),
    });
  const address = stats === undefined ? addressIn(path) : undefined;
  if (address !== undefined) return await serveAddress(path, address, { directory, taken, load });
  const bridge = stats === undefined ? bridgeIn(path) : undefined;
  if (bridge !== undefined)
    return load.add(await serveBridge(bridge, { directory, idOf: (file) => freeId(stemOf(file), taken) }));
  if (stats === undefined) return await serveByName(path, { directory, taken, load });
  if (stats.isFile() && moduleEnding.test(full)) {
    const value = await importModule(full, load.number);
    if (isConnector(value)) return load.add(value);
    throw usageError(
      `Could not serve "${path}": expected export default defineConnector({ … }), got ${value === undefined ? "no default export" : "another default export"}.`,
    );
  }
  const api = stats.isFile() ? await loadRestConfig(full, path) : undefined;
  if (api !== undefined) return load.add(await serveApi(path, api, taken));
  const stem = stemOf(full);
  const name = titleOf(stem);
  const id = freeId(stem, taken);
  if (stats.isFile() && (await startsWith(full, sqliteMagic)))
    return await load.keep(["sqlite", full, id], () => pathLoaders.sqlite({ path: full, id, name }));
  checkInstalled(["@wellhead/files"]);
  await checkTemporaryFolder();
  const { filesConnector } = await import("@wellhead/files");
  return await load.keep(["files", full, id, maxFiles, engine, stats.isFile()], async () => {
    const limits = { ...(maxFiles !== undefined && { maxFiles }), ...(await engineOption(engine)) };
    const connector = filesConnector({ path: full, id, name, ...limits });
    // An empty folder may get files later, but a single file of an unsupported type never becomes readable.
    if (stats.isFile() && (await connector.sources()).size === 0) {
      await connector.close?.();
      throw usageError(
        `Could not serve "${path}": expected .csv, .tsv, .json, .ndjson, .jsonl, .parquet, .xlsx or a SQLite file, got another kind of file.`,
      );
    }
    return connector;
  });
}

async function startsWith(path: string, text: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(text.length), 0, text.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === text;
  } finally {
    await file.close();
  }
}

function stemOf(path: string): string {
  return basename(path).replace(/(?<=.)\.[\w.]+$/, "");
}

function titleOf(stem: string): string {
  const words = stem.replaceAll(/[\s_-]+/g, " ").trim();
  return words === "" ? "Files" : words.charAt(0).toUpperCase() + words.slice(1);
}

async function serveBucket(
  url: string,
  { taken, maxFiles, engine, load }: ResolveConnectorOptions & { readonly load: ConnectorLoad },
): Promise<Connector> {
  checkInstalled(["@wellhead/files"]);
  await checkTemporaryFolder();
  const { bucketConnector } = await import("@wellhead/files");
  const stem = stemOf(url);
  const name = titleOf(stem);
  const id = freeId(stem, taken);
  return await load.keep(["bucket", url, id, maxFiles, engine], async () => {
    const limits = { ...(maxFiles !== undefined && { maxFiles }), ...(await engineOption(engine)) };
    try {
      return bucketConnector({ url, id, name, ...limits });
    } catch (error) {
      if (error instanceof TypeError)
        throw usageError(`Could not serve "${url}". ${error.message}`, { cause: error });
      throw error;
    }
  });
}

/** The engine that reads files keeps its settings and larger results in the temporary folder. */
async function checkTemporaryFolder(): Promise<void> {
  try {
    await access(tmpdir(), constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "an error";
    throw new CommandError("exhausted", temporaryFolderFault(code), { cause: error });
  }
}

/** Connectors by the schemes of addresses that they take as an account. */
const databaseSchemes: ReadonlyMap<string, (typeof accountConnectors)[number]> = new Map([
  ["postgres", "postgres"],
  ["postgresql", "postgres"],
  ["mysql", "mysql"],
  ["mariadb", "mysql"],
  ["clickhouse", "clickhouse"],
]);

async function serveByName(
  name: string,
  { directory, taken, load }: ResolveConnectorOptions & { readonly load: ConnectorLoad },
): Promise<Connector> {
  const known = accountConnectors.find((one) => one === name);
  if (known === undefined) {
    const database = databaseSchemes.get(name.slice(0, name.indexOf("://")));
    if (database !== undefined)
      throw usageError(
        `Could not serve a database by its address, which may have a password. Run "wellhead serve ${database}", and enter the address as the account.`,
      );
    const addresses = addressConnectors.map((one) => `${one}:https://…`);
    const bridges = bridgeConnectors.map((one) => `${one}:./file.json`);
    const names = [...accountConnectors, ...pathConnectors, ...addresses, ...bridges];
    const files = await readdir(resolve(directory, dirname(name))).catch(() => []);
    const near = didYouMean(basename(name), [...names, ...files]);
    throw usageError(
      `Could not serve "${name}": there is no such path.${near} Name a folder, a data file, a module or one of ${names.join(", ")}.`,
    );
  }
  const connector = await load.keep([known], accountLoaders[known]);
  taken.add(connector.id);
  return connector;
}

/** A connector that is named together with the address that it reads. */
interface NamedAddress {
  readonly kind: (typeof addressConnectors)[number];
  readonly url: string;
}

/** Reads `odata:https://services.example/v4`. An address has two slashes; a file may be called `odata:notes`. */
function addressIn(word: string): NamedAddress | undefined {
  const kind = addressConnectors.find((one) => word.startsWith(`${one}:`));
  const url = kind === undefined ? "" : word.slice(kind.length + 1);
  return kind === undefined || !url.includes("://") ? undefined : { kind, url };
}

async function serveAddress(
  path: string,
  { kind, url }: NamedAddress,
  { taken, load }: ResolveConnectorOptions & { readonly load: ConnectorLoad },
): Promise<Connector> {
  const host = URL.canParse(url) ? new URL(url).hostname : kind;
  // A connector of the same address gets the same id at each load.
  const id = freeId(taken.has(kind) ? host : kind, taken);
  try {
    return await load.keep([kind, url, id], () => addressLoaders[kind]({ url, id }));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const shown = path.replace(/:\/\/.*@/su, "://").replace(/[?#].*$/su, "");
    throw usageError(`Could not serve "${shown}". ${error.message}`, { cause: error });
  }
}

async function serveApi(path: string, config: unknown, taken: Set<string>): Promise<Connector> {
  const { readRestConfig, restConnector } = await import("@wellhead/rest");
  try {
    const connector = restConnector(readRestConfig(config));
    taken.add(connector.id);
    return connector;
  } catch (error) {
    if (error instanceof TypeError)
      throw usageError(`Could not serve "${path}". ${error.message}`, { cause: error });
    throw error;
  }
}

function freeId(stem: string, taken: Set<string>): string {
  const slug = stem
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const wanted = slug === "" ? "files" : slug;
  let id = wanted;
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`;
  taken.add(id);
  return id;
}

/** Maximum size of a configuration in bytes. A larger file is treated as data. */
const maxBytes = 1024 * 1024;

/**
 * Reads a configuration of the REST connector, which describes an API. A file with a mistake is still a configuration:
 * served as data, it would be a table of its own members.
 *
 * @param full - Absolute path
 * @param path - The path as typed
 * @returns The parsed file, or `undefined` when the file is data: too large, or not an object with some of the
 * members of a configuration
 * @throws CommandError when a configuration is not valid JSON
 */
async function loadRestConfig(full: string, path: string): Promise<unknown> {
  if (!full.endsWith(".json") || (await stat(full)).size > maxBytes) return undefined;
  const text = await readFile(full, "utf8");
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isRestConfig(value) ? value : undefined;
  } catch (error) {
    // Lines that are JSON each are data, whatever their members.
    if (
      !(error instanceof SyntaxError) ||
      !/^\s*\{[^]*"baseUrl"\s*:/.test(text) ||
      isJson(text.trim().split("\n", 1)[0])
    )
      return undefined;
    throw usageError(
      `Could not serve "${path}": it is not valid JSON (${error.message}). Correct the file.`,
      {
        cause: error,
      },
    );
  }
}

function isRestConfig(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const hasSources = "id" in value && "name" in value && "sources" in value;
  return (
    "baseUrl" in value ||
    hasSources ||
    ("$schema" in value && String(value.$schema).endsWith("api.schema.json"))
  );
}

function isJson(text = ""): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
