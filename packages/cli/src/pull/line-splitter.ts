import { BrokenStream } from "./broken-stream.js";
import { checkRow } from "./check-row.js";
import { longestRow, type RowSplitter } from "./row-splitter.js";

/** Takes NDJSON apart: one row per line, empty lines left out. */
export class LineSplitter implements RowSplitter {
  #pending = "";

  push(chunk: string, rows: string[]): void {
    const lines = chunk.split("\n");
    lines[0] = this.#pending + (lines[0] ?? "");
    this.#pending = lines.pop() ?? "";
    if (this.#pending.length > longestRow) {
      throw new BrokenStream(
        "cut",
        `found a line of more than ${longestRow} characters, wanted smaller ones`,
      );
    }
    for (const line of lines) addRow(line, rows);
  }

  end(rows: string[]): void {
    addRow(this.#pending, rows);
  }
}

function addRow(line: string, rows: string[]): void {
  const row = line.trim();
  if (row !== "") rows.push(checkRow(row));
}
