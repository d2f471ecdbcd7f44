import { readFile, writeFile } from "node:fs/promises";

/** An answer of a provider's that is a fault, with the place where it is published. */
export interface FaultCase {
  /** What it is, in a few words. */
  readonly fault: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as it is sent: text, or a value of JSON. */
  readonly body: unknown;
  /** Page, document or recording it was taken from. */
  readonly source: string;
  /** Code of the error that must come of it. */
  readonly code: string;
  /** Seconds to wait that the error must name. Default: none. */
  readonly retryAfter?: number;
}

/** The error that a connector answered. */
export interface FaultOutcome {
  readonly error: string;
  readonly code: string;
  readonly retryAfter?: number | undefined;
  readonly retryable: boolean;
}

/**
 * Writes the table of a connector's page that shows what a person reads for each fault.
 *
 * @param rows - Faults with what came of them
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
    "| the source answers | the person reads | code | try again |",
    "| --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

/** Around the table in a connector's README. */
const marks = { before: "<!-- faults -->\n", after: "\n<!-- end of faults -->" };

/**
 * Reads the table that a connector's page shows. With `WELLHEAD_WRITE_TABLES` set it writes the one that is true first.
 *
 * @param page - The connector's README
 * @param table - The table that is true
 * @returns The table on the page, empty when there is none
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
