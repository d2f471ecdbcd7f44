import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import type { IsolatedConnector } from "./isolated-connector.js";
import { sendToWorker } from "./worker-messages.js";

/** Milliseconds between two checks of a worker. */
const checkIntervalMs = 250;

/**
 * Milliseconds without a response after which a worker counts as hanging. The service then sends it only a few further
 * requests.
 */
const hangMs = 1.5 * checkIntervalMs;

/** The connector of a worker, and callbacks of {@link WorkerWatch}. */
export interface WorkerWatchOptions {
  readonly connector: IsolatedConnector;
  /** Called with the reason when the worker is killed. */
  readonly onEnd: (reason: string) => void;
  /** Called while the worker does not respond. */
  readonly onHang: () => void;
}

/** Kills a worker that does not respond or uses too much memory. */
export class WorkerWatch {
  readonly #timer: NodeJS.Timeout;
  #heardAt = Date.now();
  #ready = false;

  /**
   * @param child - Process of the worker
   * @param options - Its connector, and callbacks
   */
  constructor(child: ChildProcess, { connector, onEnd, onHang }: WorkerWatchOptions) {
    const end = (reason: string): void => {
      this.stop();
      onEnd(reason);
      child.kill("SIGKILL");
    };
    let checkedAt = Date.now();
    this.#timer = setInterval(() => {
      const now = Date.now();
      // While this process itself was busy or suspended, it could not receive messages.
      const own = now - checkedAt - checkIntervalMs;
      checkedAt = now;
      if (own > checkIntervalMs) this.#heardAt += own;
      const usedMb = residentMb(child.pid);
      if (usedMb > connector.memoryMb * 1.5 + 128)
        end(`it used ${usedMb} MiB of memory, ${connector.memoryMb} are allowed`);
      else if (this.#ready && now - this.#heardAt > connector.stallMs)
        end(`it did not respond for ${connector.stallMs} ms`);
      else sendToWorker(child, { type: "ping", call: 0 });
      if (this.#ready && now - this.#heardAt > hangMs) onHang();
    }, checkIntervalMs).unref();
  }

  /** Records that the worker sent a message. */
  recordMessage(): void {
    this.#ready = true;
    this.#heardAt = Date.now();
  }

  /** Ends the checks. */
  stop(): void {
    clearInterval(this.#timer);
  }
}

/**
 * Returns the resident memory of a process, or 0 where the system does not report it. It is read from the system,
 * because the process may be in an endless loop.
 */
function residentMb(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ", 2)[1]);
    return Math.round((pages * 4096) / 1024 / 1024);
  } catch {
    return 0;
  }
}
