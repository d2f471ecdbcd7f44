/**
 * Parses the cells of one line of CSV.
 *
 * @param line - The line without its end
 * @param separator - Character between cells
 * @returns The cells, quotes removed
 * @see RFC 4180
 */
export function parseCsvLine(line: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let index = 0;
  for (;;) {
    if (line[index] === '"') {
      const { cell, end } = readQuoted(line, index + 1);
      cells.push(cell);
      index = line.indexOf(separator, end);
    } else {
      const end = line.indexOf(separator, index);
      cells.push(line.slice(index, end === -1 ? undefined : end));
      index = end;
    }
    if (index === -1) return cells;
    index += 1;
  }
}

/**
 * Finds the separator of a header line: the most frequent of comma, semicolon and tab.
 *
 * @param header - The first line
 * @returns The separator
 */
export function findSeparator(header: string): string {
  const count = (sign: string) => header.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function readQuoted(line: string, start: number): { readonly cell: string; readonly end: number } {
  let cell = "";
  let from = start;
  for (;;) {
    const quote = line.indexOf('"', from);
    if (quote === -1) return { cell: cell + line.slice(from), end: line.length };
    cell += line.slice(from, quote);
    if (line[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    from = quote + 2;
  }
}
