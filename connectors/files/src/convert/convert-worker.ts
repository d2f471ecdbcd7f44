import { parentPort, workerData } from "node:worker_threads";
import { convert } from "./convert.js";
import type { ConvertAnswer, ConvertTask } from "./convert-task.js";
import { FileFault } from "./file-fault.js";

// Only `convertFile` starts this thread, and it passes a task as its data.
const task = workerData as ConvertTask;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await answer());

async function answer(): Promise<ConvertAnswer> {
  try {
    return { done: await convert(task) };
  } catch (error) {
    if (error instanceof FileFault) return { fault: error.message, advice: error.advice };
    // The text exceeds the maximum length of a string.
    if (error instanceof RangeError) return { fault: `it is too large: ${error.message}` };
    const message = error instanceof Error ? error.message : String(error);
    return {
      failure: { message, code: error instanceof Error && "code" in error ? String(error.code) : undefined },
    };
  }
}
