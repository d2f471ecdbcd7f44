import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { rankEnding, readFileName } from "./file-kind.js";
import { fileVersion } from "./file-version.js";
import type { FoundFile } from "./found-file.js";

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
  /** Number of files beyond the maximum. */
  readonly leftOut: number;
}

/**
 * Lists the supported files of a folder and its sub-folders, or a single file.
 *
 * Hidden files and folders, files of other kinds, and links that lead out of the folder are ignored.
 *
 * @param path - Folder or file
 * @param options - Limits
 * @returns The files in a stable order, and the number of files beyond the maximum
 * @throws Error of the file system when the path cannot be read
 */
export async function listFiles(path: string, options: ListFilesOptions): Promise<ListedFiles> {
  const root = await realpath(path);
  if ((await stat(root)).isFile()) {
    const found = await findFile(root, basename(path));
    return { files: found === undefined ? [] : [found], leftOut: 0 };
  }
  const found: FoundFile[] = [];
  await walk({ root, folder: root, prefix: "", depth: options.maxDepth }, found);
  const files = found.toSorted(byName).slice(0, options.maxFiles);
  return { files, leftOut: found.length - files.length };
}

/** Current folder of the traversal. */
interface WalkPosition {
  readonly root: string;
  readonly folder: string;
  readonly prefix: string;
  readonly depth: number;
}

async function walk(place: WalkPosition, found: FoundFile[]): Promise<void> {
  const entries = await readdir(place.folder, { withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => !entry.name.startsWith("."))
      .map(async (entry) => {
        const inner = {
          ...place,
          folder: join(place.folder, entry.name),
          prefix: `${place.prefix}${entry.name}/`,
        };
        // An unreadable sub-folder hides only its own files.
        if (entry.isDirectory()) {
          if (place.depth > 0) await walk({ ...inner, depth: place.depth - 1 }, found).catch(skip);
          return;
        }
        const file = await findEntry(place, entry);
        if (file !== undefined) found.push(file);
      }),
  );
}

async function findEntry(
  { root, folder, prefix }: WalkPosition,
  entry: Dirent,
): Promise<FoundFile | undefined> {
  if (readFileName(entry.name) === undefined) return undefined;
  try {
    const path = join(folder, entry.name);
    const target = entry.isSymbolicLink() ? await realpath(path) : path;
    return target.startsWith(root + sep) ? await findFile(target, prefix + entry.name) : undefined;
  } catch (error) {
    // The file was deleted while the folder was read, or the link is broken.
    return skip(error);
  }
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

function skip(error: unknown): undefined {
  if (error instanceof Error && "code" in error && ownFaults.has(error.code)) return undefined;
  throw error;
}

async function findFile(path: string, name: string): Promise<FoundFile | undefined> {
  const parts = readFileName(name);
  const stats = await stat(path, { bigint: true });
  if (parts === undefined || !stats.isFile()) return undefined;
  return { ...parts, path, name, size: Number(stats.size), version: fileVersion(stats) };
}

function byName(a: FoundFile, b: FoundFile): number {
  if (a.stem !== b.stem) return a.stem < b.stem ? -1 : 1;
  return rankEnding(a.ending) - rankEnding(b.ending) || (a.name < b.name ? -1 : 1);
}
