import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { stream } from "../stream-state.js";
import { columnWidth } from "./column-widths.js";
import { fetchedRows } from "./fetched-rows.js";

const measuredRows = 30;

/**
 * Returns where each column starts. A column's width is fixed when its first cells arrive, so that columns do not move
 * later.
 */
export function useColumnOffsets(run: number, columns: readonly string[]): readonly number[] {
  const widths = useSignal<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    widths.value = new Map();
  }, [run]);
  useSignalEffect(() => {
    const rows = [...fetchedRows.value.values()].slice(0, measuredRows);
    const known = widths.peek();
    const fresh = stream.value.columns.filter((id) => !known.has(id) && rows.some((row) => row.has(id)));
    if (fresh.length === 0) return;
    const measured = new Map(known);
    for (const id of fresh) {
      const cells = rows.flatMap((row) => row.get(id) ?? []);
      measured.set(id, columnWidth(id, cells));
    }
    widths.value = measured;
  });
  const known = widths.value;
  return useMemo(() => {
    const offsets = [0];
    for (const id of columns) offsets.push((offsets.at(-1) ?? 0) + (known.get(id) ?? columnWidth(id, [])));
    return offsets;
  }, [columns, known]);
}
