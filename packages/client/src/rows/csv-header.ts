const delimiters = [",", ";", "\t", "|"] as const;

/** The header line of CSV. */
export interface CsvHeader {
  readonly delimiter: string;
  /** Names of the columns as written, without quotes. */
  readonly names: readonly string[];
  /** Whether it is followed by text other than line ends. */
  readonly hasMore: boolean;
}

/**
 * Reads the first line of a text as the header of CSV.
 *
 * @param text - The start of a body
 * @param isEnd - Whether the text is the whole body
 * @returns The header; `undefined` when the line has not ended
 */
export function readCsvHeader(text: string, isEnd: boolean): CsvHeader | undefined {
  // Quoted cells may contain delimiters and line feeds.
  const masked = text.replaceAll(/"[^"]*(?:"|$)/g, (quoted) => "x".repeat(quoted.length));
  const found = masked.search(/[\r\n]/);
  if (found === -1 && !isEnd) return undefined;
  const end = found === -1 ? text.length : found;
  const counts = delimiters.map((delimiter) => masked.slice(0, end).split(delimiter).length);
  const delimiter = delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
  let position = 0;
  const names = masked
    .slice(0, end)
    .split(delimiter)
    .map((cell) => {
      const name = text.slice(position, position + cell.length);
      position += cell.length + 1;
      return name.replace(/^"(.*)"$/s, "$1").replaceAll('""', '"');
    });
  return { delimiter, names, hasMore: /[^\r\n]/.test(text.slice(end)) };
}
