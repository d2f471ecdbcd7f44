import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** The process of a temporary server, which can be ended and started again. */
export interface ServerProcess {
  /** Ends the server and starts it again. Default of the signal: the one that ends it at once. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  /** Ends the server at once and waits for its end. */
  stop(): Promise<void>;
}

/** How to run a server. */
export interface ServerProcessOptions {
  /** Starts a process and waits until it accepts connections. */
  readonly start: () => Promise<ChildProcess>;
  /** Signal that ends it at once. */
  readonly signal: NodeJS.Signals;
}

/**
 * Starts a server.
 *
 * @param options - How to run it
 * @returns Its process, which accepts connections
 */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  let child = await options.start();
  const stop = async (signal = options.signal) => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  return {
    restart: async (signal) => {
      await stop(signal);
      child = await options.start();
    },
    stop: () => stop(),
  };
}
