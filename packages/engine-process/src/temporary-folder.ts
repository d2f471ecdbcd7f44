import { createHash } from "node:crypto";
import { lstat, mkdtemp, readdir, readFile, readlink, realpath, rm, utimes } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

/** Milliseconds between two marks that show other machines and containers that a folder is in use. */
const markInterval = 10 * 60_000;

/** Milliseconds without a mark after which nobody uses a folder. */
const maxUnmarked = 60 * 60_000;

/** The folders of this process. */
const inUse = new Set<string>();
let marking: NodeJS.Timeout | undefined;

/**
 * Creates a folder for temporary files, whose owner removes it. A process that was killed cannot do that, so folders of
 * the same kind are removed first if their process has ended or, for a process of another container or machine, if they
 * were not marked as used for an hour.
 *
 * @param kind - Kind of its files, a word
 * @param parent - Folder in which it is created. Default: the system's for temporary files
 * @returns Its path without links
 * @throws Error of the file system when it cannot be created
 */
export async function makeTemporaryFolder(kind: string, parent: string = tmpdir()): Promise<string> {
  const place = await processSpace();
  await removeAbandoned(parent, `wellhead-${kind}-`, place).catch(() => undefined);
  const folder = await realpath(await mkdtemp(join(parent, `wellhead-${kind}-${place}-${process.pid}-`)));
  inUse.add(folder);
  marking ??= setInterval(() => void markAll(), markInterval).unref();
  return folder;
}

async function markAll(): Promise<void> {
  const now = new Date();
  for (const folder of inUse) await utimes(folder, now, now).catch(() => inUse.delete(folder));
}

async function removeAbandoned(parent: string, prefix: string, place: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [space, id] = name.startsWith(prefix) ? name.slice(prefix.length).split("-") : [];
    if (space === undefined || id === undefined || !/^\d+$/.test(id)) continue;
    const path = join(parent, name);
    const isAbandoned =
      space === place ? !isRunning(Number(id)) : (await lstat(path)).mtimeMs < Date.now() - maxUnmarked;
    // A folder of another user cannot be removed, and is not ours to remove.
    if (isAbandoned) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // A process of another user is running too.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** Returns text that is the same for all processes that share one list of process ids. */
async function processSpace(): Promise<string> {
  const [boot, namespace] = await Promise.all([
    readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => hostname()),
    readlink("/proc/self/ns/pid").catch(() => ""),
  ]);
  return createHash("sha256").update(`${boot} ${namespace}`).digest("hex").slice(0, 8);
}
