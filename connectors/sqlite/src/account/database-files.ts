import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { type ConnectorError, inputInvalid, upstreamUnavailable } from "@wellhead/sdk";
import type { Option } from "@wellhead/sql";

const endings = /\.(?:db|db3|sqlite|sqlite3|s3db|sl3)$/i;
const maxFiles = 1000;
const maxDepth = 8;

/** The database files that an operator shares: the files in one folder and its subfolders, or a single file. */
export class DatabaseFiles {
  readonly #path: string;

  /** @param path - Absolute path of the folder or file */
  constructor(path: string) {
    this.#path = path;
  }

  /** Name of the folder or file, without its extension. */
  get name(): string {
    return basename(this.#path).replace(endings, "") || this.#path;
  }

  /**
   * Lists the files, at most a thousand, sorted by name. Omits hidden files and folders, and links that lead out of the
   * folder. Searches at most eight levels of subfolders.
   *
   * @returns One option per file; its value is the path relative to the folder
   * @throws ConnectorError `upstream_unavailable` when the folder cannot be read
   */
  async list(): Promise<readonly Option[]> {
    const root = await this.#root();
    if (root.isFile) return [{ title: basename(this.#path), value: basename(this.#path) }];
    const found: string[] = [];
    await walk({ root: root.path, folder: root.path, prefix: "", depth: maxDepth }, found);
    return found
      .toSorted()
      .slice(0, maxFiles)
      .map((name) => ({ title: name, value: name }));
  }

  /**
   * Finds a file by its path relative to the folder.
   *
   * @param name - A value of {@link DatabaseFiles.list}; ignored for a single file
   * @param field - Filter field in which it was chosen, for errors
   * @returns Its absolute path, with links resolved
   * @throws ConnectorError `invalid_field` when there is no such file in the folder
   */
  async find(name: string, field: string): Promise<string> {
    const root = await this.#root();
    if (root.isFile) return root.path;
    const parts = name.split("/");
    // Reject names that are never listed without accessing the disk. Links and devices are checked below.
    const isPlain = parts.every((part) => part !== "" && !part.startsWith(".") && !/[\0\\]/.test(part));
    if (!isPlain || !endings.test(name)) throw missing(name, field);
    const path = await realpath(join(root.path, ...parts)).catch(() => undefined);
    const isInside = path?.startsWith(root.path.endsWith(sep) ? root.path : root.path + sep) ?? false;
    if (path === undefined || !isInside || !(await isRegular(path))) throw missing(name, field);
    return path;
  }

  async #root(): Promise<{ readonly path: string; readonly isFile: boolean }> {
    try {
      const path = await realpath(this.#path);
      const stats = await stat(path);
      if (stats.isFile() || stats.isDirectory()) return { path, isFile: stats.isFile() };
    } catch (error) {
      throw unavailable(error);
    }
    throw unavailable(undefined);
  }
}

/** The current position of a directory walk. */
interface WalkPosition {
  readonly root: string;
  readonly folder: string;
  readonly prefix: string;
  readonly depth: number;
}

async function walk(place: WalkPosition, found: string[]): Promise<void> {
  const entries = await readdir(place.folder, { withFileTypes: true });
  for (const entry of entries) {
    if (entry.name.startsWith(".") || /[\\\0]/.test(entry.name) || found.length >= maxFiles) continue;
    const name = `${place.prefix}${entry.name}`;
    const folder = join(place.folder, entry.name);
    if (entry.isDirectory()) {
      const inner = { ...place, folder, prefix: `${name}/`, depth: place.depth - 1 };
      // Skip a folder that must not be read. Only its own files are then missing.
      if (place.depth > 0) await walk(inner, found).catch(() => undefined);
    } else if (endings.test(entry.name) && (await staysInside(place, entry))) found.push(name);
  }
}

async function staysInside({ root, folder }: WalkPosition, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  const target = await realpath(join(folder, entry.name)).catch(() => "");
  return target.startsWith(root + sep) && (await isRegular(target));
}

async function isRegular(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

function missing(name: string, field: string): ConnectorError {
  return inputInvalid(
    `Could not open the database file "${name}": it no longer exists in the folder. Choose another.`,
    {
      field,
    },
  );
}

function unavailable(cause: unknown): ConnectorError {
  return upstreamUnavailable(
    "Could not find the database files: the configured folder or file does not exist. Ask the operator.",
    { retryAfter: 30, cause },
  );
}
