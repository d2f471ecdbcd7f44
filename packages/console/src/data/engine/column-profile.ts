import type { CellType, ColumnFacts } from "./column-facts.js";

const mostDistinct = 1_000;
const longestKept = 80;
const datePattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Gathers facts about one column, one value at a time, with memory that does not grow with the number of rows. */
export class ColumnProfile {
  readonly id: string;
  readonly #types = new Map<CellType, number>();
  readonly #distinct = new Map<string, number>();
  #filled = 0;
  #more = false;
  #smallest: number | string | undefined;
  #largest: number | string | undefined;

  constructor(id: string) {
    this.id = id;
  }

  /** Adds the value of one row. */
  add(value: unknown): void {
    if (value === null || value === undefined) return;
    this.#filled += 1;
    const type = cellType(value);
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    if (typeof value === "number" || type === "date") this.#widen(value);
    this.#countDistinct(value);
  }

  /** Returns the facts after the given number of rows. */
  facts(rows: number): ColumnFacts {
    const types = [...this.#types].toSorted((left, right) => right[1] - left[1]);
    return {
      id: this.id,
      types: types.map(([type, count]) => ({ type, count })),
      nulls: rows - this.#filled,
      distinct: this.#distinct.size,
      moreDistinct: this.#more,
      min: this.#smallest,
      max: this.#largest,
      bins: [],
      top: [...this.#distinct]
        .toSorted((left, right) => right[1] - left[1])
        .slice(0, 8)
        .map(([text, count]) => ({ text, count })),
    };
  }

  #widen(value: unknown): void {
    if (typeof value !== "number" && typeof value !== "string") return;
    if (this.#smallest === undefined || (typeof value === typeof this.#smallest && value < this.#smallest))
      this.#smallest = value;
    if (this.#largest === undefined || (typeof value === typeof this.#largest && value > this.#largest))
      this.#largest = value;
  }

  #countDistinct(value: unknown): void {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const key = text.length > longestKept ? `${text.slice(0, longestKept)}…` : text;
    const count = this.#distinct.get(key);
    if (count === undefined && this.#distinct.size >= mostDistinct) this.#more = true;
    else this.#distinct.set(key, (count ?? 0) + 1);
  }
}

/** Returns the type of a cell's value, judging by its JSON type and its form. */
export function cellType(value: unknown): CellType {
  switch (typeof value) {
    case "number":
      return "number";
    case "boolean":
      return "bool";
    case "string":
      return value.length >= 10 && value.length <= 35 && datePattern.test(value) ? "date" : "text";
    default:
      return Array.isArray(value) ? "array" : "object";
  }
}
