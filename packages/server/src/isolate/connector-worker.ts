import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConnectorError, type Store } from "@wellhead/sdk";
import type { PreparedBody } from "../endpoints/served-connector.js";
import type { Host } from "../host/host.js";
import type { IsolatedConnector } from "./isolated-connector.js";
import type { ConnectorFacts, FromWorker, MetricMessage, ToWorker, WorkerStart } from "./worker-messages.js";

/** What a {@link ConnectorWorker} is made of. */
export interface ConnectorWorkerOptions {
  readonly host: Host;
  readonly connector: IsolatedConnector;
  readonly start: Omit<WorkerStart, "type" | "module" | "exportName" | "argument" | "socket">;
}

/** Milliseconds between two looks at a worker. */
const lookMs = 250;

/** Milliseconds until a worker that ended is started again, at first and at the most. */
const backoffMs = { first: 500, longest: 30_000 };

/** A worker that has not responded for so long hangs: few further requests are sent to it, in milliseconds. */
const hangMs = 1.5 * lookMs;

/** A worker that ran so long starts with the first wait again, in milliseconds. */
const steadyMs = 60_000;

/** Milliseconds a worker may take to start, and to end. */
const startTimeoutMs = 120_000;
const closeTimeoutMs = 4000;

/** Milliseconds for which a connection that is not in use is kept. */
const idleMs = 15_000;

