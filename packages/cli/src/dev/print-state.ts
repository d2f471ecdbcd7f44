import type { UpstreamCall } from "@wellhead/mcp";
import type { Paint } from "../terminal/paint.js";
import { printableText } from "../terminal/printable-text.js";
import { isSame, type RowDifference } from "./compare-rows.js";
import type { DevState, ShownDifference, ShownFault } from "./dev-state.js";

/** Maximum number of rows, cells or faults that are listed. */
const maxListed = 10;

/**
 * Formats what has changed for the terminal.
 *
 * @param before - The state that was printed last
 * @param state - The state
 * @param paint - Styles of the output
 * @returns Lines
 */
export function formatState(before: DevState, state: DevState, paint: Paint): readonly string[] {
  const { revision, ms, fault, thrown, difference, unchecked } = state;
  const isBroken = fault !== undefined && fault !== before.fault;
  const kept = revision === 0 ? "Nothing is served yet." : `Revision ${revision} is still served.`;
  return [
    ...(revision === before.revision ? [] : [paint.green(`Revision ${revision} · ${ms} ms`)]),
    ...(isBroken ? [...formatFault(fault, paint), paint.dim(kept)] : []),
    ...formatTypes(before, state, paint),
    ...(thrown === undefined || thrown === before.thrown ? [] : formatFault(thrown, paint)),
    ...(unchecked === undefined || unchecked === before.unchecked
      ? []
      : [paint.dim(`Types are not checked: ${unchecked}.`)]),
    ...(difference === undefined || difference === before.difference || difference.isReported === true
      ? []
      : formatDifference(difference)),
  ];
}

/** Lists the faults of types below the revision that they belong to. */
function formatTypes(before: DevState, { typeFaults, typesOf = 0 }: DevState, paint: Paint): string[] {
  if (typeFaults === before.typeFaults || typeFaults.length + before.typeFaults.length === 0) return [];
  const { length } = typeFaults;
  const owner = typesOf === 0 ? "The files that could not be loaded" : `Revision ${typesOf}`;
  if (length === 0) return [paint.green(`${owner} · no type fault`)];
  return [
    paint.red(`${owner} · ${length} type ${length === 1 ? "fault" : "faults"}`),
    ...typeFaults.slice(0, maxListed).flatMap((one) => formatFault(one, paint)),
    ...formatRest(length, length === maxListed + 1 ? "type fault" : "type faults"),
  ];
}

function formatFault({ message, place, code, callers, page }: ShownFault, paint: Paint): string[] {
  return [
    paint.red(message),
    ...(place === "" ? [] : [`  at ${paint.bold(place)}`]),
    ...code.map((line) => `  ${line}`),
    ...callers.slice(0, maxListed).map((caller) => `  called at ${caller}`),
    ...(page === "" ? [] : [paint.dim(`  wellhead docs --open ${page}`)]),
  ];
}

function formatDifference({ connector, source, rows }: ShownDifference): string[] {
  const name = `${connector}.${source}`;
  if (typeof rows === "string") return [printableText(`${name}: ${rows}`)];
  if (isSame(rows)) return [`${name}: the ${rows.after} rows are as before`];
  const { addedColumns, removedColumns, added, removed, changed } = rows;
  const lines = [
    ...addedColumns.map((column) => `+ column ${column}`),
    ...removedColumns.map((column) => `- column ${column}`),
    ...listed(added, (row) => `+ row ${row}`),
    ...listed(removed, (row) => `- row ${row}`),
    ...listed(changed, ({ row, column, before, after }) => `~ row ${row}: ${column} ${before} → ${after}`),
  ];
  return [summaryOf(name, rows), ...lines.map((line) => `  ${printableText(line)}`)];
}

function summaryOf(name: string, { before, after, added, removed, changed }: RowDifference): string {
  const cells = `${changed.length} ${changed.length === 1 ? "cell" : "cells"} changed`;
  return `${name}: ${before} → ${after} rows, ${added.length} added, ${removed.length} removed, ${cells}`;
}

function listed<Item>(items: readonly Item[], format: (item: Item) => string): string[] {
  return [...items.slice(0, maxListed).map(format), ...formatRest(items.length, "")];
}

function formatRest(count: number, name: string): string[] {
  const more = count - maxListed;
  return more > 0 ? [`and ${more} more ${name}`.trim()] : [];
}

/**
 * Formats a call to an upstream.
 *
 * @param call - The call
 * @param paint - Styles of the output
 * @returns The line
 */
export function formatCall(call: UpstreamCall, paint: Paint): string {
  const { method, host, path, query = "", status, ms, attempt, waitMs = 0, error } = call;
  const facts = [
    status === undefined ? "no response" : String(status),
    `${ms} ms`,
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(waitMs > 0 ? [`waited ${waitMs} ms`] : []),
    ...(error === undefined ? [] : [error]),
  ];
  return paint.dim(printableText(`${method} ${host}${path}${query} · ${facts.join(" · ")}`));
}
