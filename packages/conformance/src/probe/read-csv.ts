/**
 * Parses CSV as defined in RFC 4180.
 *
 * @param text - The text
 * @returns Records with their cells; the first record is the header
 */
export function readCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = "";
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ",") {
      record.push(cell);
      cell = "";
    } else if (character === "\n") {
      records.push([...record, cell.replace(/\r$/, "")]);
      record = [];
      cell = "";
    } else cell += character;
  }
  if (cell !== "" || record.length > 0) records.push([...record, cell]);
  return records;
}

/**
 * Finds a quote that ends a cell in the middle, because it was not doubled. Readers disagree about the rest of such a
 * record.
 *
 * @param text - The text
 * @returns The characters around the quote, or `undefined` when every cell is quoted as a whole
 */
export function undoubledQuote(text: string): string | undefined {
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] !== '"') continue;
    if (!quoted) {
      quoted = index === 0 || /[,;\t|\r\n]/.test(text[index - 1] ?? "");
      continue;
    }
    const next = text[index + 1] ?? "\n";
    if (next === '"') index += 1;
    else if (/[,;\t|\r\n]/.test(next)) quoted = false;
    else return text.slice(Math.max(index - 20, 0), index + 20);
  }
  return undefined;
}
