import { extname, resolve } from "node:path";
import type { ExportFormat, ResultTable } from "@wellhead/results";
import type { Arguments } from "../../command-line/arguments.js";
import { answerFormats } from "../../command-line/usage/sql-usage.js";
import { formatNumber } from "../../terminal/format-number.js";
import { unguarded } from "../../terminal/guarded-output.js";
import { makePaint } from "../../terminal/paint.js";
import type { Terminal } from "../../terminal/terminal.js";
import { write } from "../../terminal/write.js";

/** Format of a result on standard output. */
export type AnswerFormat = (typeof answerFormats)[number];

const fileFormats: Readonly<Record<string, ExportFormat>> = {
  ".csv": "csv",
  ".json": "json",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".parquet": "parquet",
};

/** Options of {@link printAnswer}. */
export interface PrintAnswerOptions {
  readonly format: AnswerFormat;
  /** Whether a table may have lines that are wider than the terminal. */
  readonly isWide: boolean;
  readonly terminal: Terminal;
}

/** Maximum number of rows of a table. The column widths must be known before the first row is written. */
const maxTableRows = 1000;

/**
 * Returns the format of a result on standard output.
 *
 * @param commandLine - The command line, with `--format` and `--json`
 * @param terminal - Provides standard output: a terminal gets a table, anything else one JSON object per line
 * @returns The format
 */
export function readFormat(commandLine: Arguments, terminal: Terminal): AnswerFormat {
  const byDefault = terminal.stdout.isTTY === true ? "table" : "ndjson";
  return commandLine.choice("format", answerFormats) ?? (commandLine.has("json") ? "json" : byDefault);
}

/**
 * Writes a result to a file. The extension decides the format.
 *
 * @param answer - The result
 * @param path - File name as typed
 * @param terminal - Provides the folder that relative paths are resolved against
 */
export async function exportAnswer(answer: ResultTable, path: string, terminal: Terminal): Promise<void> {
  await answer.export(
    resolve(terminal.directory, path),
    fileFormats[extname(path).toLowerCase()] ?? "ndjson",
  );
}

/**
 * Writes a result to standard output. Only the code of its format is loaded.
 *
 * @param answer - The result
 * @param options - Its format, and the terminal
 */
export async function printAnswer(
  answer: ResultTable,
  { format, isWide, terminal }: PrintAnswerOptions,
): Promise<void> {
  if (format === "table") return printTable(answer, terminal, isWide);
  if (format === "csv") return printCsv(answer, terminal);
  if (format === "json") await write(terminal.stdout, "[");
  let separator = "\n";
  for await (const rows of answer.rows()) {
    if (format === "ndjson") await write(terminal.stdout, `${rows.join("\n")}\n`);
    else await write(terminal.stdout, `${separator}${rows.join(",\n")}`);
    separator = ",\n";
  }
  if (format === "json") await write(terminal.stdout, "\n]\n");
}

/** Cells of CSV are exact, so a terminal interprets what is in them. In JSON it is escaped. */
function warnOfTerminal({ stdout, notes }: Terminal): void {
  if (stdout.isTTY === true)
    notes.write(
      "CSV is written as it is, and a terminal interprets control characters in it. Write it to a file with --output to be safe.\n",
    );
}

async function printCsv(answer: ResultTable, terminal: Terminal): Promise<void> {
  const { csvLine, csvText, memberCell, rowMembers } = await import("@wellhead/rows");
  warnOfTerminal(terminal);
  const exact = unguarded(terminal.stdout);
  const names = answer.columns.map(({ name }) => name);
  const lineOf = (cells: readonly string[]): string => `${csvLine(cells)}\r\n`;
  const rowLine = (row: string): string => {
    const members = rowMembers(row);
    return lineOf(names.map((name) => memberCell(members.get(name))));
  };
  await write(exact, lineOf(names.map((name) => csvText(name))));
  for await (const rows of answer.rows()) await write(exact, rows.map(rowLine).join(""));
}

async function printTable(answer: ResultTable, terminal: Terminal, isWide: boolean): Promise<void> {
  const { formatTable } = await import("./format-table.js");
  const rows: string[] = [];
  for await (const batch of answer.rows({ limit: maxTableRows })) rows.push(...batch);
  const paint = makePaint(terminal, terminal.stdout);
  // A file or a pipe has no width.
  const lineWidth = isWide ? undefined : terminal.stdout.columns;
  await write(terminal.stdout, formatTable(answer.columns, rows, { paint, lineWidth }));
  const hidden = answer.rowCount - rows.length;
  if (hidden > 0)
    await write(
      terminal.stdout,
      `… ${formatNumber(hidden)} more ${hidden === 1 ? "row" : "rows"}: write them to a file with --output\n`,
    );
}
