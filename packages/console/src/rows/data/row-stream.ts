import { type Signal, signal } from "@preact/signals";
import type { RunEnding, RunEvent, RunFault, RunResult, SqlReading } from "@wellhead/workbench/protocol";
import { readEvents } from "../../text/read-events.js";
import { sendData } from "../../workbench/ask-data.js";
import { ExchangeLog } from "../../workbench/exchange-log.js";
import { errorText, withoutSecrets } from "../../workbench/exchanges/error-text.js";
import type { EarlyRows } from "./early-rows.js";
import { forgetRun, keepRun } from "./kept-runs.js";
import { RemoteResult } from "./remote-result.js";

/** The progress of the rows on the page. */
export interface StreamProgress {
  readonly rows: number;
  /** Bytes of the body, after decompression. */
  readonly bytes: number;
  /** Milliseconds since the start. */
  readonly elapsed: number;
  /** Milliseconds until the first byte of rows. */
  readonly firstByte: number | undefined;
}

/** A connector whose rows were requested. */
export interface AskedConnector {
  /** Its name in a statement; empty for the rows of a source. */
  readonly name: string;
  readonly base: string;
  /** Name of the account; `undefined` for none. */
  readonly account: string | undefined;
}

/** The state of rows that were requested. */
export interface StreamState {
  /** Number of the run; every start creates a new one. 0 means that no rows have been requested. */
  readonly run: number;
  readonly base: string;
  readonly source: string;
  readonly connectors: readonly AskedConnector[];
  /** The requests of the service for these rows, such as `POST /`, in their order. */
  readonly requests: readonly string[];
  /** The sources that a statement reads; empty for the rows of a source. */
  readonly readings: readonly SqlReading[];
  /** Number of rows that the sources sent. A statement may leave fewer of them, or more. */
  readonly rowsRead: number;
  /** When the run started, in milliseconds of `performance.now()`. */
  readonly startedAt: number;
  readonly progress: StreamProgress;
  /** How it ended; `open` while rows may still arrive. */
  readonly ending: RunEnding | "open";
  /** The reason for the ending, in words. */
  readonly note: string;
  /** Field of the filter that the refusal is about. */
  readonly field: string | undefined;
  /** Status of a refusal. */
  readonly status: number | undefined;
  /** What failed; `console` for the service of this console. */
  readonly fault: RunFault | "console" | undefined;
  /** The first rows, from the moment they arrive. */
  readonly early: EarlyRows | undefined;
  /** Whether the service no longer keeps the rows, because newer runs took their place. */
  readonly isGone: boolean;
  /** All rows, once they have arrived; `undefined` before, and when there are none. */
  readonly result: RemoteResult | undefined;
}

const noRows: StreamState = {
  run: 0,
  base: "",
  source: "",
  connectors: [],
  requests: [],
  readings: [],
  rowsRead: 0,
  startedAt: 0,
  progress: { rows: 0, bytes: 0, elapsed: 0, firstByte: undefined },
  ending: "whole",
  note: "",
  field: undefined,
  status: undefined,
  fault: undefined,
  early: undefined,
  isGone: false,
  result: undefined,
};

/** A request for rows. */
export interface StreamRequest {
  /** Path of the service below `data/`. */
  readonly path: "runs" | "sql";
  readonly body: unknown;
  readonly base: string;
  readonly source: string;
  readonly connectors: readonly AskedConnector[];
  /** Called when POST /validate has changed an account; omitted when the service is not to call it. */
  readonly storeAccount?: (event: Extract<RunEvent, { readonly type: "account" }>) => void;
}

/** Rows that the service reads for the page, one run at a time. */
export class RowStream {
  readonly state: Signal<StreamState> = signal(noRows);
  /** Id of the latest run at the service, which is needed to cancel it; empty until the service has sent it. */
  #serviceRun = "";
  #latest: StreamRequest | undefined;
  /** Ends the latest run without keeping its rows. */
  #abandon = new AbortController();

