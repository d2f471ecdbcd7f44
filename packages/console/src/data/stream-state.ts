import { signal } from "@preact/signals";
import { type Account, flatAccount } from "../account/account.js";
import { refusal } from "../http/send-request.js";
import { wireRequest } from "../http/wire-request.js";
import { beginExchange, updateExchange } from "../inspect/exchange.js";
import { type JsonRecord, parseJson } from "../json/record.js";
import type { StreamEnding, StreamProgress } from "./engine/engine-messages.js";
import { EngineClient } from "./engine-client.js";
import { showRows } from "./table/fetched-rows.js";

/** The state of the stream of rows on the page. */
export interface StreamState {
  /** Number of the run; every start creates a new one. 0 means that no rows have been requested. */
  readonly run: number;
  readonly base: string;
  readonly source: string;
  readonly columns: readonly string[];
  readonly progress: StreamProgress;
  /** How it ended; `open` while rows may still come. */
  readonly ending: StreamEnding | "open";
  /** The reason for the ending, in words. */
  readonly note: string;
  /** Field of the filter that the refusal is about. */
  readonly field: string | undefined;
}

const nothing: StreamProgress = { rows: 0, bytes: 0, kept: 0, elapsed: 0, firstByte: undefined };

/** The stream on the page. */
export const stream = signal<StreamState>({
  run: 0,
  base: "",
  source: "",
  columns: [],
  progress: nothing,
  ending: "whole",
  note: "",
  field: undefined,
});

let exchange = 0;

/** The worker that stores the rows. */
export const engine = new EngineClient((message) => {
  const state = stream.value;
  if (message.run !== state.run) return;
  if (message.type === "head") {
    updateExchange(exchange, {
      status: message.status,
      responseHeaders: message.headers,
      firstByte: message.elapsed,
    });
    return;
  }
  const { progress } = message;
  const columns = progress.columns ?? state.columns;
  if (message.type === "progress") {
    if (message.first !== undefined) showRows(0, message.first.columns, message.first.page);
    stream.value = { ...state, progress, columns };
    updateExchange(exchange, { size: progress.bytes });
    return;
  }
  const { ending, status, body } = message;
  const refused =
    ending === "refused" ? refusal({ status: status ?? 0, text: body, json: parseJson(body) }) : undefined;
  const note = refused?.message ?? message.note;
  stream.value = { ...state, progress, columns, ending, note, field: refused?.field };
  updateExchange(exchange, {
    size: progress.bytes,
    elapsed: progress.elapsed,
    responseBody: body,
    ending: ending === "refused" ? "whole" : ending,
    note: ending === "refused" ? "" : note,
  });
});

/** A request for rows. */
export interface RowsRequest {
  readonly base: string;
  readonly source: string;
  readonly account: Account | undefined;
  readonly filter: JsonRecord;
}

/** Requests all rows of a source, as a platform does. */
export function startStream({ base, source, account, filter }: RowsRequest): void {
  cancelStream();
  const body = { source, account: account === undefined ? {} : flatAccount(account), filter };
  const wire = wireRequest({ base, method: "POST", path: "/", body });
  exchange = beginExchange({
    base,
    method: "POST",
    path: wire.path,
    requestHeaders: wire.shownHeaders,
    requestBody: wire.body ?? "",
  });
  const run = stream.value.run + 1;
  stream.value = {
    run,
    base,
    source,
    columns: [],
    progress: nothing,
    ending: "open",
    note: "",
    field: undefined,
  };
  // The worker resolves relative URLs against its own address, so it gets an absolute one.
  engine.send({ type: "start", run, request: { ...wire, url: new URL(wire.url, document.baseURI).href } });
}

/** Cancels the request; the rows that have arrived are kept. */
export function cancelStream(): void {
  if (stream.value.ending === "open") engine.send({ type: "cancel" });
}
