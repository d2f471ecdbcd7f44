import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { readdir, rm, unlink } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Store } from "@wellhead/runtime";
import { ConnectorError } from "@wellhead/sdk";
import type { Host } from "../host/host.js";
import type { ActivityOrder, ActivitySource, ProcessActivity } from "../host/process-activity.js";
import type { AccountFields } from "../request/account/account-key.js";
import type { PreparedBody } from "../request/answer.js";
import type { IsolatedConnector } from "./isolated-connector.js";
import {
  type ConnectorFacts,
  type FromWorker,
  type MetricMessage,
  sendToWorker,
  socketPath,
  type ToWorker,
  type WorkerStart,
} from "./worker-messages.js";
import { WorkerWatch } from "./worker-watch.js";

/** Options of {@link ConnectorWorker}. */
export interface ConnectorWorkerOptions {
  readonly host: Host;
  readonly connector: IsolatedConnector;
  readonly start: Omit<WorkerStart, "type" | "module" | "exportName" | "argument" | "socket">;
}

/** Milliseconds until a worker that ended is restarted: the first wait and the maximum. */
const backoffMs = { first: 500, longest: 30_000 };

/** Milliseconds a worker has to run before its next restart uses the first wait again. */
const steadyMs = 60_000;

/** Milliseconds a worker may take to start and to shut down. */
const startTimeoutMs = 120_000;
const closeTimeoutMs = 4000;

/** Milliseconds for which an idle connection is kept open. */
const idleMs = 15_000;

/** Milliseconds that a worker may take to report what it does. */
const activityTimeoutMs = 250;

/** A question to a worker, and its reply. */
type Question = { readonly type: "ping" } | { readonly type: "look"; readonly order: ActivityOrder };
type Reply = Extract<FromWorker, { readonly type: "pong" | "seen" }>;

