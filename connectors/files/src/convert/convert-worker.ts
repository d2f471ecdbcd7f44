import { parentPort } from "node:worker_threads";
import { convert } from "./convert.js";
import type { ConvertAnswer, ConvertTask } from "./convert-task.js";
import { FileFault } from "./file-fault.js";

// Only `ConvertThread` starts this thread, and it sends one task at a time.
parentPort?.on("message", (task: ConvertTask) => void reply(task));

async function reply(task: ConvertTask): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await answer(task));
}

async function answer(task: ConvertTask): Promise<ConvertAnswer> {
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
