import type { ChartData } from "../../charts/chart-data.js";
import type { ChartSpec } from "../../charts/chart-spec.js";
import type { WireRequest } from "../../http/connector-request.js";
import type { HeaderList } from "../../inspect/exchange.js";
import type { ColumnFacts } from "./column-facts.js";

/** How a stream of rows ended. */
export type StreamEnding = "whole" | "marked" | "cut" | "cancelled" | "refused" | "failed";

/** A cell as the table shows it. */
export interface Cell {
  /** Text of the value, truncated when it is long. */
  readonly text: string;
  readonly kind: "text" | "number" | "bool" | "date" | "nested" | "null" | "absent";
  /** Length of the full text, when it was truncated. */
  readonly whole?: number;
}

/** Some rows of the window, with the cells of some columns. */
export interface RowPage {
  readonly rows: readonly (readonly Cell[])[];
}

/** Facts about every column, and the number of rows they are based on. */
export interface GatheredFacts {
  readonly rows: number;
  readonly facts: readonly ColumnFacts[];
}

/** The calls to the engine, by name: question and response. */
export interface EngineCalls {
  readonly page: {
    readonly ask: { readonly from: number; readonly to: number; readonly columns: readonly string[] };
    readonly answer: RowPage;
  };
  readonly row: { readonly ask: { readonly index: number }; readonly answer: string };
  readonly columns: { readonly ask: undefined; readonly answer: GatheredFacts };
  readonly chart: { readonly ask: ChartSpec; readonly answer: ChartData };
  readonly download: { readonly ask: { readonly format: "csv" | "ndjson" }; readonly answer: Blob };
}

/** Name of a call. */
export type EngineCallName = keyof EngineCalls;

/** A message from the page to the engine. */
export type EngineRequest =
  | { readonly type: "start"; readonly run: number; readonly request: WireRequest }
  | { readonly type: "cancel" }
  | { readonly type: "call"; readonly call: number; readonly name: EngineCallName; readonly ask: unknown };

/** The progress of the stream. */
export interface StreamProgress {
  readonly rows: number;
  readonly bytes: number;
  /** Number of rows in the window: the first ones, which the table shows. */
  readonly kept: number;
  /** Milliseconds since the start. */
  readonly elapsed: number;
  /** Milliseconds until the first byte of the body. */
  readonly firstByte: number | undefined;
  /** Column ids in the order they appeared; only sent when they changed. */
  readonly columns?: readonly string[];
}

/** The first cells of a stream, sent without a request, because the user is waiting for them. */
export interface FirstCells {
  readonly columns: readonly string[];
  readonly page: RowPage;
}

/** A message from the engine to the page. */
export type EngineMessage =
  | {
      readonly type: "head";
      readonly run: number;
      readonly status: number;
      readonly headers: HeaderList;
      readonly elapsed: number;
    }
  | {
      readonly type: "progress";
      readonly run: number;
      readonly progress: StreamProgress;
      readonly first?: FirstCells;
    }
  | {
      readonly type: "end";
      readonly run: number;
      readonly progress: StreamProgress;
      readonly ending: StreamEnding;
      readonly note: string;
      readonly status: number | undefined;
      /** The first part of the body. */
      readonly body: string;
    }
  | { readonly type: "answer"; readonly call: number; readonly answer: unknown }
  | { readonly type: "refusal"; readonly call: number; readonly problem: string };
