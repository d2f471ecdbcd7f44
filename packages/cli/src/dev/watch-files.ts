import { createHash } from "node:crypto";
import { watch } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** Files that are part of a definition: code, descriptions of APIs, logos. */
const watched = /\.(?:[cm]?[jt]s|json|svg)$/;
/** Folders that are not the author's. */
const ignored = /^(?:node_modules|\.git|dist|coverage)$/;

/** Milliseconds without another event after which a save is complete. */
const settleMs = 20;
/** Milliseconds between looks at the files, for file systems that report nothing. */
const pollMs = 750;
/** Maximum number of files that are looked at. */
const maxFiles = 2000;

/** A watch that is running. */
export interface FileWatch {
  /** Looks at the files now. Resolves after `onChange` was called for what has changed. */
  readonly look: () => Promise<void>;
  /** Ends the watch. */
  readonly close: () => void;
}

/**
 * Watches the author's files. A save that changes nothing is not reported.
 *
 * @param folder - The folder and everything below it, except packages and built files
 * @param onChange - Called after files have changed
 * @returns The watch
 */
export async function watchFiles(folder: string, onChange: () => void): Promise<FileWatch> {
  let known = await hashFiles(folder);
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isClosed = false;
  const readFiles = async (): Promise<void> => {
    const found = await hashFiles(folder).catch(() => known);
    looking = undefined;
    if (isClosed || found === known) return;
    known = found;
    onChange();
  };
  const look = async (): Promise<void> => {
    // A look that is in progress may have read a file before it was saved.
    while (looking !== undefined) await looking;
    await (looking = readFiles());
  };
  const schedule = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), milliseconds);
  };
  const poll = setInterval(() => void look(), pollMs);
  const watcher = watchFolder(folder, () => schedule(settleMs));
  return {
    look,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(poll);
      watcher?.close();
    },
  };
}

/** Watches with the operating system, where it can; otherwise the regular looks are all there is. */
function watchFolder(folder: string, onEvent: () => void): { readonly close: () => void } | undefined {
  try {
    const watcher = watch(folder, { recursive: true }, onEvent);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

async function hashFiles(folder: string): Promise<string> {
  const hash = createHash("sha256");
  for (const file of await listFiles(folder)) {
    // A file may disappear while an editor replaces it; the event of its return follows.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("base64");
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [folder];
  for (let next = folders.shift(); next !== undefined && files.length < maxFiles; next = folders.shift()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !ignored.test(entry.name)) folders.push(path);
      else if (entry.isFile() && watched.test(entry.name)) files.push(path);
    }
  }
  return files.toSorted();
}

/**
 * Returns the folder whose files make up what is served.
 *
 * @param path - Absolute path of a module, a description or a folder
 * @returns The folder of a file, also of one that does not exist yet; `undefined` for what is no path
 */
export async function folderOf(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return watched.test(path) ? folderOf(join(path, "..")) : undefined;
  return stats.isFile() ? join(path, "..") : path;
}
