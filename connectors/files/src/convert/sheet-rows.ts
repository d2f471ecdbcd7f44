import { FileFault } from "./file-fault.js";
import { readXml } from "./read-xml.js";
import { isoValue, type SheetValue, serialValue } from "./serial-date.js";
import { TextCollector, unescapeText, type WorkbookParts } from "./workbook-parts.js";

/** Cells of a row by index of their column. */
export type SheetRow = ReadonlyArray<SheetValue | undefined>;

/**
 * Reads the rows of a sheet.
 *
 * @param pieces - Text of the sheet
 * @param parts - The workbook's texts and formats, to which its cells refer
 * @param take - Receives each row that has a cell with content
 * @returns A notice to users who read the rows; `undefined` when there is none
 * @throws FileFault when the sheet is damaged
 */
export async function readSheetRows(
  pieces: AsyncIterable<string>,
  parts: WorkbookParts,
  take: (row: SheetRow) => void,
): Promise<string | undefined> {
  const text = new TextCollector();
  let row: Array<SheetValue | undefined> = [];
  let [column, value, isValue] = [0, "", false];
  let [formula, isFormula] = ["", false];
  const [uncalculated, errors] = [new NotedCells(), new NotedCells()];
  let cell: Readonly<Record<string, string>> = {};
  await readXml(pieces, {
    open: (name, attributes, parent) => {
      if (name === "row") {
        row = [];
        column = 0;
      } else if (name === "c") {
        cell = attributes;
        value = "";
        formula = "";
        text.clear();
        column = columnOf(attributes["r"]) ?? column;
      } else if (name === "v") isValue = parent === "c";
      else if (name === "f" && parent === "c") {
        isFormula = true;
        formula = "=";
      } else text.open(name);
    },
    text: (piece) => {
      if (isValue) value += piece;
      else if (isFormula) formula += piece;
      else text.add(piece);
    },
    close: (name) => {
      if (name === "v") isValue = false;
      else if (name === "f") isFormula = false;
      else if (name === "c") {
        const raw = { attributes: cell, value, formula, text: text.take() };
        if (isUncalculated(raw)) uncalculated.add(cell["r"]);
        else if (cell["t"] === "e") errors.add(cell["r"]);
        row[column++] = cellValue(raw, parts);
      } else if (name === "row") {
        if (row.some((filled) => filled !== undefined)) take(row);
      } else text.close(name);
    },
  });
  const notices = [uncalculatedNotice(uncalculated), errorNotice(errors)].filter((one) => one !== undefined);
  return notices.length === 0 ? undefined : notices.join(". ");
}

function uncalculatedNotice({ count, place }: NotedCells): string | undefined {
  if (count === 0) return undefined;
  const cells =
    count === 1
      ? `1 formula has no result in the file${place}; its cell shows`
      : `${count} formulas have no result in the file${place}; their cells show`;
  return `${cells} the formula. Open and save the workbook in a spreadsheet program to have them calculated`;
}

/** Errors are what the formulas of a sheet return, so that a column of numbers often has some. */
function errorNotice({ count, place }: NotedCells): string | undefined {
  if (count === 0) return undefined;
  const cells = count === 1 ? `1 cell is an error such as #N/A` : `${count} cells are errors such as #N/A`;
  return `${cells}${place}; a column with errors is text. Correct or clear ${count === 1 ? "it" : "them"} to have numbers or dates`;
}

/** Counts cells that users should know about. */
class NotedCells {
  #count = 0;
  #first: string | undefined;

  add(reference: string | undefined): void {
    this.#count++;
    this.#first ??= reference;
  }

  get count(): number {
    return this.#count;
  }

  /** Where the first of them is, as a part of a sentence. */
  get place(): string {
    if (this.#first === undefined) return "";
    return this.#count === 1 ? `, in cell ${this.#first}` : `, the first in cell ${this.#first}`;
  }
}

/** Maximum number of columns of a sheet. The last one is XFD. */
const maxColumns = 16_384;

/** Returns the column index of a cell such as `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = reference?.match(/^[A-Z]{1,3}/i)?.[0].toUpperCase();
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column > maxColumns) throw new FileFault(`the cell ${reference} is beyond the last column, XFD`);
  return column - 1;
}

/** A cell as the sheet stores it. */
interface RawCell {
  readonly attributes: Readonly<Record<string, string>>;
  /** Text of its `v` element. */
  readonly value: string;
  /** Text of its `f` element, with an equals sign before it; empty when it has none. */
  readonly formula: string;
  /** Text of its `t` elements. */
  readonly text: string;
}

/** Returns whether a formula has no stored result. A result of type text may be empty text. */
function isUncalculated({ attributes, value, formula }: RawCell): boolean {
  return formula !== "" && value === "" && attributes["t"] !== "str";
}

function cellValue(raw: RawCell, { strings, meanings, is1904 }: WorkbookParts): SheetValue | undefined {
  const { attributes, value, text } = raw;
  const { t: type = "n", s: style = "0" } = attributes;
  if (type === "inlineStr") return { text, kind: "text" };
  if (isUncalculated(raw)) return { text: raw.formula, kind: "text" };
  if (value === "" && type !== "str") return undefined;
  switch (type) {
    case "s":
      return { text: sharedText(strings, raw), kind: "text" };
    case "b":
      return { text: value === "1" || value === "true" ? "true" : "false", kind: "boolean" };
    case "n":
      return serialValue(value, meanings[Number(style)] ?? "number", is1904);
    case "d":
      return isoValue(value, meanings[Number(style)] ?? "number");
    default:
      return { text: unescapeText(value), kind: "text" };
  }
}

function sharedText(strings: readonly string[], { attributes, value }: RawCell): string {
  const text = /^\d+$/.test(value) ? strings[Number(value)] : undefined;
  if (text !== undefined) return text;
  throw new FileFault(
    `the cell ${attributes["r"] ?? "without a reference"} shows text ${value}, and the workbook has ${strings.length} texts`,
  );
}
