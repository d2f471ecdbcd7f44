import { readdir, readFile } from "node:fs/promises";
import type { RunContext } from "../tool/run-context.js";

/** Makes the context of a run that nobody ends. */
export function runContext(signal: AbortSignal = new AbortController().signal): RunContext {
  const log = { info: () => undefined, warn: () => undefined };
  return { log, signal, caller: "test", account: { kind: "none" } };
}

/** Lists the ids of processes that have a text in their command line. */
export async function processesOf(text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const id of await readdir("/proc")) {
    if (!/^\d+$/.test(id)) continue;
    const line = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
    if (line.includes(text)) found.push(id);
  }
  return found;
}

/** Lists the private folders of this process. */
export async function sharedFolders(): Promise<readonly string[]> {
  return (await readdir("/dev/shm")).filter((name) => name.includes(`-${process.pid}-`));
}
