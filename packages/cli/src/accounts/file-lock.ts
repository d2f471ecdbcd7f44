import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { CommandError } from "../command-line/command-error.js";

/** Milliseconds between attempts to get a lock. */
const retryMs = 25;
/** Maximum number of attempts: two minutes, longer than a connector takes to refresh an account. */
const maxAttempts = 4800;

/**
 * Does work while no other process of this machine holds the same lock. A lock of a process that has ended is removed.
 *
 * @param path - Path of the lock file
 * @param work - The work
 * @returns What the work returns
 * @throws CommandError when another process does not release the lock
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const owner = `${process.pid} ${randomUUID()}`;
  for (let attempt = 1; !(await take(path, owner)); attempt += 1) {
    if (attempt === maxAttempts) {
      const message = `Could not use the account: another process holds "${path}". End that process, or remove the file.`;
      throw new CommandError("unwritable", message);
    }
    await removeAbandoned(path);
    await setTimeout(retryMs);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string, owner: string): Promise<boolean> {
  try {
    await writeFile(path, owner, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock of a process that has ended. Only one of several processes succeeds in renaming it. */
async function removeAbandoned(path: string): Promise<void> {
  const owner = await readFile(path, "utf8").catch(() => "");
  const pid = Number(owner.split(" ")[0]);
  if (!(pid > 0) || isRunning(pid)) return;
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  // Between reading and renaming, another process may have replaced the lock by its own: it gets that one back.
  if ((await readFile(aside, "utf8").catch(() => "")) === owner) await rm(aside, { force: true });
  else await rename(aside, path).catch(() => undefined);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
