/** What lines are made to look like. */
export interface WidenCsvOptions {
  /** The line that replaces the first one. */
  readonly header: string;
  /** How many cells every line gets. */
  readonly columns: number;
}

/**
 * Gives every line of a CSV text as many cells as there are columns, by empty cells at its end.
 *
 * @param chunks - The text, as `formatCsvLine` wrote it, cut anywhere
 * @param options - Header and number of columns
 * @returns The longer text, in chunks
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
        // Outside quotes a carriage return is only ever part of the line end, which is written above.
        text += quoted ? part : part.replaceAll("\r", "");
      }
    }
    yield text;
  }
}
