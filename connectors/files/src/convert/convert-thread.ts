import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { ConvertAnswer, ConvertTask } from "./convert-task.js";
import { FileFault } from "./file-fault.js";

/** Maximum heap of a thread, in megabytes. A file that needs more is rejected. */
const maxMemoryMegabytes = 512;

/** Milliseconds after which an idle thread is ended, which releases its memory. */
const idleTime = 5000;

/** The threads that wait for a task. Starting one takes longer than converting most files. */
const idle: ConvertThread[] = [];

/** A thread that converts files, one at a time. */
export class ConvertThread {
  readonly #worker: Worker;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    // Resolved through the package, so that the compiled file is used even when the sources run directly.
    const file = createRequire(import.meta.url).resolve("@wellhead/files/convert-worker");
    this.#worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMegabytes },
      stderr: true,
    });
  }

  /**
   * Runs a task in an idle thread, or in a new one.
   *
   * @param task - The task and its file
   * @returns The result of the task
   * @throws FileFault when the content of the file causes the failure; any other error when the machine does
   */
  static async run(task: ConvertTask): Promise<unknown> {
    const thread = idle.pop() ?? new ConvertThread();
    const answer = await thread.#ask(task);
    thread.#rest();
    if ("done" in answer) return answer.done;
    if ("fault" in answer) throw new FileFault(answer.fault, answer.advice);
    throw Object.assign(new Error(answer.failure.message), { code: answer.failure.code });
  }

  #ask(task: ConvertTask): Promise<ConvertAnswer> {
    clearTimeout(this.#timer);
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#worker.removeAllListeners();
      this.#worker.once("message", resolve);
      this.#worker.once("error", (error: Error & { readonly code?: string }) => {
        const isTooLarge = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        reject(isTooLarge ? new FileFault(`it needs more than ${maxMemoryMegabytes} MB to convert`) : error);
      });
      this.#worker.once("exit", () =>
        reject(
          Object.assign(new Error("Could not convert the file: the thread ended without a result"), {
            code: "ERR_WORKER_ENDED",
          }),
        ),
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#worker.postMessage(task);
    });
  }

  /** Waits for another task, without keeping the process alive. */
  #rest(): void {
    this.#worker.removeAllListeners();
    const leave = () => {
      const index = idle.indexOf(this);
      if (index >= 0) idle.splice(index, 1);
    };
    this.#worker.on("error", leave).on("exit", leave).unref();
    this.#timer = setTimeout(() => {
      leave();
      void this.#worker.terminate();
    }, idleTime).unref();
    idle.push(this);
  }
}