/** A connector in its own process, which is started, monitored, and restarted when it ends. */
export class ConnectorWorker implements ActivitySource {
  /** Connections to the worker. Idle ones are closed before the worker's own timeout closes them. */
  readonly agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: idleMs });
  readonly #options: ConnectorWorkerOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), "wellhead-"));
  #child: ChildProcess | undefined;
  #socket = "";
  #starts = 0;
  #questions = 0;
  #startedAt = 0;
  #wait = backoffMs.first;
  #restartAt = 0;
  #restart: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #fixedBodies = new Map<string, PreparedBody>();
  #facts: ConnectorFacts = { id: "", name: "", version: "", description: "" };
  #accountFields: AccountFields = {};

  /** @param options - The service, the connector and its start options */
  constructor(options: ConnectorWorkerOptions) {
    this.#options = options;
  }

  /** Facts about the connector, as the worker last reported them when it became ready. */
  get facts(): ConnectorFacts {
    return this.#facts;
  }

  /** Fields of the accounts of the connector, as the worker last reported them. */
  get accountFields(): AccountFields {
    return this.#accountFields;
  }

  /**
   * @param path - Path of a GET endpoint
   * @returns The body of its response, once the current worker has reported that it does not change
   */
  fixedBody(path: string): PreparedBody | undefined {
    return this.#fixedBodies.get(path);
  }

  /**
   * @returns Path of the socket the worker listens at
   * @throws ConnectorError `unavailable` while the worker is being restarted
   */
  get socket(): string {
    if (this.#socket !== "") return this.#socket;
    throw this.unavailable();
  }

  /** @returns The error for a request that the worker cannot handle now */
  unavailable(): ConnectorError {
    const retryAfter = Math.max(1, Math.ceil((this.#restartAt - Date.now()) / 1000));
    return new ConnectorError(
      "unavailable",
      `Could not read from the connector: its process ended and is being restarted. Try again in ${retryAfter} s.`,
      { retryAfter },
    );
  }

  /**
   * Finds out why a connection to the worker broke, by sending a ping. A worker that ended can no longer reply to it; a
   * worker that only cut its response can.
   *
   * @returns Whether the worker is still running
   */
  async goesOn(): Promise<boolean> {
    return (await this.#ask({ type: "ping" })) !== undefined;
  }

  /** When the current process was started, in terms of `performance.now()`. */
  get since(): number {
    return this.#startedAt;
  }

  /** Id of the connector. */
  get connector(): string {
    return this.#facts.id;
  }

  async readActivity(order: ActivityOrder): Promise<ProcessActivity | undefined> {
    const reply = await this.#ask({ type: "look", order }, activityTimeoutMs);
    return reply?.type === "seen" ? reply.activity : undefined;
  }

  /**
   * Asks the worker something.
   *
   * @param question - The question, without its number
   * @param timeoutMs - Maximum wait in milliseconds. Default: until the worker ends
   * @returns The reply; `undefined` if the worker ends or does not reply in time
   */
  #ask(question: Question, timeoutMs?: number): Promise<Reply | undefined> {
    const child = this.#child;
    if (child === undefined || !child.connected) return Promise.resolve(undefined);
    this.#questions += 1;
    const call = this.#questions;
    return new Promise((resolve) => {
      const hear = (message: FromWorker): void => {
        if ((message.type === "pong" || message.type === "seen") && message.call === call) settle(message);
      };
      const leave = (): void => settle(undefined);
      const timer = timeoutMs === undefined ? undefined : setTimeout(leave, timeoutMs);
      const settle = (reply: Reply | undefined): void => {
        clearTimeout(timer);
        child.off("message", hear);
        child.off("exit", leave);
        resolve(reply);
      };
      child.on("message", hear);
      child.once("exit", leave);
      child.send({ ...question, call } satisfies ToWorker, (error) => {
        if (error) leave();
      });
    });
  }

  /**
   * Starts the worker.
   *
   * @returns A promise that resolves once the worker is ready
   * @throws TypeError when the connector cannot be loaded
   */
  start(): Promise<void> {
    const { connector, host, start } = this.#options;
    host.workers.add(this);
    this.#starts += 1;
    this.#startedAt = performance.now();
    const socket = socketPath(this.#folder, this.#starts);
    const program = fileURLToPath(new URL("../../dist/fastify/worker-process.js", import.meta.url));
    const child = fork(program, [], {
      execArgv: [`--max-old-space-size=${connector.memoryMb}`],
      // Standard output is reserved for the process that started the service, so the worker writes to standard error.
      stdio: ["ignore", 2, 2, "ipc"],
    });
    this.#child = child;
    // Each request whose connection broke adds a listener for a short time.
    child.setMaxListeners(0);
    const startedAt = Date.now();
    const watch = new WorkerWatch(child, {
      connector,
      onEnd: (reason) => this.#log("error", { reason }, "Ended the worker of a connector."),
      onHang: () => host.hangingWorkers.add(this.#facts.id),
    });
    const { module, exportName, argument } = connector;
    sendToWorker(child, { ...start, type: "start", module, exportName, argument, socket });
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
        watch.recordMessage();
        host.hangingWorkers.delete(this.#facts.id);
        if (message.type === "ready") {
          clearTimeout(late);
          this.#facts = message.facts;
          this.#accountFields = message.accountFields;
          this.#socket = socket;
          resolve();
        } else if (message.type === "failed")
          reject(new TypeError(`Could not start the connector of "${module}": ${message.reason}.`));
        else if (message.type === "fixed") this.#fixedBodies.set(message.path, message);
        else receive(message, { host, child, connector: this.#facts.id });
      });
      child.once("error", reject);
      child.once("exit", (code, signal) => {
        clearTimeout(late);
        watch.stop();
        this.#ended(startedAt, { code, signal });
        const error = new TypeError(
          `Could not start the connector of "${module}": its process ended with ${signal ?? code}.`,
        );
        // The last message of the process, which says why it ended, may not have been received yet.
        if (child.connected) child.once("disconnect", () => reject(error));
        else reject(error);
      });
    });
  }

  /** Shuts down the worker and its connector. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#restart);
    this.agent.destroy();
    this.#options.host.workers.delete(this);
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise<void>((resolve) => {
        child.once("exit", () => resolve());
      });
      const kill = setTimeout(() => child.kill("SIGKILL"), closeTimeoutMs);
      sendToWorker(child, { type: "close" });
      await ended;
      clearTimeout(kill);
    }
    // After `rm()` has seen a socket, Node.js before 24 loads packages behind a symbolic link a second time. A cleaner may
    // have removed the folder.
    const sockets = await readdir(this.#folder).catch(() => []);
    for (const socket of sockets) await unlink(join(this.#folder, socket)).catch(() => undefined);
    await rm(this.#folder, { recursive: true, force: true });
  }

  #ended(startedAt: number, how: { readonly code: number | null; readonly signal: string | null }): void {
    const wasReady = this.#socket !== "";
    this.#socket = "";
    this.#fixedBodies.clear();
    this.#options.host.hangingWorkers.delete(this.#facts.id);
    if (this.#closed || (this.#facts.id === "" && !wasReady)) return;
    if (Date.now() - startedAt >= steadyMs) this.#wait = backoffMs.first;
    const wait = this.#wait;
    this.#wait = Math.min(wait * 2, backoffMs.longest);
    this.#restartAt = Date.now() + wait;
    this.#log("error", { ...how, restartMs: wait }, "The worker of a connector ended.");
    // A failed start ends in another exit, which calls this method again.
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
      (value) => sendToWorker(child, { type: "stored", call, value }),
      () => sendToWorker(child, { type: "stored", call, failed: true }),
    );
  }
}

function count(metrics: Host["options"]["metrics"], { name, fact }: MetricMessage): void {
  // The type of the message guarantees that the fact matches the counter's name.
  (metrics[name] as (fact: unknown) => void).call(metrics, fact);
}

/**
 * Calls a method of the store for a worker.
 *
 * @param store - The store of the service
 * @param method - Name of the method
 * @param args - Its parameters
 * @returns What the method returned; `undefined` when the store lacks an optional method
 */
export async function callStore(
  store: Store,
  method: keyof Store,
  args: readonly unknown[],
): Promise<unknown> {
  // The worker runs the same version, so the methods and parameters match. This store may lack an optional method.
  const run = store[method] as ((...given: readonly unknown[]) => Promise<unknown>) | undefined;
  return await run?.apply(store, [...args]);
}
