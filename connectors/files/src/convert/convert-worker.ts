import { parentPort, workerData } from "node:worker_threads";
import { convertCsv } from "./convert-csv.js";
import { convertJson } from "./convert-json.js";
import { type ConvertAnswer, type ConvertTask, FileFault } from "./convert-task.js";
import { convertWorkbook } from "./convert-workbook.js";

// The thread is started by `convertFile` only, with a task as its data.
const task = workerData as ConvertTask;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await answer());

async function answer(): Promise<ConvertAnswer> {
  try {
    return { done: await convert() };
  } catch (error) {
    if (error instanceof FileFault) return { fault: error.message };
    // Text longer than any string can be.
    if (error instanceof RangeError) return { fault: `it is too large: ${error.message}` };
    const message = error instanceof Error ? error.message : String(error);
    return {
      failure: { message, code: error instanceof Error && "code" in error ? String(error.code) : undefined },
    };
  }
}

function convert(): Promise<unknown> {
  if (task.kind === "csv") return convertCsv(task);
  return task.kind === "json" ? convertJson(task) : convertWorkbook(task);
}
