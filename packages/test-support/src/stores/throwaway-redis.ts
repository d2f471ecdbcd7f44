import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../programs/free-port.js";

/** Maximum duration of a start, in milliseconds; long enough for a busy machine. */
const maxStartMs = 60_000;

/** How a {@link ThrowawayRedis} differs from the default. */
export interface ThrowawayRedisOptions {
  /** Parameters of `redis-server` after those of the default. Default: none. */
  readonly settings?: readonly string[];
  /** Parameters of `redis-cli`. Default: none. */
  readonly clientSettings?: readonly string[];
  /** Configuration of a Sentinel; the server then is one. Default: none. */
  readonly sentinel?: string;
}

/** A separate Redis server on this machine that stores nothing on disk. */
export class ThrowawayRedis {
  readonly port: number;
  readonly #folder: string;
  readonly #options: ThrowawayRedisOptions;
  #process: ChildProcess | undefined;

  /**
   * @param port - A free port
   * @param folder - Working directory of this server alone
   * @param options - How it differs from the default
   */
  constructor(port: number, folder: string, options: ThrowawayRedisOptions = {}) {
    this.port = port;
    this.#folder = folder;
    this.#options = options;
  }

  /** Address in the form the service accepts. */
  get address(): string {
    return `redis://127.0.0.1:${this.port}/0`;
  }

  /** Starts the server with no data. */
  async start(): Promise<void> {
    const { sentinel, settings = [] } = this.#options;
    const words = sentinel === undefined ? [...this.#defaults(), ...settings] : this.#sentinel(sentinel);
    const started = spawn("redis-server", words, { stdio: "ignore" });
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
    const { clientSettings = [] } = this.#options;
    const parameters = ["-p", String(this.port), ...clientSettings, ...words];
    return spawnSync("redis-cli", parameters, { encoding: "utf8" }).stdout;
  }

  #defaults(): readonly string[] {
    const settings = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.#folder];
    const memoryOnly = ["--save", "", "--appendonly", "no"];
    // By default, the first replica waits 5 s for others.
    const replication = ["--repl-diskless-sync-delay", "0"];
    return [...settings, ...memoryOnly, ...replication];
  }

  /** Writes the configuration, which a Sentinel changes while it runs. */
  #sentinel(configuration: string): readonly string[] {
    const path = join(this.#folder, "sentinel.conf");
    const own = [`port ${this.port}`, "bind 127.0.0.1", `dir ${this.#folder}`];
    writeFileSync(path, `${own.join("\n")}\n${configuration}`);
    return [path, "--sentinel"];
  }
}

/**
 * @param options - How it differs from the default
 * @returns A running server
 */
export async function startRedis(options: ThrowawayRedisOptions = {}): Promise<ThrowawayRedis> {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-redis-"));
  const redis = new ThrowawayRedis(await freePort(), folder, options);
  await redis.start();
  return redis;
}