  /** Requests rows. A run in progress is abandoned. */
  start(request: StreamRequest): void {
    this.#abandon.abort();
    this.#abandon = new AbortController();
    this.#serviceRun = "";
    this.#latest = request;
    const run = this.state.peek().run + 1;
    const { base, source, connectors } = request;
    const startedAt = performance.now();
    this.state.value = { ...noRows, run, base, source, connectors, startedAt, ending: "open" };
    void this.#follow(request, run, this.#abandon.signal);
  }

  /** Requests the latest rows again. */
  restart(): void {
    if (this.#latest !== undefined) this.start(this.#latest);
  }

  /** Cancels the run; the rows that have arrived are kept. */
  cancel(): void {
    if (this.state.peek().ending !== "open") return;
    if (this.#serviceRun === "") {
      this.#abandon.abort();
      this.state.value = { ...this.state.peek(), ending: "cancelled" };
      return;
    }
    void sendData(`runs/${this.#serviceRun}/cancel`, {}).catch(() => undefined);
  }

  async #follow({ path, body, storeAccount }: StreamRequest, run: number, stop: AbortSignal): Promise<void> {
    const log = new ExchangeLog();
    const isCurrent = (): boolean => this.state.peek().run === run;
    let id = "";
    try {
      for await (const event of readEvents<RunEvent>(await sendData(path, body, stop))) {
        if (event.type === "started") id = event.run;
        if (event.type === "request" || event.type === "response" || event.type === "exchange-end")
          log.record(event);
        if (event.type === "account") storeAccount?.(event);
        else if (isCurrent()) this.#show(event, id);
      }
      if (isCurrent() && this.state.peek().ending === "open")
        throw new Error("Could not read all rows: the service of this console stopped. Run again.");
    } catch (error) {
      if (!isCurrent() || stop.aborted) return;
      const note = errorText(error, "Could not request the rows.");
      this.state.value = { ...this.state.peek(), ending: "failed", note, fault: "console" };
    }
  }

  #show(event: RunEvent, id: string): void {
    const state = this.state.peek();
    if (event.type === "started") this.#serviceRun = event.run;
    if (event.type === "request") {
      const request = `${event.method} ${event.path.replace(/\?.*/s, "")}`;
      this.state.value = { ...state, requests: [...state.requests, request] };
    }
    if (event.type === "reading")
      this.state.value = { ...state, readings: [...state.readings, event.reading] };
    if (event.type === "rows") this.state.value = { ...state, ...withEarlyRows(state, event) };
    if (event.type === "progress") {
      const { rows, bytes, elapsedMs, firstByteMs } = event.progress;
      this.state.value = { ...state, progress: { rows, bytes, elapsed: elapsedMs, firstByte: firstByteMs } };
    }
    if (event.type !== "end") return;
    const { result, progress } = event;
    const rows = result.rowCount === 0 ? undefined : this.#keepResult(id, result, state);
    this.state.value = {
      ...state,
      progress: {
        rows: result.rowCount,
        bytes: progress.bytes,
        elapsed: progress.elapsedMs,
        firstByte: progress.firstByteMs,
      },
      rowsRead: progress.rows,
      ending: result.ending,
      note: withoutSecrets(result.message),
      field: result.field,
      status: result.status,
      fault: result.fault,
      result: rows,
    };
  }

  #keepResult(id: string, { ending, ...rows }: RunResult, { run, base, source }: StreamState): RemoteResult {
    const result = new RemoteResult(id, { ending, ...rows }, () => {
      forgetRun(id);
      if (this.state.peek().run === run) this.state.value = { ...this.state.peek(), isGone: true };
    });
    keepRun({ result, base, source, ending, at: Date.now() });
    return result;
  }
}

type RowsEvent = Extract<RunEvent, { readonly type: "rows" }>;

function withEarlyRows({ early, progress }: StreamState, event: RowsEvent): Partial<StreamState> {
  const width = event.columns.length;
  // Rows that arrived before a column appeared have no value in it.
  const before = (early?.rows ?? []).map((row) =>
    row.length < width ? Array.from({ length: width }, (_, at) => row[at] ?? null) : row,
  );
  const rows = [...before, ...event.rows];
  return {
    early: { columns: event.columns, rows },
    progress: { ...progress, rows: Math.max(progress.rows, rows.length) },
  };
}
