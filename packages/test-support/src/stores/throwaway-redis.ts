import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../programs/free-port.js";

/** Maximum duration of a start, in milliseconds; long enough for a busy machine. */
const maxStartMs = 60_000;

/** A separate Redis server on this machine that stores nothing on disk. */
export class ThrowawayRedis {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  /**
   * @param port - A free port
   * @param folder - Working directory of this server alone
   */
  constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  /** Address in the form the service accepts. */
  get address(): string {
    return `redis://127.0.0.1:${this.port}/0`;
  }

  /** Starts the server with no data. */
  async start(): Promise<void> {
    const settings = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.#folder];
    const memoryOnly = ["--save", "", "--appendonly", "no"];
    // By default, the first replica waits 5 s for others.
    const replication = ["--repl-diskless-sync-delay", "0"];
    const started = spawn("redis-server", [...settings, ...memoryOnly, ...replication], { stdio: "ignore" });
    this.#process = started;
    for (const start = performance.now(); performance.now() - start < maxStartMs; ) {
      if (this.command("ping").includes("PONG")) return;
      if (started.exitCode !== null) throw new Error(`Could not start Redis: exit code ${started.exitCode}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
    throw new Error(`Could not start Redis: no response within ${maxStartMs / 1000} s`);
  }

  /** Stops the server; its data is lost. */
  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null) return;
    running.kill("SIGKILL");
    await once(running, "exit");
  }

  /** Suspends the process; its connections stay open. */
  pause(): void {
    this.#process?.kill("SIGSTOP");
  }

  /** Resumes the process. */
  resume(): void {
    this.#process?.kill("SIGCONT");
  }

  /** Stops the server and removes its folder. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * @param words - A command, such as `flushall`
   * @returns The response of the server; empty when it cannot be reached
   */
  command(...words: readonly string[]): string {
    return spawnSync("redis-cli", ["-p", String(this.port), ...words], { encoding: "utf8" }).stdout;
  }
}

/** @returns A running server */
export async function startRedis(): Promise<ThrowawayRedis> {
  const redis = new ThrowawayRedis(await freePort(), await mkdtemp(join(tmpdir(), "wellhead-redis-")));
  await redis.start();
  return redis;
}
