import { isUtf8 } from "node:buffer";
import { readdir, stat } from "node:fs/promises";
import { type FileName, isHidden, readFileName } from "./file-kind.js";
import { fileVersion } from "./file-version.js";
import { settingsFileName } from "./table-settings.js";

/** A supported file in a folder. */
export interface FolderEntry {
  /** Its name without the folder. */
  readonly base: string;
  /** The parts of that name. */
  readonly parts: FileName;
  readonly isLink: boolean;
}

/** The entries of a folder in the state in which they were read. */
export interface SeenFolder {
  /** Identifier of the state of the folder; `undefined` when it had changed so recently that it proves nothing. */
  readonly version: string | undefined;
  readonly files: readonly FolderEntry[];
  /** Whether it has a settings file, which decides whether it is one table. */
  readonly hasSettings: boolean;
  /** Names of its sub-folders. */
  readonly folders: readonly string[];
  /** Names of supported files and of sub-folders that are not UTF-8, with other bytes escaped. They cannot be opened. */
  readonly unreadable: readonly string[];
}

/**
 * Milliseconds after which a change of a folder certainly gets another time than the previous one. The times of some
 * file systems have a resolution of two seconds.
 */
const timeResolutionMs = 3000;

/** Folder of installed packages, which have thousands of JSON files that are never the data of the folder around it. */
const packagesFolder = "node_modules";

/**
 * Returns the entries of a folder that are not hidden. Its installed packages are omitted.
 *
 * @param path - The folder
 * @param last - Its entries when it was last read; they are returned if the folder did not change since
 * @param now - Current time in milliseconds
 * @returns The supported files and the sub-folders
 * @throws Error of the file system when the folder cannot be read
 */
export async function readFolder(
  path: string,
  last: SeenFolder | undefined,
  now = Date.now(),
): Promise<SeenFolder> {
  // Taken first, so that a change during the read makes the next listing read the folder again.
  const status = await stat(path, { bigint: true });
  const current = fileVersion(status);
  if (last !== undefined && last.version === current) return last;
  const changedMs = Math.max(Number(status.mtimeMs), Number(status.ctimeMs));
  const version = now - changedMs > timeResolutionMs ? current : undefined;
  const all = await readdir(path, { withFileTypes: true });
  const mayBeOther = all.some(({ name }) => name.includes("\uFFFD"));
  const unreadable = mayBeOther ? await otherNames(path) : new Map<string, string>();
  const entries = all.filter(({ name }) => !isHidden(name) && !unreadable.has(name));
  return {
    version,
    hasSettings: all.some((entry) => entry.name === settingsFileName && entry.isFile()),
    files: entries.flatMap((entry): readonly FolderEntry[] => {
      const parts = entry.isDirectory() ? undefined : readFileName(entry.name);
      return parts === undefined ? [] : [{ base: entry.name, parts, isLink: entry.isSymbolicLink() }];
    }),
    folders: entries
      .filter((entry) => entry.isDirectory() && entry.name !== packagesFolder)
      .map(({ name }) => name),
    unreadable: [...unreadable.values()].toSorted(),
  };
}

/** Returns names that are not UTF-8, as they are decoded and as they are shown. */
async function otherNames(path: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(path, { withFileTypes: true, encoding: "buffer" })) {
    const { name } = entry;
    if (isUtf8(name)) continue;
    const text = name.toString("latin1");
    if (isHidden(text) || (!entry.isDirectory() && readFileName(text) === undefined)) continue;
    const shown = text.replaceAll(
      /[^ -~]/g,
      (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`,
    );
    // Several names may be decoded to the same text.
    const decoded = name.toString();
    const others = found.get(decoded);
    found.set(decoded, others === undefined ? shown : `${others}, ${shown}`);
  }
  return found;
}
