import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { convert } from "./convert.js";
import { type ConvertAnswer, type Converted, type ConvertTask, FileFault } from "./convert-task.js";

/** Megabytes the thread may hold; a file that needs more is refused. */
const maxMemoryMegabytes = 512;

/** Threads that convert at once; further files wait. */
const maxThreads = 2;
let running = 0;
const waiting: Array<() => void> = [];

/** Bytes of a file that is converted here: starting a thread would take longer. */
const smallFile = 2 ** 17;

/**
 * Converts a file, or finds out what it holds, in a thread of its own unless it is small.
 *
 * @param task - What to do with which file
 * @returns What the thread found
 * @throws FileFault when the content of the file is at fault; any other error when the machine is
 */
export async function convertFile<Task extends ConvertTask>(task: Task): Promise<Converted<Task>> {
  // The function answers a task with what belongs to its kind.
  if (await isQuick(task)) return (await convert(task)) as Converted<Task>;
  while (running >= maxThreads) {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }
  running++;
  try {
    // The thread answers a task with what belongs to its kind.
    return (await runThread(task)) as Converted<Task>;
  } finally {
    running--;
    waiting.shift()?.();
  }
}

/** Whether a task takes little of this thread: `zlib` has threads of its own, and a small file of zstd pauses for others. */
async function isQuick({ kind, path }: ConvertTask): Promise<boolean> {
  if (kind === "csv" || kind === "workbook") return false;
  // What a small compressed file unpacks to may be large.
  if (kind === "json" && /\.(?:gz|zst)$/.test(path)) return false;
  const isUnpackedElsewhere = kind !== "json" && !/\.(?:zst|parquet)$/.test(path);
  return isUnpackedElsewhere || (await stat(path)).size <= smallFile;
}

function runThread(task: ConvertTask): Promise<unknown> {
  // Found through the package, so that it is the compiled file also where the sources run as they are.
  const file = createRequire(import.meta.url).resolve("@wellhead/files/convert-worker");
  const worker = new Worker(file, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMegabytes },
    stderr: true,
  });
  return new Promise((resolve, reject) => {
    worker.once("message", (answer: ConvertAnswer) => {
      if ("done" in answer) resolve(answer.done);
      else if ("fault" in answer) reject(new FileFault(answer.fault, answer.advice));
      else reject(Object.assign(new Error(answer.failure.message), { code: answer.failure.code }));
    });
    worker.once("error", (error: Error & { readonly code?: string }) => {
      const isTooLarge = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(isTooLarge ? new FileFault(`it needs more than ${maxMemoryMegabytes} MB to convert`) : error);
    });
    worker.once("exit", () =>
      reject(
        Object.assign(new Error("Could not convert the file: the thread ended without an answer"), {
          code: "ERR_WORKER_ENDED",
        }),
      ),
    );
  });
}
