import { signal } from "@preact/signals";
import type { RunEnding, RunEvent, RunRequest } from "@wellhead/workbench/protocol";
import { type Account, flatAccount } from "../account/account.js";
import { replaceMembers } from "../account/accounts.js";
import type { JsonRecord } from "../json/record.js";
import { sendData } from "../workbench/ask-data.js";
import { ExchangeLog } from "../workbench/exchange-log.js";
import { readEvents } from "../workbench/read-events.js";
import { RemoteResult } from "./remote-result.js";
import { addRows, fetchedRows } from "./table/fetched-rows.js";

/** The progress of the rows on the page. */
export interface StreamProgress {
  readonly rows: number;
  /** Bytes of the body, after decompression. */
  readonly bytes: number;
  /** Number of rows that the table can show now: the first ones while rows arrive, all of them afterwards. */
  readonly kept: number;
  /** Milliseconds since the start. */
  readonly elapsed: number;
  /** Milliseconds until the first byte of rows. */
  readonly firstByte: number | undefined;
}

/** The state of the rows on the page. */
export interface StreamState {
  /** Number of the run; every start creates a new one. 0 means that no rows have been requested. */
  readonly run: number;
  readonly base: string;
  readonly source: string;
  /** Names of the columns so far. */
  readonly columns: readonly string[];
  /** Columns that appeared in the first rows. */
  readonly seen: readonly string[];
  readonly progress: StreamProgress;
  /** How it ended; `open` while rows may still come. */
  readonly ending: RunEnding | "open";
  /** The reason for the ending, in words. */
  readonly note: string;
  /** Field of the filter that the refusal is about. */
  readonly field: string | undefined;
  /** All rows, once they have arrived; `undefined` before, and when there are none. */
  readonly result: RemoteResult | undefined;
}

const nothing: StreamProgress = { rows: 0, bytes: 0, kept: 0, elapsed: 0, firstByte: undefined };

const noRows: StreamState = {
  run: 0,
  base: "",
  source: "",
  columns: [],
  seen: [],
  progress: nothing,
  ending: "whole",
  note: "",
  field: undefined,
  result: undefined,
};

/** The rows on the page. */
export const stream = signal<StreamState>(noRows);

/** A request for rows. */
export interface RowsRequest {
  readonly base: string;
  readonly source: string;
  readonly account: Account | undefined;
  readonly filter: JsonRecord;
}

/** Id of the latest run at the service, which is needed to cancel it; empty until the service has told it. */
let serviceRun = "";
/** Ends the latest run without keeping its rows. */
let abandon = new AbortController();

/** Requests all rows of a source, as a platform does: the account is validated before. */
export function startStream({ base, source, account, filter }: RowsRequest): void {
  abandon.abort();
  abandon = new AbortController();
  const run = stream.value.run + 1;
  fetchedRows.value = new Map();
  stream.value = { ...noRows, run, base, source, ending: "open" };
  serviceRun = "";
  const request: RunRequest = {
    base,
    source,
    filter,
    ...(account !== undefined && { account: flatAccount(account) }),
  };
  void follow(request, { run, account, signal: abandon.signal });
}

/** Cancels the request; the rows that have arrived are kept. */
export function cancelStream(): void {
  if (stream.value.ending !== "open") return;
  if (serviceRun === "") {
    abandon.abort();
    stream.value = { ...stream.value, ending: "cancelled" };
    return;
  }
  void sendData(`runs/${serviceRun}/cancel`, {}).catch(() => undefined);
}

interface FollowOptions {
  readonly run: number;
  readonly account: Account | undefined;
  readonly signal: AbortSignal;
}

async function follow(request: RunRequest, { run, account, signal }: FollowOptions): Promise<void> {
  const log = new ExchangeLog();
  let id = "";
  try {
    for await (const event of readEvents(await sendData("runs", request, signal))) {
      if (event.type === "started") id = event.run;
      if (event.type === "request" || event.type === "response" || event.type === "exchange-end")
        log.record(event);
      else if (event.type === "account" && account !== undefined)
        replaceMembers(account, event.account, event.changed);
      else if (stream.peek().run === run) show(event, id);
    }
    if (stream.peek().run === run && stream.peek().ending === "open")
      throw new Error("The service of this console stopped in the middle of the rows.");
  } catch (error) {
    if (stream.peek().run !== run || signal.aborted) return;
    const note = error instanceof Error ? error.message : "The rows could not be requested";
    stream.value = { ...stream.peek(), ending: "failed", note };
  }
}

function show(event: RunEvent, id: string): void {
  const state = stream.peek();
  const { progress } = state;
  if (event.type === "started") serviceRun = event.run;
  if (event.type === "rows") {
    addRows(event);
    const kept = event.offset + event.rows.length;
    const arrived = { ...progress, kept, rows: Math.max(progress.rows, kept) };
    stream.value = { ...state, columns: event.columns, seen: event.columns, progress: arrived };
  }
  if (event.type === "progress") {
    const { rows, bytes, elapsedMs, firstByteMs } = event.progress;
    stream.value = {
      ...state,
      progress: { rows, bytes, kept: progress.kept, elapsed: elapsedMs, firstByte: firstByteMs },
    };
  }
  if (event.type !== "end") return;
  const { result } = event;
  const { bytes, elapsedMs, firstByteMs } = event.progress;
  stream.value = {
    ...state,
    columns: result.columns.length === 0 ? state.columns : result.columns.map(({ name }) => name),
    progress: {
      rows: result.rowCount,
      bytes,
      kept: result.rowCount,
      elapsed: elapsedMs,
      firstByte: firstByteMs,
    },
    ending: result.ending,
    note: result.message,
    field: result.field,
    result: result.columns.length === 0 ? undefined : new RemoteResult(id, result),
  };
}
