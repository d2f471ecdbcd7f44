import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { ResultTable } from "@wellhead/results";
import { ToolError } from "../errors/tool-error.js";
import type { Provenance } from "./provenance.js";

/** The result of a finished job. */
export interface JobResult {
  readonly table: ResultTable;
  /** Number of rows. */
  readonly rowCount: number;
  /** Whether the source has more rows than were requested. */
  readonly hasMore: boolean;
  readonly provenance: Provenance;
  readonly notes: readonly string[];
  /** Frees the rows. */
  readonly close: () => Promise<void>;
}

/** The signal and the callbacks of a job. */
export interface JobContext {
  /** Aborted when the job is cancelled or takes too long. */
  readonly signal: AbortSignal;
  /** Counts rows that arrived. */
  readonly addRows: (rows: number) => void;
}

/** Options of {@link Jobs}. */
export interface JobsOptions {
  /** Maximum number of jobs that run at the same time. */
  readonly maxRunning: number;
  /** Maximum number of finished jobs whose rows are kept; the oldest is dropped first. */
  readonly maxKept: number;
  /** Milliseconds after its last use for which the rows of a job are kept. */
  readonly keepMs: number;
  /** Maximum duration of a job in milliseconds, including reading. */
  readonly timeoutMs: number;
  /** Current time in milliseconds since 1970. */
  readonly now: () => number;
}

/** Maximum number of jobs that wait for their turn. */
const maxWaiting = 100;

/** Queries in progress and their results, by a handle that cannot be guessed and that expires. */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #turns: Turns;
  #isClosed = false;

  /** @param options - Limits and clock */
  constructor(options: JobsOptions) {
    this.#options = options;
    this.#turns = new Turns(options.maxRunning);
  }

  /**
   * Starts a job. While too many are running, it waits for its turn, which is part of its maximum duration.
   *
   * @param run - The work. If it rejects, the job fails with the same error
   * @returns The job
   * @throws ToolError when too many jobs are waiting
   */
  start(run: (context: JobContext) => Promise<JobResult>): Job {
    this.#dropExpired();
    const jobs = [...this.#jobs.values()];
    if (this.#isClosed || this.#turns.waiting >= maxWaiting)
      throw new ToolError(
        `Could not start the query: ${this.#turns.waiting} queries are waiting for their turn. Try again in a few seconds.`,
      );
    const finished = jobs.filter((job) => !job.isRunning);
    for (const job of finished.slice(0, Math.max(0, finished.length - this.#options.maxKept + 1)))
      this.#drop(job);
    const job = new Job((context) => this.#turns.run(() => run(context), context.signal), this.#options);
    this.#jobs.set(job.handle, job);
    return job;
  }

  /**
   * Finds a job, and prolongs the life of its rows.
   *
   * @param handle - The handle of the job
   * @returns The job
   * @throws ToolError when the handle is unknown or has expired
   */
  find(handle: string): Job {
    this.#dropExpired();
    const job = this.#jobs.get(handle);
    if (job === undefined)
      throw new ToolError(
        "Could not find the result: the handle is unknown or has expired. Run read_rows or run_sql again.",
      );
    job.touch();
    return job;
  }

  /**
   * Ends a job and frees its rows.
   *
   * @param handle - The handle of the job
   * @returns Whether there was such a job
   */
  cancel(handle: string): boolean {
    const job = this.#jobs.get(handle);
    if (job !== undefined) this.#drop(job);
    return job !== undefined;
  }

  /** Ends all jobs and frees their rows. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const jobs = [...this.#jobs.values()];
    this.#jobs.clear();
    await Promise.all(jobs.map((job) => job.end()));
  }

  #dropExpired(): void {
    for (const job of this.#jobs.values()) if (job.isExpired) this.#drop(job);
  }

  #drop(job: Job): void {
    this.#jobs.delete(job.handle);
    void job.end();
  }
}

/** Runs a few jobs at the same time, the others in the order in which they came. */
class Turns {
  readonly #maxRunning: number;
  readonly #queue = new Set<() => void>();
  #running = 0;

  /** @param maxRunning - Maximum number of jobs at the same time */
  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning;
  }

  /** Number of jobs that wait. */
  get waiting(): number {
    return this.#queue.size;
  }

  async run<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    if (this.#running >= this.#maxRunning) await this.#myTurn(signal);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const [next] = this.#queue;
      // The next job takes the place of this one.
      if (next === undefined) this.#running -= 1;
      else {
        this.#queue.delete(next);
        next();
      }
    }
  }

  /** Resolves when it is the caller's turn; rejects with the reason of the signal, and leaves the queue. */
  #myTurn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#queue.delete(enter);
        reject(signal.reason instanceof Error ? signal.reason : new ToolError("The query was cancelled."));
      };
      const enter = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      this.#queue.add(enter);
      signal.addEventListener("abort", leave, { once: true });
      if (signal.aborted) leave();
    });
  }
}

