import type { ListedRequest, RequestState } from "@wellhead/server";
import { formatBytes } from "../../terminal/format-number.js";
import type { Paint } from "../../terminal/paint.js";
import { printableText } from "../../terminal/printable-text.js";
import { cutText, widthOf } from "../../terminal/text-width.js";
import { formatCount, formatDuration } from "./format-values.js";

/** A request and the number of its replica. */
export interface NumberedRequest {
  /** Number of the replica, from 1. */
  readonly replica: number;
  readonly request: ListedRequest;
}

interface Column {
  readonly head: string;
  readonly width: number;
  readonly isNumber?: boolean;
  readonly cell: (numbered: NumberedRequest) => string;
}

const stateWords: Readonly<Record<RequestState, string>> = {
  queued: "queued",
  working: "working",
  "waiting-for-upstream": "upstream",
  "waiting-for-limit": "limit",
  "waiting-for-reader": "reader",
  "waiting-for-pace": "pace",
  "worker-not-responding": "no reply",
};

const replica: Column = { head: "#", width: 2, isNumber: true, cell: (numbered) => String(numbered.replica) };
const columns: readonly Column[] = [
  { head: "AGE", width: 6, isNumber: true, cell: ({ request }) => formatDuration(request.ageMs) },
  { head: "STATE", width: 15, cell: ({ request }) => stateOf(request) },
  { head: "ROWS", width: 9, isNumber: true, cell: ({ request }) => orDash(request.rows, formatCount) },
  {
    head: "ROWS/S",
    width: 9,
    isNumber: true,
    cell: ({ request }) => orDash(request.rowsPerSecond, formatCount),
  },
  { head: "BYTES", width: 8, isNumber: true, cell: ({ request }) => orDash(request.bytes, formatBytes) },
];
const bytesPerSecond: Column = {
  head: "BYTES/S",
  width: 8,
  isNumber: true,
  cell: ({ request }) => orDash(request.bytesPerSecond, formatBytes),
};
const unread: Column = {
  head: "UNREAD",
  width: 8,
  isNumber: true,
  cell: ({ request }) => orDash(request.unreadBytes, formatBytes),
};
const caller: Column = { head: "CALLER", width: 12, cell: ({ request }) => request.caller ?? "-" };
const id: Column = { head: "REQUEST", width: 36, cell: ({ request }) => request.id ?? "-" };

/** Columns that are added in this order, each where there is room for it and for names of this width. */
const optional: readonly Column[] = [caller, bytesPerSecond, id, unread];
const comfortable = 28;
const gap = 2;

/** Options of {@link formatRequests}. */
export interface FormatRequestsOptions {
  /** Number of cells of a line. */
  readonly width: number;
  /** Whether the number of the replica is shown. */
  readonly hasReplicas: boolean;
  readonly paint: Paint;
}

/**
 * Formats requests as a table that fits the width.
 *
 * @param requests - The requests
 * @param options - Width and styles
 * @returns The head, then a line for each request
 */
export function formatRequests(
  requests: readonly NumberedRequest[],
  { width, hasReplicas, paint }: FormatRequestsOptions,
): readonly string[] {
  const fixed = hasReplicas ? [replica, ...columns] : [...columns];
  const left = (): number => width - fixed.reduce((sum, column) => sum + column.width + gap, 0);
  for (const column of optional) if (left() - column.width - gap >= comfortable) fixed.push(column);
  const names: Column = { head: "CONNECTOR, SOURCE", width: Math.max(left(), 8), cell: nameOf };
  const shown = [...fixed, names];
  const line = (cellOf: (column: Column) => string): string =>
    cutText(
      shown
        .map((column) => aligned(cellOf(column), column))
        .join(" ".repeat(gap))
        .trimEnd(),
      width,
    );
  const head = paint.bold(line(({ head: text }) => text));
  return [
    head,
    ...requests.map((numbered) =>
      painted(
        line(({ cell }) => printableText(cell(numbered))),
        numbered.request.state,
        paint,
      ),
    ),
  ];
}

function painted(line: string, state: RequestState, paint: Paint): string {
  if (state === "worker-not-responding") return paint.red(line);
  return state === "queued" ? paint.dim(line) : line;
}

function aligned(text: string, { width, isNumber }: Column): string {
  const cut = cutText(text, width);
  const padding = " ".repeat(Math.max(0, width - widthOf(cut)));
  return isNumber === true ? `${padding}${cut}` : `${cut}${padding}`;
}

function stateOf({ state, stateMs }: ListedRequest): string {
  // A later version may have further states.
  const word: string = stateWords[state] ?? state;
  return stateMs === null ? word : `${word} ${formatDuration(stateMs)}`;
}

function nameOf({ request: { connector, source, endpoint } }: NumberedRequest): string {
  return source === null ? `${connector} (${endpoint})` : `${connector} ${source}`;
}

function orDash(value: number | null, format: (value: number) => string): string {
  return value === null ? "-" : format(value);
}
