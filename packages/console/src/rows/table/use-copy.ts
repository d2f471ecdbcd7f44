import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { formatCount } from "../../text/format-amount.js";
import type { ResultData } from "../data/result-data.js";
import { type CellRange, cellCount, maxCopiedCells, readRange } from "./cell-range.js";
import type { GridColumn } from "./member-columns.js";
import { type RowChoice, selectionOf } from "./table-layout.js";

const shownMs = 4_000;

/** Copies cells and texts, and says what was copied. */
export interface CellCopier {
  readonly said: string;
  readonly copy: (range: CellRange) => void;
  /** Copies the text that something resolves to. */
  readonly copyText: (what: string, text: Promise<string>) => void;
}

/** Copies a block of cells, and says what was copied. */
export function useCopy(
  data: ResultData | undefined,
  { sort, ...rows }: RowChoice,
  columns: readonly GridColumn[],
): CellCopier {
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
    const choice = { sort, ...selectionOf(rows) };
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
  const copyText = (what: string, text: Promise<string>): void => {
    text
      .then((copied) => navigator.clipboard.writeText(copied))
      .then(
        () => say(`Copied ${what}.`),
        (error: unknown) =>
          say(`Could not copy ${what}: ${error instanceof Error ? error.message : "the browser refused"}`),
      );
  };
  return { said: said.value, copy, copyText };
}
