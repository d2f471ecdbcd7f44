import { readFile, writeFile } from "node:fs/promises";

/** An error response of a provider, with the source where it is documented. */
export interface FaultCase {
  /** A short description. */
  readonly fault: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as sent: text, or a JSON value. */
  readonly body: unknown;
  /** Page, document or recording it is taken from. */
  readonly source: string;
  /** Expected error code. */
  readonly code: string;
  /** Expected seconds to wait. Default: none. */
  readonly retryAfter?: number;
}

/** The error that a connector returned. */
export interface FaultOutcome {
  readonly error: string;
  readonly code: string;
  readonly retryAfter?: number | undefined;
  readonly retryable: boolean;
}

/**
 * Writes the table of a connector's README that lists the error for each fault.
 *
 * @param rows - Faults with their outcomes
 * @returns Lines of Markdown
 */
export function faultTable(
  rows: ReadonlyArray<{ readonly fault: FaultCase; readonly outcome: FaultOutcome }>,
): string {
  const lines = rows.map(({ fault, outcome: { error, code, retryAfter, retryable } }) => {
    const soon = retryable ? "yes" : "no";
    const again = retryAfter === undefined ? soon : `after ${retryAfter} s`;
    const cells = [`[${fault.fault}](${fault.source}) (${fault.status})`, error, `\`${code}\``, again];
    return `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
  });
  return [
    "| response of the source | message for the user | code | retry |",
    "| --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

/** Comments around the table in a connector's README. */
const marks = { before: "<!-- faults -->\n", after: "\n<!-- end of faults -->" };

/**
 * Reads the table in a connector's README. When `WELLHEAD_WRITE_TABLES` is set, it writes the current table first.
 *
 * @param page - The connector's README
 * @param table - The current table
 * @returns The table in the README; empty when there is none
 */
export async function shownFaultTable(page: URL, table: string): Promise<string> {
  const text = await readFile(page, "utf8");
  const start = text.indexOf(marks.before) + marks.before.length;
  const end = text.indexOf(marks.after);
  if (start < marks.before.length || end < start - 1) return "";
  if (process.env["WELLHEAD_WRITE_TABLES"] === undefined) return text.slice(start, end).trim();
  await writeFile(page, `${text.slice(0, start)}\n${table}\n${text.slice(Math.max(start, end))}`);
  return table;
}
