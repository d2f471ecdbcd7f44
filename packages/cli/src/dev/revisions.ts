import type { Fault, RevisionReport, RevisionRequest } from "./messages.js";
import { Revision, type RevisionOptions, type Serving } from "./revision.js";

/** Milliseconds that requests in progress may still take when the command ends. */
const closeMs = 2000;

/** A revision that is served. */
export interface LoadedRevision extends Serving {
  /** 1 for the first revision that could be loaded. */
  readonly number: number;
  /** When it was loaded, as an ISO 8601 instant. */
  readonly loadedAt: string;
  /** Milliseconds from the save, or the start, until it was served. */
  readonly ms: number;
}

/** Receives what happens to revisions. */
export interface RevisionEvents {
  /**
   * Called when a revision is about to be replaced. The old one serves until the returned promise resolves.
   */
  readonly onReplaced: (next: LoadedRevision, old: LoadedRevision | undefined) => Promise<void>;
  /** Called when the author's files cannot be loaded. The last good revision stays. */
  readonly onFault: (fault: Fault) => void;
  /** Called for each message of the served revision. */
  readonly onReport: (report: RevisionReport) => void;
}

/** Options of {@link Revisions}. */
export interface RevisionsOptions
  extends RevisionEvents,
    Pick<RevisionOptions, "directory" | "env" | "printsToErrors"> {
  readonly request: RevisionRequest;
}

/** Loads each revision in a process of its own, and keeps the last good one while a later one is broken. */
export class Revisions {
  readonly #options: RevisionsOptions;
  /** A process whose modules are loaded, for the next save; `undefined` while that save is loading. */
  #spare: Revision | undefined;
  #served: { readonly process: Revision; readonly revision: LoadedRevision } | undefined;
  #loading: Revision | undefined;
  /** Processes that serve, or that finish requests after they were replaced. */
  readonly #processes = new Set<Revision>();
  #isClosed = false;

  /** @param options - What to load, and who is told */
  constructor(options: RevisionsOptions) {
    this.#options = options;
    this.#spare = this.#fork();
  }

  /** The revision that is served; `undefined` until one could be loaded. */
  get current(): LoadedRevision | undefined {
    return this.#served?.revision;
  }

  /**
   * Loads the author's files. A load that is in progress is abandoned, because it may have read old files.
   *
   * @returns A promise that resolves when they are served, or broken, or a later load has begun
   */
  async load(): Promise<void> {
    const started = performance.now();
    const process = this.#spare ?? this.#fork();
    this.#spare = undefined;
    this.#loading?.kill();
    this.#loading = process;
    const { request, onFault } = this.#options;
    // Only one process can have the port of the debugger.
    if (request.inspectPort !== undefined) this.#served?.process.send({ type: "close-debugger" });
    const result = await process.load(request);
    if (this.#loading !== process) return;
    this.#loading = undefined;
    if (this.#isClosed) return;
    // The next save finds a process whose modules are loaded. It starts now, to leave the processor to this load.
    this.#spare = this.#fork();
    if (!("connectors" in result)) {
      process.kill();
      onFault(result);
      const { inspectPort: port } = request;
      if (port !== undefined) this.#served?.process.send({ type: "open-debugger", port });
      return;
    }
    await this.#replace(process, result, performance.now() - started);
  }

  async #replace(process: Revision, serving: Serving, ms: number): Promise<void> {
    const old = this.#served;
    const number = (old?.revision.number ?? 0) + 1;
    const loadedAt = new Date().toISOString();
    const revision = { ...serving, number, loadedAt, ms: Math.round(ms) };
    this.#served = { process, revision };
    this.#processes.add(process);
    void process.ended.then((reason) => {
      if (this.#served?.process !== process || this.#isClosed) return;
      this.#options.onFault({
        message: `Could not go on serving revision ${number}: its process ended (${reason}). Save a file to load it again.`,
      });
    });
    await this.#options.onReplaced(revision, old?.revision);
    if (old !== undefined) this.#stop(old.process);
  }

  #stop(process: Revision): void {
    void process.stop().finally(() => this.#processes.delete(process));
  }

  #fork(): Revision {
    const { directory, env, printsToErrors } = this.#options;
    return new Revision({
      directory,
      env,
      printsToErrors,
      onReport: (report, process) => {
        if (process === this.#served?.process || process === this.#loading) this.#options.onReport(report);
      },
    });
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#spare?.kill();
    this.#loading?.kill();
    // The command ends: code that never returns must not keep it, and neither must a replaced revision.
    await Promise.all([...this.#processes].map((process) => process.stop(closeMs)));
  }
}