/** A connector in a process of its own: started, watched, and started again when it ends. */
export class ConnectorWorker {
  /** Connections to the worker; idle ones are closed before the worker would close them. */
  readonly agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: idleMs });
  readonly #options: ConnectorWorkerOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), "wellhead-"));
  #child: ChildProcess | undefined;
  #socket = "";
  #starts = 0;
  #pings = 0;
  #wait = backoffMs.first;
  #restartAt = 0;
  #restart: NodeJS.Timeout | undefined;
  #closed = false;
  #application: PreparedBody | undefined;
  #facts: ConnectorFacts = { id: "", name: "", version: "", description: "" };

  /** @param options - Service, connector and how it is started */
  constructor(options: ConnectorWorkerOptions) {
    this.#options = options;
  }

  /** Facts about the connector, as it told them when it was first started. */
  get facts(): ConnectorFacts {
    return this.#facts;
  }

  /** The answer of GET /, once the worker that runs now has said that it stays the same. */
  get application(): PreparedBody | undefined {
    return this.#application;
  }

  /**
   * @returns Path of the socket it answers at
   * @throws ConnectorError `unavailable` while it is started again
   */
  get socket(): string {
    if (this.#socket !== "") return this.#socket;
    throw this.unavailable();
  }

  /** @returns The error for a request that the worker cannot answer now */
  unavailable(): ConnectorError {
    const retryAfter = Math.max(1, Math.ceil((this.#restartAt - Date.now()) / 1000));
    return new ConnectorError(
      "unavailable",
      `Could not read from the connector: it ended and is started again. Try again in ${retryAfter} s.`,
      { retryAfter },
    );
  }

  /**
   * Finds out why a connection to the worker broke: a worker that ended cannot answer any more, one that cut its answer can.
   *
   * @returns Whether the worker goes on
   */
  async goesOn(): Promise<boolean> {
    const child = this.#child;
    if (child === undefined || !child.connected) return false;
    this.#pings += 1;
    const call = this.#pings;
    return new Promise((resolve) => {
      const hear = (message: FromWorker): void => {
        if (message.type === "pong" && message.call === call) settle(true);
      };
      const leave = (): void => settle(false);
      const settle = (result: boolean): void => {
        child.off("message", hear);
        child.off("exit", leave);
        resolve(result);
      };
      child.on("message", hear);
      child.once("exit", leave);
      child.send({ type: "ping", call } satisfies ToWorker, (error) => {
        if (error) leave();
      });
    });
  }

  /**
   * Starts the worker.
   *
   * @returns When it answers
   * @throws TypeError when the connector cannot be loaded
   */
  start(): Promise<void> {
    const { connector, host, start } = this.#options;
    this.#starts += 1;
    const socket = join(this.#folder, `${this.#starts}.sock`);
    const program = fileURLToPath(new URL("../../dist/fastify/worker-process.js", import.meta.url));
    const child = fork(program, [], {
      execArgv: [`--max-old-space-size=${connector.memoryMb}`],
      // Standard output belongs to whoever started the service.
      stdio: ["ignore", 2, 2, "ipc"],
    });
    this.#child = child;
    // Each request whose connection broke listens for a moment.
    child.setMaxListeners(0);
    const startedAt = Date.now();
    const watch = new WorkerWatch(child, {
      connector,
      onEnd: (reason) => this.#log("error", { reason }, "Ended the worker of a connector"),
      onHang: () => host.hangingWorkers.add(this.#facts.id),
    });
    const { module, exportName, argument } = connector;
    child.send({ ...start, type: "start", module, exportName, argument, socket } satisfies ToWorker);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        reject(
          new TypeError(
            `Could not start the connector of "${module}": it took more than ${startTimeoutMs} ms.`,
          ),
        );
        child.kill("SIGKILL");
      }, startTimeoutMs);
      child.on("message", (message: FromWorker) => {
        watch.heard();
        host.hangingWorkers.delete(this.#facts.id);
        if (message.type === "ready") {
          clearTimeout(late);
          this.#facts = message.facts;
          this.#socket = socket;
          resolve();
        } else if (message.type === "failed")
          reject(new TypeError(`Could not start the connector of "${module}": ${message.reason}.`));
        else if (message.type === "application") this.#application = message;
        else receive(message, { host, child, connector: this.#facts.id });
      });
      // Every later one too: a process that ended makes each message sent to it an error until its exit is reported.
      child.on("error", reject);
      child.once("exit", (code, signal) => {
        clearTimeout(late);
        watch.stop();
        this.#ended(startedAt, { code, signal });
        reject(
          new TypeError(
            `Could not start the connector of "${module}": its process ended with ${signal ?? code}.`,
          ),
        );
      });
    });
  }

  /** Ends the worker and its connector. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#restart);
    this.agent.destroy();
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise<void>((resolve) => {
        child.once("exit", () => resolve());
      });
      const kill = setTimeout(() => child.kill("SIGKILL"), closeTimeoutMs);
      if (child.connected) child.send({ type: "close" } satisfies ToWorker);
      await ended;
      clearTimeout(kill);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #ended(startedAt: number, how: { readonly code: number | null; readonly signal: string | null }): void {
    const wasReady = this.#socket !== "";
    this.#socket = "";
    this.#application = undefined;
    this.#options.host.hangingWorkers.delete(this.#facts.id);
    if (this.#closed || (this.#facts.id === "" && !wasReady)) return;
    if (Date.now() - startedAt >= steadyMs) this.#wait = backoffMs.first;
    const wait = this.#wait;
    this.#wait = Math.min(wait * 2, backoffMs.longest);
    this.#restartAt = Date.now() + wait;
    this.#log("error", { ...how, restartMs: wait }, "The worker of a connector ended");
    // A failed start ends in another exit, which comes back here.
    this.#restart = setTimeout(() => void this.start().catch(() => undefined), wait).unref();
  }

  #log(level: "warn" | "error", record: object, message: string): void {
    this.#options.host.options.log[level]({ connector: this.#facts.id, ...record }, message);
  }
}

interface Receiver {
  readonly host: Host;
  readonly child: ChildProcess;
  readonly connector: string;
}

function receive(message: FromWorker, { host, child }: Receiver): void {
  const { log, audit, metrics, accounts } = host.options;
  if (message.type === "log") log[message.level](message.record, message.message);
  else if (message.type === "audit") audit.write(message.event, message.details);
  else if (message.type === "count") count(metrics, message);
  else if (message.type === "store") {
    const { call, method, args } = message;
    void callStore(accounts.environment.store, method, args).then(
      (value) => child.connected && child.send({ type: "stored", call, value } satisfies ToWorker),
      () => child.connected && child.send({ type: "stored", call, failed: true } satisfies ToWorker),
    );
  }
}

function count(metrics: Host["options"]["metrics"], { name, fact }: MetricMessage): void {
  // Name and fact belong together, as the type of the message says.
  (metrics[name] as (fact: unknown) => void).call(metrics, fact);
}

async function callStore(store: Store, method: keyof Store, args: readonly unknown[]): Promise<unknown> {
  // The worker runs the same version, and its store has the same methods with the same parameters, or lacks one.
  const run = store[method] as ((...given: readonly unknown[]) => Promise<unknown>) | undefined;
  return await run?.apply(store, [...args]);
}

interface WorkerWatchOptions {
  readonly connector: IsolatedConnector;
  /** Called with the reason when the worker is ended. */
  readonly onEnd: (reason: string) => void;
  /** Called while the worker does not respond. */
  readonly onHang: () => void;
}

/** Ends a worker that does not respond or uses too much memory. */
class WorkerWatch {
  readonly #timer: NodeJS.Timeout;
  #heardAt = Date.now();
  #ready = false;

  constructor(child: ChildProcess, { connector, onEnd, onHang }: WorkerWatchOptions) {
    const end = (reason: string): void => {
      this.stop();
      onEnd(reason);
      child.kill("SIGKILL");
    };
    let lookedAt = Date.now();
    this.#timer = setInterval(() => {
      const now = Date.now();
      // While this process itself was busy or asleep, nobody could be heard.
      const own = now - lookedAt - lookMs;
      lookedAt = now;
      if (own > lookMs) this.#heardAt += own;
      const usedMb = residentMb(child.pid);
      if (usedMb > connector.memoryMb * 1.5 + 128)
        end(`it used ${usedMb} MiB of memory, ${connector.memoryMb} are allowed`);
      else if (this.#ready && now - this.#heardAt > connector.stallMs)
        end(`it did not respond for ${connector.stallMs} ms`);
      else if (child.connected) child.send({ type: "ping", call: 0 } satisfies ToWorker);
      if (this.#ready && now - this.#heardAt > hangMs) onHang();
    }, lookMs).unref();
  }

  /** The worker sent a message. */
  heard(): void {
    this.#ready = true;
    this.#heardAt = Date.now();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Memory of a process, read without its help, since it may be in an endless loop; 0 where the system does not tell. */
function residentMb(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ", 2)[1]);
    return Math.round((pages * 4096) / 1024 / 1024);
  } catch {
    return 0;
  }
}
