import { describe, expect, it } from "vitest";
import type { RowCase, RowCaseKind } from "./row-case.js";
import { rowCases, rowNames, rowShapes } from "./row-cases.js";

/** The format of rows. */
export interface CaseFormat {
  readonly format: "json" | "csv";
  readonly separator: string;
  readonly formulaEscape: boolean;
}

/** A column of the rows to write. */
export interface CaseColumn {
  readonly name: string;
  /** One value per row; all of the same kind. */
  readonly values: readonly RowCase[];
}

/** An encoder to test against the table. */
export interface CaseEncoder {
  /** Returns why a case does not apply; `undefined` when it does. Default: all apply. */
  readonly lacks?: (rowCase: RowCase) => string | undefined;
  /** Writes rows, joined by the separator. */
  readonly write: (columns: readonly CaseColumn[], format: CaseFormat) => Promise<string> | string;
}

const json: CaseFormat = { format: "json", separator: "\n", formulaEscape: false };
/** A separator that does not occur in any value. */
const parting = "\r\n--- row ---\r\n";
const formats = [
  { name: "JSON", format: json, shown: (one: RowCase) => `{"v":${one.json}}` },
  {
    name: "CSV",
    format: { ...csv(false), separator: parting },
    shown: (one: RowCase) => one.csv || '""',
  },
  {
    name: "CSV with formulas escaped",
    format: { ...csv(true), separator: parting },
    shown: (one: RowCase) => one.escaped || '""',
  },
] as const;

function csv(formulaEscape: boolean): CaseFormat {
  return { format: "csv", separator: "\r\n", formulaEscape };
}

/**
 * Tests an encoder against the tables {@link rowCases} and {@link rowShapes}.
 *
 * @param name - Name of the encoder
 * @param encoder - The encoder
 */
export function describeRowCases(name: string, { lacks = () => undefined, write }: CaseEncoder): void {
  describe(`${name}, held to the table of rows`, () => {
    const cases = rowCases.filter((one) => lacks(one) === undefined);
    const kinds = Array.from(new Set(cases.map(({ kind }) => kind)));
    it.each(formats)("writes every value as $name", async ({ format, shown }) => {
      for (const kind of kinds) {
        const values = cases.filter((one) => one.kind === kind);
        const text = await write([{ name: "v", values }], format);
        const written = text.split(format.separator).map((row) => comparable(kind, row));
        expect(written).toEqual(values.map((one) => comparable(kind, shown(one))));
      }
    });

    it.each(rowShapes)("joins rows of $cells", async ({ cells, csv: line }) => {
      const columns = cells.map((cell, index) => ({
        name: rowNames[index] ?? "",
        values: [textCase(cell), textCase(cell)],
      }));
      const members = cells.map(
        (cell, index) => `${JSON.stringify(rowNames[index])}:${JSON.stringify(cell)}`,
      );
      const object = `{${members.join(",")}}`;
      for (const separator of [",", "\n"])
        expect(await write(columns, { ...json, separator })).toBe([object, object].join(separator));
      for (const formulaEscape of [false, true])
        expect(await write(columns, csv(formulaEscape))).toBe(`${line}\r\n${line}`);
    });

    it.each(rowNames)("writes the name %j", async (column) => {
      const text = await write([{ name: column, values: [textCase("x")] }], json);
      expect(text).toBe(`{${JSON.stringify(column)}:"x"}`);
    });
  });
}

function textCase(cell: string | null): RowCase {
  const text = cell ?? "";
  return { name: text, kind: cell === null ? "null" : "text", text, json: "", csv: "", escaped: "" };
}

/**
 * Normalizes JSON or CSV for a comparison. A 64-bit float has several correct spellings, so only its value is compared.
 * The hexadecimal digits of an escape such as `\u001f` may be upper case.
 */
function comparable(kind: RowCaseKind, text: string): string {
  if (kind === "double")
    return text.replace(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/, (digits) => String(Number(digits)));
  return text.replaceAll(/\\u[\dA-F]{4}/g, (escape) => escape.toLowerCase());
}
