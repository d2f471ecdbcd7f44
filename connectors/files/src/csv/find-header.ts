import { type CellKind, isYear, kindOf } from "./cell-kind.js";
import type { CsvRecord } from "./record-reader.js";

/** What the first record is, compared with those after it. */
export interface HeaderFinding {
  readonly hasHeader: boolean;
  /** Whether a cell of the first record is of another kind than all cells below it. */
  readonly hasContrast: boolean;
}

/**
 * Finds whether the first record of a table has the names of its columns. It has, unless it shows that it is a row: it
 * has numbers, dates or booleans that are not years or positions, and in no column it differs from all cells below.
 *
 * @param first - The first record
 * @param others - The records after it
 * @returns The finding
 */
export function findHeader(first: CsvRecord, others: readonly CsvRecord[]): HeaderFinding {
  const below = first.cells.map((_, index) => columnBelow(others, index));
  const hasContrast = first.cells.some((text, index) =>
    differs(kindOf(text), first.quoted[index] === true, below[index] ?? noCells),
  );
  if (hasContrast) return { hasHeader: true, hasContrast };
  const isData =
    !arePositions(first.cells) && first.cells.some((text, index) => isValue(text, below[index] ?? noCells));
  return { hasHeader: !isData, hasContrast };
}

/** The cells of a column below the first record. */
interface Below {
  /** The kinds of all cells that are not empty. */
  readonly kinds: ReadonlySet<CellKind>;
  readonly areYears: boolean;
  /** Whether none of them is in quotes. */
  readonly areBare: boolean;
}

const noCells: Below = { kinds: new Set(), areYears: false, areBare: false };

function columnBelow(records: readonly CsvRecord[], index: number): Below {
  const kinds = new Set<CellKind>();
  let [areYears, areBare] = [true, true];
  for (const { cells, quoted } of records) {
    const text = cells[index] ?? "";
    const kind = kindOf(text);
    if (kind === "empty") continue;
    kinds.add(kind);
    areYears &&= isYear(text);
    areBare &&= quoted[index] !== true;
  }
  return { kinds, areYears: areYears && kinds.size > 0, areBare: areBare && kinds.size > 0 };
}

/** Returns whether a cell cannot be a value of the column below it. */
function differs(kind: CellKind, isQuoted: boolean, { kinds, areBare }: Below): boolean {
  if (kind === "empty" || kinds.size === 0 || kinds.has("text")) return false;
  return !kinds.has(kind) || (isQuoted && areBare);
}

/** Returns whether a cell is a value and not a name. */
function isValue(text: string, { areYears }: Below): boolean {
  const kind = kindOf(text);
  if (kind === "empty" || kind === "text") return false;
  return !isYear(text) || areYears;
}

/** Returns whether the numbers among some cells count from 0 or 1, as programs name columns without names. */
function arePositions(cells: readonly string[]): boolean {
  const numbers = cells.filter((text) => kindOf(text) === "number");
  const [first] = numbers;
  const isLong = numbers.length >= 3 || (numbers.length === 2 && cells[0] === "");
  return (
    isLong &&
    (first === "0" || first === "1") &&
    numbers.every((text, index) => text === String(Number(first) + index))
  );
}
