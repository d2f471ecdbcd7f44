import { readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { type FileName, rankEnding, readFileName } from "./file-kind.js";
import { fileVersion } from "./file-version.js";
import type { FoundFile } from "./found-file.js";
import { readFolder, type SeenFolder } from "./read-folder.js";
import { findTableFolders, type TableFolder } from "./table-folder.js";
import { readTableSettings, settingsFileName } from "./table-settings.js";

/** Limits of a listing. */
export interface ListFilesOptions {
  /** Maximum number of files that are listed, in the order of their names. */
  readonly maxFiles: number;
  /** Maximum depth of sub-folders that are searched. */
  readonly maxDepth: number;
}

/** Result of a listing. */
export interface ListedFiles {
  readonly files: readonly FoundFile[];
  /** The folders whose files are one table. All of their files are members, whatever the maximum. */
  readonly tables: readonly TableFolder[];
  /** Number of files beyond the maximum that are not members of a table either. */
  readonly leftOut: number;
  /** Paths inside the folder of files and sub-folders whose names are not UTF-8. Default: none. */
  readonly unreadable?: readonly string[];
}

/** A file of the folder whose status is not known yet. */
interface Candidate {
  readonly path: string;
  /** Its path inside the folder. */
  readonly name: string;
  /** The parts of that path. */
  readonly parts: FileName;
  readonly isLink: boolean;
}

/** Result of reading all folders. */
interface Walked {
  readonly candidates: readonly Candidate[];
  /** Texts of the settings files by the path of their folder, which ends with `/` or is empty. */
  readonly settings: ReadonlyMap<string, string>;
  /** Paths inside the folder of files and sub-folders whose names are not UTF-8. */
  readonly unreadable: readonly string[];
}

/** Lists the supported files of a folder, and remembers what it saw for the next listing. */
export class FileLister {
  readonly #path: string;
  readonly #options: ListFilesOptions;
  /** Sub-folders by their path. */
  #folders: ReadonlyMap<string, SeenFolder> = new Map();
  #files: ReadonlyMap<string, FoundFile> = new Map();

  /**
   * @param path - Folder or file
   * @param options - Limits
   */
  constructor(path: string, options: ListFilesOptions) {
    this.#path = path;
    this.#options = options;
  }

  /**
   * Lists the supported files of the folder and its sub-folders, or a single file.
   *
   * Hidden files and folders, files of other kinds, and links that lead out of the folder are ignored. The entries of a
   * folder that did not change since the last listing are not read again; the status of every file is.
   *
   * @returns The files in a stable order, and the number of files beyond the maximum
   * @throws Error of the file system when the path cannot be read
   */
  async list(): Promise<ListedFiles> {
    const root = await realpath(this.#path);
    const status = await stat(root);
    if (status.isFile()) {
      const name = basename(this.#path);
      const parts = readFileName(name);
      const found = parts === undefined ? undefined : await this.#find({ path: root, name, parts });
      if (found === undefined) return { files: [], tables: [], leftOut: 0 };
      const text = await readFile(join(dirname(this.#path), settingsFileName), "utf8").catch(skipOwnFaults);
      return { files: [text === undefined ? found : withSettings(found, text)], tables: [], leftOut: 0 };
    }
    const { candidates, settings, unreadable } = await this.#walk(root);
    const found: FoundFile[] = [];
    await forEachAtOnce(candidates, async (candidate) => {
      const file = await this.#findInside(root, candidate);
      if (file !== undefined) found.push(file);
    });
    this.#files = new Map(found.map((file) => [file.name, file]));
    return {
      ...arrangeFiles({ root, files: found, settings, maxFiles: this.#options.maxFiles }),
      unreadable,
    };
  }

  /**
   * Returns the candidates of all folders, and the texts of settings files. Reads the folders of one depth at a time.
   */
  async #walk(root: string): Promise<Walked> {
    const settings = new Map<string, string>();
    const seen = new Map<string, SeenFolder>();
    const found: Candidate[] = [];
    const unreadable: string[] = [];
    let level = [{ path: root, prefix: "" }];
    for (let depth = this.#options.maxDepth; level.length > 0; depth--) {
      const next: typeof level = [];
      await forEachAtOnce(level, async ({ path, prefix }) => {
        const folder = await readFolder(path, this.#folders.get(path)).catch((error: unknown) => {
          // An unreadable sub-folder hides only its own files.
          if (path === root) throw error;
          return skipOwnFaults(error);
        });
        if (folder === undefined) return;
        seen.set(path, folder);
        unreadable.push(...folder.unreadable.map((name) => prefix + name));
        if (folder.hasSettings) {
          const text = await readFile(join(path, settingsFileName), "utf8").catch(skipOwnFaults);
          if (text !== undefined) settings.set(prefix, text);
        }
        for (const name of folder.folders) next.push({ path: join(path, name), prefix: `${prefix}${name}/` });
        for (const entry of folder.files) {
          const name = prefix + entry.base;
          const parts = { ...entry.parts, stem: prefix + entry.parts.stem };
          found.push({ path: join(path, entry.base), name, parts, isLink: entry.isLink });
        }
      });
      level = depth > 0 ? next : [];
    }
    this.#folders = seen;
    return { candidates: found, settings, unreadable: unreadable.toSorted() };
  }

  async #findInside(root: string, candidate: Candidate): Promise<FoundFile | undefined> {
    try {
      const path = candidate.isLink ? await realpath(candidate.path) : candidate.path;
      return path.startsWith(root + sep) ? await this.#find({ ...candidate, path }) : undefined;
    } catch (error) {
      // The file was deleted while the folder was read, or the link is broken.
      return skipOwnFaults(error);
    }
  }

  async #find({ path, name, parts }: Omit<Candidate, "isLink">): Promise<FoundFile | undefined> {
    const status = await stat(path, { bigint: true });
    if (!status.isFile()) return undefined;
    const version = fileVersion(status);
    const last = this.#files.get(name);
    if (last !== undefined && last.version === version && last.path === path) return last;
    return { ...parts, path, name, size: Number(status.size), version };
  }
}

/** Adds what a settings file states about a file beside it. */
function withSettings(file: FoundFile, text: string): FoundFile {
  const { settingsOf, fault } = readTableSettings(text);
  const settings = settingsOf(file.name);
  return { ...file, settings, ...(fault !== undefined && { fault }) };
}

/** What a listing found. */
export interface ArrangeFilesOptions {
  /** Path of the served folder. */
  readonly root: string;
  readonly files: readonly FoundFile[];
  /** Texts of the settings files by the path of their folder, which ends with `/` or is empty. */
  readonly settings: ReadonlyMap<string, string>;
  /** Maximum number of files that are listed, in the order of their names. */
  readonly maxFiles: number;
}

/**
 * Arranges files in a stable order, and finds the folders whose files are one table.
 *
 * @param options - The files and the settings of tables
 * @returns The listing
 */
export function arrangeFiles({ root, files: found, settings, maxFiles }: ArrangeFilesOptions): ListedFiles {
  const { tables, files } = findTableFolders(root, found.toSorted(byName), settings);
  const listed = files.slice(0, maxFiles);
  const inTables = new Set(tables.flatMap((table) => table.members));
  const others = files.slice(listed.length).filter((file) => !inTables.has(file));
  return { files: listed, tables, leftOut: others.length };
}

/**
 * Error codes that concern a single file or folder. Any other error is a problem of the machine, and ignoring it would
 * hide existing files.
 */
const ownFaults: ReadonlySet<unknown> = new Set([
  "EACCES",
  "EPERM",
  "ENOENT",
  "ENOTDIR",
  "ELOOP",
  "ENAMETOOLONG",
]);

function skipOwnFaults(error: unknown): undefined {
  if (error instanceof Error && "code" in error && ownFaults.has(error.code)) return undefined;
  throw error;
}

function byName(a: FoundFile, b: FoundFile): number {
  if (a.stem !== b.stem) return a.stem < b.stem ? -1 : 1;
  return rankEnding(a.ending) - rankEnding(b.ending) || (a.name < b.name ? -1 : 1);
}

/** Maximum number of calls that run at the same time. More are not faster, and each needs memory. */
const atOnce = 32;

/**
 * Calls an asynchronous function for every item of a list, for a limited number of items at a time.
 *
 * @param items - The items
 * @param call - The function
 * @throws What a call throws; calls that have not begun by then are omitted
 */
async function forEachAtOnce<Item>(
  items: readonly Item[],
  call: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const run = async (): Promise<void> => {
    // All runs take from the same iterator.
    for (const item of left) await call(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, run));
}
