import type { CsvSettings } from "../csv/csv-settings.js";
import { dateReader } from "../csv/date-format.js";
import type { CsvRecord } from "../csv/record-reader.js";
import type { CopiedCell } from "./csv-copy.js";

/** Rewrites a text; `undefined` when it has another form. */
type Rewrite = (text: string) => string | undefined;

/** Writes the cells of a CSV file in the form that the engine reads: numbers with a point, dates such as `2024-01-31`. */
export class CellWriter {
  readonly #width: number;
  readonly #nullTexts: ReadonlySet<string>;
  /** The forms that the settings state. */
  readonly #rewrites: readonly Rewrite[];
  /** The form of each column, if all of its cells have it. */
  #columns: ReadonlyArray<Rewrite | undefined> = [];
  readonly #types: CsvSettings["types"];

  /**
   * @param settings - What is stated about the file
   * @param width - Number of cells of each row
   */
  constructor({ decimal, thousands, dateFormat, nullTexts = [], types }: CsvSettings, width: number) {
    this.#width = width;
    this.#nullTexts = new Set(nullTexts);
    this.#types = types;
    this.#rewrites = [
      ...(decimal === undefined && thousands === undefined ? [] : [numberReader(decimal ?? ".", thousands)]),
      ...(dateFormat === undefined ? [] : [dateReader(dateFormat)]),
    ];
  }

  /** Whether the settings state forms that the engine does not read. */
  get changesCells(): boolean {
    return this.#rewrites.length > 0;
  }

  /**
   * Finds the columns whose cells all have a form that the settings state. A column that is stated to be text keeps its
   * texts.
   *
   * @param records - All rows
   * @param names - Names of the columns
   */
  async learn(records: AsyncIterable<CsvRecord>, names: readonly string[]): Promise<void> {
    if (!this.changesCells) return;
    const left = Array.from({ length: this.#width }, (_, index) =>
      this.#types?.[names[index] ?? ""] === "text" ? [] : this.#rewrites,
    );
    for await (const { cells, quoted } of records) {
      for (const [index, text] of cells.entries()) {
        const forms = left[index] ?? [];
        if (text === "" || forms.length === 0 || this.#isNull(text, quoted[index])) continue;
        left[index] = forms.filter((rewrite) => rewrite(text) !== undefined);
      }
    }
    this.#columns = left.map(([rewrite]) => rewrite);
  }

  /**
   * Returns the cells of a row of the copy.
   *
   * @param record - The row
   */
  cellsOf({ cells, quoted }: CsvRecord): readonly CopiedCell[] {
    return Array.from({ length: this.#width }, (_, index) => {
      const text = cells[index];
      if (text === undefined || this.#isNull(text, quoted[index])) return undefined;
      return this.#columns[index]?.(text) ?? text;
    });
  }

  /** Returns whether a cell is NULL. A quoted empty cell is empty text. */
  #isNull(text: string, isQuoted = false): boolean {
    return !isQuoted && (text === "" || this.#nullTexts.has(text));
  }
}

/** Returns a function that writes numbers of a form with a point and without groups. */
function numberReader(decimal: string, thousands: string | undefined): Rewrite {
  const group = thousands === undefined ? undefined : `[${thousands === " " ? " \u00A0\u202F" : thousands}]`;
  const whole = group === undefined ? String.raw`\d+` : String.raw`(?:\d{1,3}(?:${group}\d{3})+|\d+)`;
  const form = new RegExp(String.raw`^-?${whole}(?:[${decimal}]\d+)?$`);
  const groups = group === undefined ? undefined : new RegExp(group, "g");
  return (text) => {
    if (!form.test(text)) return undefined;
    const [before = "", after] = text.split(decimal);
    const digits = groups === undefined ? before : before.replaceAll(groups, "");
    return after === undefined ? digits : `${digits}.${after}`;
  };
}
