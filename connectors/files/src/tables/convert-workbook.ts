import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { WorkbookTask, WrittenSheet } from "./workbook-task.js";

/** Most megabytes the thread may hold; what unpacks to more is refused instead of taking the service down. */
const maxMemory = 1024;

/**
 * Writes the sheets of a workbook as CSV files, in a thread of its own: unpacking one takes long and much memory.
 *
 * @param task - Which workbook, and where to
 * @returns The sheets in order
 * @throws Error when it is no workbook, or too large
 */
export function convertWorkbook(task: WorkbookTask): Promise<readonly WrittenSheet[]> {
  // Found through the package, so that it is the compiled file also where the sources run as they are.
  const file = createRequire(import.meta.url).resolve("@wellhead/files/workbook-worker");
  const worker = new Worker(file, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
    stderr: true,
  });
  return new Promise((resolve, reject) => {
    // The thread posts this one message.
    worker.once("message", (sheets) => resolve(sheets as readonly WrittenSheet[]));
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("Convert the workbook: the thread ended without an answer")));
  });
}
