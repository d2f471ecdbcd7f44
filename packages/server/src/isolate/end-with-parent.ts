import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Worker } from "node:worker_threads";

/** Options of {@link endWithParent}. */
export interface EndWithParentOptions {
  /** Called when the parent has ended, to end this process in order. Default: it is killed at once. */
  readonly onGone?: () => void;
  /** Milliseconds after `onGone` until this process is killed. Default: 5,000. */
  readonly graceMs?: number;
}

/** Milliseconds between two looks at the parent. */
const lookMs = 500;

/** The code of the thread. It runs while the main thread is blocked, such as by a loop that never ends. */
const watch = `
const { readFileSync } = require("node:fs");
const { parentPort, workerData: { parent, starter, lookMs, graceMs } } = require("node:worker_threads");
const parentOf = (pid) => {
  try {
    return Number(/\\) \\S (\\d+)/.exec(readFileSync("/proc/" + pid + "/stat", "latin1"))[1]);
  } catch {
    return undefined;
  }
};
let since;
setInterval(() => {
  if (process.ppid === parent && (starter === undefined || parentOf(parent) === starter)) return;
  if (since === undefined) parentPort.postMessage("gone");
  since ??= performance.now();
  if (performance.now() - since >= graceMs) process.kill(process.pid, "SIGKILL");
}, lookMs);
`;

/**
 * Ends this process soon after the one that started it has ended, for whatever reason and whatever this process does. An
 * event of the channel to the parent is not enough, because code that never returns keeps the event loop from it.
 *
 * @param options - How it ends. Default: it is killed at once
 * @returns A function that lets this process outlive its parent again
 */
export function endWithParent({ onGone, graceMs = 5000 }: EndWithParentOptions = {}): () => void {
  const worker = new Worker(watch, {
    eval: true,
    execArgv: [],
    workerData: {
      parent: process.ppid,
      starter: starterBehind(process.ppid),
      lookMs,
      graceMs: onGone === undefined ? 0 : graceMs,
    },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  if (onGone !== undefined) worker.once("message", onGone);
  worker.unref();
  return () => void worker.terminate();
}

/**
 * Returns the npm behind a shell that it has started, such as that of `npx`. When npm is killed, the shell lives on and waits
 * for this process.
 */
function starterBehind(parent: number): number | undefined {
  if (process.env["npm_execpath"] === undefined) return undefined;
  try {
    const [, command = "", starter] =
      /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, "latin1")) ?? [];
    return /^(?:ba|da|z)?sh$/.test(basename(command)) ? Number(starter) : undefined;
  } catch {
    // Other systems have no such file, and shells that this process takes the place of.
    return undefined;
  }
}
