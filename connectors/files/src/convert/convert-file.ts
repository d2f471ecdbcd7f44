import { stat } from "node:fs/promises";
import { convert } from "./convert.js";
import type { Converted, ConvertTask } from "./convert-task.js";
import { ConvertThread } from "./convert-thread.js";

/** Maximum number of threads that convert at the same time. Other files wait. */
const maxThreads = 2;
let running = 0;
const waiting: Array<() => void> = [];

/** Maximum bytes of a file that is converted in this thread, because starting a worker would take longer. */
const smallFile = 2 ** 17;

/**
 * Converts a file, or finds out what it holds. Uses a worker thread unless the task is quick.
 *
 * @param task - The task and its file
 * @returns The result of the task
 * @throws FileFault when the content of the file causes the failure; any other error when the machine does
 */
export async function convertFile<Task extends ConvertTask>(task: Task): Promise<Converted<Task>> {
  // The result type of `convert` depends on the kind of the task.
  if (await isQuick(task)) return (await convert(task)) as Converted<Task>;
  while (running >= maxThreads) {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }
  running++;
  try {
    // The result type of the worker depends on the kind of the task.
    return (await ConvertThread.run(task)) as Converted<Task>;
  } finally {
    running--;
    waiting.shift()?.();
  }
}

/**
 * Returns whether a task may run on this thread, because it uses little of its time. `zlib` decompresses in its own
 * threads, and a small zstd file is decompressed in steps between which other work continues.
 */
async function isQuick({ kind, path }: ConvertTask): Promise<boolean> {
  if (kind === "workbook" || kind === "parquet") return false;
  const isParsed = kind === "json" || kind === "csv";
  // A small compressed file may unpack to a large one.
  if (isParsed && /\.(?:gz|zst)$/.test(path)) return false;
  const isUnpackedElsewhere = !isParsed && !/\.(?:zst|parquet)$/.test(path);
  return isUnpackedElsewhere || (await stat(path)).size <= smallFile;
}
