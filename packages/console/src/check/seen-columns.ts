import { signal } from "@preact/signals";
import { keepText, readKept } from "../text/kept-text.js";
import { isRecord, parseJson, recordsOf, textOf } from "../text/record.js";
import type { SeenColumn } from "./compare-runs.js";

/** The columns of a whole run. */
export interface SeenColumns {
  /** When the run ended, in milliseconds since 1970. */
  readonly at: number;
  readonly columns: readonly SeenColumn[];
}

/** The columns of the latest two whole runs of a source, the latest first. */
type History = readonly SeenColumns[];

const storeKey = "wellhead.columns";

/** Columns by connector and source. They are kept in the session storage, so that they outlive a reload. */
export const seenColumns = signal<Readonly<Record<string, History>>>(restore());

/** Returns the key of a source in {@link seenColumns}. */
export function columnsKey(base: string, source: string): string {
  return JSON.stringify([base, source]);
}

/** Keeps the columns of a whole run, and those of the run before. */
export function noteColumns(key: string, columns: readonly SeenColumn[], at: number): void {
  const [latest] = seenColumns.peek()[key] ?? [];
  const next = { at, columns: columns.map(({ name, type }) => ({ name, type })) };
  seenColumns.value = {
    ...seenColumns.peek(),
    [key]: latest === undefined ? [next] : [next, latest],
  };
  keepText("tab", storeKey, JSON.stringify(seenColumns.peek()));
}

function restore(): Readonly<Record<string, History>> {
  const stored = parseJson(readKept("tab", storeKey));
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([key, runs]) => [
      key,
      recordsOf(runs).map(({ at, columns }) => ({
        at: typeof at === "number" ? at : 0,
        columns: recordsOf(columns).map((column) => ({
          name: textOf(column, "name"),
          type: textOf(column, "type"),
        })),
      })),
    ]),
  );
}
