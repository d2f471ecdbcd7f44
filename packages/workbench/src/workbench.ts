import { randomBytes } from "node:crypto";
import { parseExactJson } from "@wellhead/client";
import { Results, ResultsError, SpareEngine, type StartTimer, startSystemTimer } from "@wellhead/results";
import { checkConnector } from "./check-connector.js";
import { checkRequest } from "./check-request.js";
import { ExportedFiles } from "./exports/exported-files.js";
import type {
  ChartQuery,
  CheckRequest,
  CompareRequest,
  DataFailure,
  ExportRequest,
  ProfileRequest,
  RowRequest,
  RowsRequest,
  RunRequest,
  SqlRequest,
  SummaryQuery,
} from "./protocol/index.js";
import { DataError } from "./runs/data-error.js";
import type { DataReach } from "./runs/data-reach.js";
import { KeptRuns } from "./runs/kept-runs.js";
import { RunContext } from "./runs/run-context.js";
import type { RunOutcome } from "./runs/run-outcome.js";
import { runSource } from "./runs/run-source.js";
import { runSql } from "./runs/run-sql.js";

/** A request of the page. */
export interface DataRequest {
  readonly method: "GET" | "POST";
  /** Path below `data/`, such as `runs/1/rows`. */
  readonly path: string;
  /** The JSON body as text; empty without one. */
  readonly body: string;
  /** Address of this service, to which base addresses that are paths belong. */
  readonly own: URL;
}

/** Limits of a {@link Workbench}. */
export interface WorkbenchLimits {
  /** Maximum number of runs whose rows are kept. Default: 4. */
  readonly maxRuns?: number;
  /** Maximum number of runs under way. Default: 4. */
  readonly maxRunning?: number;
  /** Milliseconds after its last use after which a run is dropped. Default: 30 minutes. */
  readonly maxIdleMs?: number;
  /** Maximum memory of the engine of one run in bytes. Default: 1 GiB. */
  readonly maxMemory?: number;
  /** Milliseconds after which the process that waits for the next run is ended. Default: 60 seconds. */
  readonly maxSpareMs?: number;
  /** Starts the timers of these limits. Default: those of the system. */
  readonly startTimer?: StartTimer;
}

const defaults: Required<WorkbenchLimits> = {
  maxRuns: 4,
  maxRunning: 4,
  maxIdleMs: 1_800_000,
  maxMemory: 2 ** 30,
  maxSpareMs: 60_000,
  startTimer: startSystemTimer,
};

/** Runs connectors for the console's page, keeps their rows in engines, and answers requests about them. */
export class Workbench {
  readonly #reach: DataReach;
  readonly #limits: Required<WorkbenchLimits>;
  readonly #runs: KeptRuns;
  readonly #files: ExportedFiles;
  readonly #spare: SpareEngine;
  readonly #running = new Map<string, RunContext>();

  /**
   * Creates a workbench without runs.
   *
   * @param reach - How connectors are reached
   * @param limits - Maximums
   */
  constructor(reach: DataReach, limits: WorkbenchLimits = {}) {
    this.#reach = reach;
    this.#limits = { ...defaults, ...limits };
    const { maxMemory, maxSpareMs, startTimer } = this.#limits;
    this.#runs = new KeptRuns(this.#limits);
    this.#files = new ExportedFiles(startTimer);
    this.#spare = new SpareEngine({ maxMemory, maxIdleMs: maxSpareMs, startTimer });
  }

