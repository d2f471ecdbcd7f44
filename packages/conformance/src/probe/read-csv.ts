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
