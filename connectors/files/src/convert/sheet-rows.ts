import { readXml } from "./read-xml.js";
import { type SheetValue, serialValue } from "./serial-date.js";
import { TextCollector, unescapeText, type WorkbookParts } from "./workbook-parts.js";

/** Cells of a row by index of their column. */
export type SheetRow = ReadonlyArray<SheetValue | undefined>;

/**
 * Reads the rows of a sheet.
 *
 * @param pieces - Text of the sheet
 * @param parts - What its cells refer to
 * @param take - Gets each row that has a cell with content
 * @throws FileFault when the sheet is damaged
 */
export async function readSheetRows(
  pieces: AsyncIterable<string>,
  parts: WorkbookParts,
  take: (row: SheetRow) => void,
): Promise<void> {
  const text = new TextCollector();
  let row: Array<SheetValue | undefined> = [];
  let [column, value, isValue] = [0, "", false];
  let cell: Readonly<Record<string, string>> = {};
  await readXml(pieces, {
    open: (name, attributes) => {
      if (name === "row") {
        row = [];
        column = 0;
      } else if (name === "c") {
        cell = attributes;
        value = "";
        text.clear();
        column = columnOf(attributes["r"]) ?? column;
      } else if (name === "v") isValue = true;
      else text.open(name);
    },
    text: (piece) => {
      if (isValue) value += piece;
      else text.add(piece);
    },
    close: (name) => {
      if (name === "v") isValue = false;
      else if (name === "c") row[column++] = cellValue({ attributes: cell, value, text: text.take() }, parts);
      else if (name === "row") {
        if (row.some((filled) => filled !== undefined)) take(row);
      } else text.close(name);
    },
  });
}

/** The column of a cell such as `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = reference?.match(/^[A-Z]{1,3}/i)?.[0].toUpperCase();
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** A cell as the sheet has it. */
interface RawCell {
  readonly attributes: Readonly<Record<string, string>>;
  /** Text of its `v` element. */
  readonly value: string;
  /** Text of its `t` elements. */
  readonly text: string;
}

function cellValue(
  { attributes, value, text }: RawCell,
  { strings, meanings, is1904 }: WorkbookParts,
): SheetValue | undefined {
  const { t: type = "n", s: style = "0" } = attributes;
  if (type === "inlineStr") return { text, kind: "text" };
  if (value === "" && type !== "str") return undefined;
  switch (type) {
    case "s":
      return { text: strings[Number(value)] ?? "", kind: "text" };
    case "b":
      return { text: value === "1" || value === "true" ? "true" : "false", kind: "boolean" };
    case "n":
      return serialValue(value, meanings[Number(style)] ?? "number", is1904);
    default:
      return { text: unescapeText(value), kind: "text" };
  }
}