  /**
   * Answers a request of the page.
   *
   * @param request - The request
   * @returns The response; errors have a body of type `DataFailure`
   */
  async answer(request: DataRequest): Promise<Response> {
    try {
      return await this.#route(request);
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Ends all runs and removes every file. */
  async close(): Promise<void> {
    for (const context of this.#running.values()) context.abandon();
    this.#spare.close();
    await Promise.all([this.#runs.close(), this.#files.close()]);
  }

  async #route({ method, path, body, own }: DataRequest): Promise<Response> {
    const [collection, id = "", action = "", ...more] = path.split("/");
    if (more.length === 0 && collection === "exports" && method === "GET") return this.#files.fetch(id);
    if (method === "GET" || more.length > 0) throw unknownPath(path);
    const ask = parseBody(body);
    if (collection === "runs" && id !== "") return Response.json(await this.#answerRun(id, action, ask));
    switch (id === "" ? collection : "") {
      case "runs": {
        checkRequest(ask, "runs");
        const request = { filter: {}, ...ask } as RunRequest; // Only the types are checked here. The connector judges the values.
        return this.#start(own, (context) => runSource(request, context));
      }
      case "sql": {
        checkRequest(ask, "sql");
        const request = ask as SqlRequest; // Only the types are checked here. The engine judges the statement.
        return this.#start(own, (context) => runSql(request, context));
      }
      case "check": {
        checkRequest(ask, "check");
        const request = ask as CheckRequest; // checked; the connector judges the values
        return checkConnector(request, this.#reach, own);
      }
      default:
        throw unknownPath(path);
    }
  }

  #start(own: URL, run: (context: RunContext) => Promise<RunOutcome>): Response {
    if (this.#running.size >= this.#limits.maxRunning)
      throw new DataError("limit", "Could not start the run: too many are under way. Cancel one first.");
    const id = randomBytes(12).toString("base64url");
    const context = new RunContext({ id, reach: this.#reach, own, spare: this.#spare });
    this.#running.set(id, context);
    context.send({ type: "started", run: id });
    void this.#finish(context, run(context));
    return context.stream.response;
  }

  async #finish(context: RunContext, outcome: Promise<RunOutcome>): Promise<void> {
    const { result, kept, closed } = await outcome;
    this.#running.delete(context.id);
    context.progress.stop();
    if (context.isGone) {
      await kept?.results.close();
      return;
    }
    const replaced = kept === undefined ? undefined : this.#runs.keep(context.id, kept);
    context.send({ type: "end", progress: context.progress.progress, result });
    context.stream.end();
    // To close an engine can take seconds, which the page need not wait for: that of the run that this one replaces, or
    // that of this run when it has no rows.
    await Promise.all([replaced, closed]);
    Results.prepare(this.#spare);
  }

  async #answerRun(id: string, action: string, ask: object): Promise<unknown> {
    if (action === "cancel") {
      this.#running.get(id)?.cancel();
      return {};
    }
    if (action === "drop") {
      await this.#runs.drop(id);
      return {};
    }
    const run = this.#runs.use(id);
    if (!isQuestion(action)) throw unknownPath(`runs/…/${action}`);
    checkRequest(ask, action);
    const columns = run.columns.map(({ name }) => name);
    switch (action) {
      case "rows":
        return run.table.window({ columns, ...(ask as RowsRequest) }); // The type that the page sends. The query checks the values.
      case "row":
        return { json: await run.table.row((ask as RowRequest).number) }; // the page's type; the query checks it
      case "profile":
        // The type that the page sends. The query checks the values.
        return { profiles: await run.table.profile({ columns, ...(ask as ProfileRequest) }) };
      case "chart":
        return run.table.chart(ask as ChartQuery); // the page's type; the query checks it
      case "comparison": {
        const { earlier, ...query } = ask as CompareRequest; // the page's type; the comparison checks it
        return run.table.compare(this.#runs.use(earlier).table, query);
      }
      case "summary":
        return run.table.summarize(ask as SummaryQuery); // the page's type; the query checks it
      default:
        return this.#files.write(run, ask as ExportRequest); // The type that the page sends. The export checks the values.
    }
  }
}

const questions = ["rows", "row", "profile", "chart", "summary", "comparison", "exports"] as const;

function isQuestion(action: string): action is (typeof questions)[number] {
  return questions.some((question) => question === action);
}

function parseBody(body: string): object {
  try {
    const value: unknown = parseExactJson(body === "" ? "{}" : body);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw new DataError("invalid", "Could not read the request: expected a JSON object.");
}

function unknownPath(path: string): DataError {
  return new DataError("invalid", `Could not answer the request: there is nothing at "${path}".`);
}

function failureOf(error: unknown): Response {
  const known = error instanceof DataError ? error : asDataError(error);
  const failure: DataFailure = { code: known.code, error: known.message };
  return Response.json(failure, { status: known.status });
}

function asDataError(error: unknown): DataError {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof TypeError || error instanceof RangeError)
    return new DataError(
      "invalid",
      "Could not answer the request: a member is missing or has a value of another type.",
      { cause: error },
    );
  if (!(error instanceof ResultsError)) return new DataError("invalid", message, { cause: error });
  const code = { statement: "invalid", limit: "limit", engine: "engine", file: "limit" } as const;
  return new DataError(code[error.code], message, { cause: error });
}
