import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { formatCount } from "../../text/format-amount.js";
import type { ResultData } from "../data/result-data.js";
import { type CellRange, cellCount, maxCopiedCells, readRange } from "./cell-range.js";
import type { GridColumn } from "./member-columns.js";
import type { RowChoice } from "./table-layout.js";

const shownMs = 4_000;

/** Copies a block of cells, and says what was copied. */
export function useCopy(
  data: ResultData | undefined,
  { search, sort }: RowChoice,
  columns: readonly GridColumn[],
): { readonly said: string; readonly copy: (range: CellRange) => void } {
  const said = useSignal("");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = (text: string): void => {
    said.value = text;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      said.value = "";
    }, shownMs);
  };
  const read = async (range: CellRange): Promise<string> => {
    if (data === undefined) return "The cells can be copied once all rows have arrived.";
    if (cellCount(range) > maxCopiedCells)
      return `Could not copy ${formatCount(cellCount(range))} cells: the maximum is ${formatCount(maxCopiedCells)}. Save the rows as a file.`;
    const text = search.trim();
    const choice = { sort, ...(text !== "" && { search: text }) };
    const { text: copied, cut } = await readRange(range, {
      fetchRows: (request) => data.fetchRows(request),
      choice,
      columns,
    });
    await navigator.clipboard.writeText(copied);
    const cells = cellCount(range);
    const note = cut === 0 ? "" : ` Of ${formatCount(cut)} only the beginning, because they are long.`;
    return `Copied ${formatCount(cells)} ${cells === 1 ? "cell" : "cells"}.${note}`;
  };
  const copy = (range: CellRange): void => {
    said.value = "";
    read(range).then(say, (error: unknown) =>
      say(`Could not copy the cells: ${error instanceof Error ? error.message : "the browser refused"}`),
    );
  };
  return { said: said.value, copy };
}
