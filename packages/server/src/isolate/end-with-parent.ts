import { Worker } from "node:worker_threads";

/** Milliseconds between two looks at the parent. */
const lookMs = 500;

/** The code of the thread. It runs while the main thread is blocked, such as by a loop that never ends. */
const watch = `
const { workerData: { parent, lookMs } } = require("node:worker_threads");
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, lookMs);
`;

/**
 * Ends this process soon after the one that started it has ended, for whatever reason and whatever this process does. An
 * event of the channel to the parent is not enough, because code that never returns keeps the event loop from it.
 */
export function endWithParent(): void {
  const worker = new Worker(watch, {
    eval: true,
    execArgv: [],
    workerData: { parent: process.ppid, lookMs },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  worker.unref();
}
