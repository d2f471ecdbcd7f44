/** Options of `widenCsv()`. */
export interface WidenCsvOptions {
  /** The line that replaces the header line. */
  readonly header: string;
  /** Number of cells that every line gets. */
  readonly columns: number;
}

/**
 * Extends every line of a CSV text to the same number of cells by appending empty cells.
 *
 * @param chunks - The text, as written by `formatCsvLine`, split at any position
 * @param options - Header and number of columns
 * @returns The extended text, in chunks
 */
export async function* widenCsv(
  chunks: AsyncIterable<unknown>,
  { header, columns }: WidenCsvOptions,
): AsyncGenerator<string> {
  yield header;
  let commas = 0;
  let quoted = false;
  let inHeader = true;
  for await (const chunk of chunks) {
    let text = "";
    for (const [part] of String(chunk).matchAll(/["\n,]|[^"\n,]+/g)) {
      if (part === '"') quoted = !quoted;
      if (part === "," && !quoted) commas += 1;
      if (part === "\n" && !quoted) {
        if (!inHeader) text += `${",".repeat(Math.max(0, columns - 1 - commas))}\r\n`;
        inHeader = false;
        commas = 0;
      } else if (!inHeader) {
        // Outside quotes, a carriage return occurs only in a line end, and the line end is written above.
        text += quoted ? part : part.replaceAll("\r", "");
      }
    }
    yield text;
  }
}