/** A query in progress, or its result. */
export class Job {
  /** The handle that identifies the job in later calls. */
  readonly handle = randomBytes(18).toString("base64url");
  readonly #options: JobsOptions;
  readonly #controller = new AbortController();
  readonly #settled: Promise<void>;
  readonly #expiry: NodeJS.Timeout;
  readonly #watchers = new Set<(rows: number) => void>();
  #rows = 0;
  #expiresAt: number;
  #outcome: { readonly result: JobResult } | { readonly error: unknown } | undefined;

  /**
   * Starts the work.
   *
   * @param run - The work
   * @param options - Limits and clock
   */
  constructor(run: (context: JobContext) => Promise<JobResult>, options: JobsOptions) {
    this.#options = options;
    this.#expiresAt = options.now() + options.timeoutMs + options.keepMs;
    const timeout = setTimeout(() => this.#controller.abort(lateError(options.timeoutMs)), options.timeoutMs);
    // Frees the rows once they have not been requested for some time.
    this.#expiry = setInterval(() => {
      if (this.isExpired) void this.end();
    }, options.keepMs).unref();
    const addRows = (rows: number): void => {
      this.#rows += rows;
      for (const watcher of this.#watchers) watcher(this.#rows);
    };
    this.#settled = run({ signal: this.#controller.signal, addRows })
      .then(
        (result) => {
          this.#outcome = { result };
        },
        (error: unknown) => {
          const { signal } = this.#controller;
          const reason: unknown = signal.reason;
          this.#outcome = { error: signal.aborted ? reason : error };
        },
      )
      .finally(() => {
        clearTimeout(timeout);
        this.touch();
      });
  }

  /** Whether the work is in progress. */
  get isRunning(): boolean {
    return this.#outcome === undefined;
  }

  /** Whether the rows have been freed. */
  get isExpired(): boolean {
    return !this.isRunning && this.#options.now() >= this.#expiresAt;
  }

  /** When the rows are dropped unless they are used, in milliseconds since 1970. */
  get expiresAt(): number {
    return this.#expiresAt;
  }

  /** Rows that have arrived. */
  get rowsRead(): number {
    return this.#rows;
  }

  /**
   * Calls a function as rows arrive.
   *
   * @param watcher - Called with the number of rows so far
   * @returns A function that stops the calls
   */
  watch(watcher: (rows: number) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Prolongs the life of the rows. */
  touch(): void {
    this.#expiresAt = this.#options.now() + this.#options.keepMs;
  }

  /**
   * Waits for the result.
   *
   * @param waitMs - Maximum wait in milliseconds
   * @param signal - Ends the wait
   * @returns The result; `undefined` when the job is still running
   * @throws What the job threw; the reason of the signal
   */
  async wait(waitMs: number, signal: AbortSignal): Promise<JobResult | undefined> {
    const timer = new AbortController();
    try {
      await Promise.race([
        this.#settled,
        delay(waitMs, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).catch(() => undefined),
      ]);
    } finally {
      timer.abort();
    }
    signal.throwIfAborted();
    if (this.#outcome === undefined) return undefined;
    if ("error" in this.#outcome) throw this.#outcome.error;
    return this.#outcome.result;
  }

  /** Ends the work and frees the rows. */
  async end(): Promise<void> {
    clearInterval(this.#expiry);
    this.#controller.abort(new ToolError("The query was cancelled."));
    await this.#settled;
    if (this.#outcome !== undefined && "result" in this.#outcome) await this.#outcome.result.close();
  }
}

function lateError(timeoutMs: number): ToolError {
  return new ToolError(
    `Could not finish the query: it took longer than ${timeoutMs / 1000} seconds. Narrow it with filters, or ask the operator to raise the time limit.`,
  );
}
