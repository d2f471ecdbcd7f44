import { quoteName, quoteText } from "../engine/quote.js";
import type { CsvDialect } from "./csv-dialect.js";
import { type Reading, sampleRows } from "./reading.js";

/** A column type, and the SQL that shows whether a text is certainly of it: reading it and writing it loses nothing. */
interface Candidate {
  readonly type: string;
  readonly check: (cell: string) => string;
}

const date = String.raw`\d{4}-\d{2}-\d{2}`;
const time = String.raw`([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?`;
const zone = String.raw`(Z|[+-]\d{2}(:?[0-5]\d)?)`;

/** Candidates in the order of preference; a column that fits none is text. */
const candidates: readonly Candidate[] = [
  // Codes with leading zeros, signs, spaces, exponents and other bases are not written like this.
  { type: "BIGINT", check: (cell) => `CAST(TRY_CAST(${cell} AS BIGINT) AS VARCHAR) = ${cell}` },
  {
    type: "DOUBLE",
    // Every decimal number of up to 15 digits survives as DOUBLE.
    check: (cell) =>
      String.raw`regexp_full_match(${cell}, '-?(0|[1-9]\d{0,14})(\.\d+)?') AND strlen(ltrim(${cell}, '-')) <= 16
        AND NOT regexp_full_match(${cell}, '-0(\.0+)?')`,
  },
  { type: "BOOLEAN", check: (cell) => `${cell} IN ('true', 'false', 'TRUE', 'FALSE', 'True', 'False')` },
  {
    type: "DATE",
    check: (cell) => `strlen(${cell}) = 10 AND CAST(TRY_CAST(${cell} AS DATE) AS VARCHAR) = ${cell}`,
  },
  { type: "TIMESTAMP", check: (cell) => moment(cell, "TIMESTAMP", "") },
  { type: "TIMESTAMPTZ", check: (cell) => moment(cell, "TIMESTAMPTZ", zone) },
];

function moment(cell: string, type: string, end: string): string {
  return `regexp_full_match(${cell}, '${date}[ T]${time}${end}') AND TRY_CAST(${cell} AS ${type}) IS NOT NULL`;
}

/** Rows after which most columns are known to be text, so that the rest of the file is checked for few types. */
const firstRows = 1000;

/** What the content of a column shows. */
export interface CsvColumn {
  readonly name: string;
  readonly type: string;
  /** Whether it holds empty text, which a column of another type than text takes for NULL. */
  readonly hasEmptyText: boolean;
}

/**
 * Finds the types of the columns of a CSV file.
 *
 * @param reading - The file
 * @param dialect - How it is written
 * @returns The columns
 * @throws The engine's error when rows have different numbers of cells
 */
export async function csvTypes(reading: Reading, dialect: CsvDialect): Promise<readonly CsvColumn[]> {
  const all = dialect.names.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(", ");
  const from = `read_csv(${quoteText(reading.standIn)}, ${dialect.options}, columns = {${all}})`;
  const every = dialect.names.map((name) => ({ name, fits: candidates }));
  const likely = await fitting(reading, `(FROM ${from} LIMIT ${firstRows})`, every);
  const left = likely.map(({ name, fits }) => ({ name, fits }));
  const rows = reading.isWhole ? from : `(FROM ${from} LIMIT ${sampleRows})`;
  // A file of fewer rows has been read to its end.
  const isAll = likely.every(({ rowCount }) => rowCount < firstRows);
  const found = isAll ? likely : await fitting(reading, rows, left);
  return found.map(({ name, fits, hasEmptyText, hasText }) => ({
    name,
    type: hasText ? (fits[0]?.type ?? "VARCHAR") : "VARCHAR",
    hasEmptyText,
  }));
}

interface Fitting {
  readonly name: string;
  readonly fits: readonly Candidate[];
}

interface Fitted extends Fitting {
  readonly hasEmptyText: boolean;
  readonly hasText: boolean;
  readonly rowCount: number;
}

/** Columns that are asked about at once: the engine prepares a longer question slowly. */
const columnsAtOnce = 100;

/** Asks which candidates every cell of a column fits. */
async function fitting(
  reading: Reading,
  rows: string,
  columns: readonly Fitting[],
): Promise<readonly Fitted[]> {
  const found: Fitted[] = [];
  for (let first = 0; first < columns.length; first += columnsAtOnce) {
    found.push(...(await fittingSome(reading, rows, columns.slice(first, first + columnsAtOnce))));
  }
  return found;
}

async function fittingSome(
  { connection }: Reading,
  rows: string,
  columns: readonly Fitting[],
): Promise<readonly Fitted[]> {
  const tests = columns.flatMap(({ name, fits }) => {
    const cell = quoteName(name);
    // Empty text fits every type, as NULL; a NULL is ignored by the aggregates.
    const checks = fits.map(
      ({ check }) =>
        `coalesce(bool_and(CASE WHEN ${cell} <> '' THEN coalesce(${check(cell)}, false) END), true)`,
    );
    return [`coalesce(bool_or(${cell} = ''), false)`, `coalesce(bool_or(${cell} <> ''), false)`, ...checks];
  });
  const result = await connection.runAndReadAll(`SELECT count(*), ${tests.join(", ")} FROM ${rows}`);
  const [count = 0, ...flags] = result.getRows()[0] ?? [];
  const rowCount = Number(count);
  let index = 0;
  return columns.map(({ name, fits }) => {
    const [hasEmptyText, hasText] = [flags[index++] === true, flags[index++] === true];
    return { name, hasEmptyText, hasText, rowCount, fits: fits.filter(() => flags[index++] === true) };
  });
}
