import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Settings of a replica. */
export interface ReplicaSettings {
  /** Address of the provider. */
  readonly provider: string;
  /** Address of the store. Default: none, so the replica shares nothing with other replicas. */
  readonly store?: string;
  /** Path of an authority that the replica trusts in addition. Default: none. */
  readonly authority?: string;
  /** Timeout of a call to the provider, in milliseconds. */
  readonly callTimeout?: number;
}

/** A replica in its own process. */
export class ReplicaProcess {
  /** Address on which it listens. */
  readonly url: string;
  readonly #process: ChildProcess;

  /**
   * @param process - The process
   * @param url - Address on which it listens
   */
  constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  /** @param milliseconds - How far to set its clock ahead */
  async setClock(milliseconds: number): Promise<void> {
    const set = once(this.#process, "message");
    this.#process.send(milliseconds);
    await set;
  }

  /** Kills the process immediately. */
  kill(): void {
    this.#process.kill("SIGKILL");
  }
}

/**
 * Starts replicas of one service. Requires the compiled package.
 *
 * @param count - Number of replicas
 * @param settings - Provider and store
 * @returns The replicas, listening
 */
export async function startReplicas(count: number, settings: ReplicaSettings): Promise<ReplicaProcess[]> {
  const program = fileURLToPath(new URL("./replica.js", import.meta.url));
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const process = fork(program, {
        env: {
          ...environment(),
          ...(settings.authority !== undefined && { NODE_EXTRA_CA_CERTS: settings.authority }),
          REPLICA_SETTINGS: JSON.stringify(settings),
        },
      });
      const message: readonly unknown[] = await once(process, "message");
      return new ReplicaProcess(process, String(message[0]));
    }),
  );
}

function environment(): NodeJS.ProcessEnv {
  // Settings of a deployment on this machine must not reach the replicas.
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("WELLHEAD_")));
}
