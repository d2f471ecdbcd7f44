import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What a replica is told at its start. */
export interface ReplicaSettings {
  /** Address of the provider. */
  readonly provider: string;
  /** Address of the store; left out, the replica knows of no other. */
  readonly store?: string;
  /** Milliseconds a call of the provider may take. */
  readonly callTimeout?: number;
}

/** A replica in a process of its own. */
export class ReplicaProcess {
  /** Where it listens. */
  readonly url: string;
  readonly #process: ChildProcess;

  /**
   * @param process - The process
   * @param url - Where it listens
   */
  constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  /** @param milliseconds - How far its clock is to be ahead */
  async setClock(milliseconds: number): Promise<void> {
    const set = once(this.#process, "message");
    this.#process.send(milliseconds);
    await set;
  }

  /** Kills it without a chance to finish anything. */
  kill(): void {
    this.#process.kill("SIGKILL");
  }
}

/**
 * Starts replicas of one service; needs the compiled package.
 *
 * @param count - How many
 * @param settings - Provider and store
 * @returns The replicas, listening
 */
export async function startReplicas(count: number, settings: ReplicaSettings): Promise<ReplicaProcess[]> {
  const program = fileURLToPath(new URL("../../../dist/oauth/testing/replica.js", import.meta.url));
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const process = fork(program, {
        env: { ...environment(), REPLICA_SETTINGS: JSON.stringify(settings) },
      });
      const message: readonly unknown[] = await once(process, "message");
      return new ReplicaProcess(process, String(message[0]));
    }),
  );
}

function environment(): NodeJS.ProcessEnv {
  // Nothing of the machine's own deployment may reach a replica.
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("WELLHEAD_")));
}
