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

/** Columns of a table up to which each is asked about by itself: the engine prepares a longer question slowly. */
const maxQuestions = 100;

/** Asks which candidates every cell of a column fits. */
function fitting(reading: Reading, rows: string, columns: readonly Fitting[]): Promise<readonly Fitted[]> {
  return columns.length <= maxQuestions
    ? fittingFew(reading, rows, columns)
    : fittingMany(reading, rows, columns);
}

/** Columns whose cells are made rows at once; the engine holds 2048 cells of each. */
const columnsAtOnce = 1000;

/** Makes a row of every cell, so that the question is as long for all columns as for one. */
async function fittingMany(
  reading: Reading,
  rows: string,
  columns: readonly Fitting[],
): Promise<readonly Fitted[]> {
  if (columns.length > columnsAtOnce) {
    const first = await fittingMany(reading, rows, columns.slice(0, columnsAtOnce));
    return [...first, ...(await fittingMany(reading, rows, columns.slice(columnsAtOnce)))];
  }
  const wanted = candidates.filter((candidate) => columns.some(({ fits }) => fits.includes(candidate)));
  const list = columns.map(({ name }) => quoteName(name)).join(", ");
  const result = await reading.connection.runAndReadAll(
    `SELECT place, count(*), ${testsOf("cell", wanted).join(", ")}
     FROM (SELECT unnest(range(${columns.length})) AS place, unnest([${list}]) AS cell FROM ${rows}) GROUP BY place`,
  );
  const found = new Map(result.getRows().map(([place, ...cells]) => [Number(place), cells]));
  return columns.map((column, place) => fittedOf(column, wanted, found.get(place)));
}

/** Whether cells are empty text, whether some are not, and which candidates fit all of those. */
function testsOf(cell: string, fits: readonly Candidate[]): readonly string[] {
  // Empty text fits every type, as NULL; a NULL is ignored by the aggregates.
  const checks = fits.map(
    ({ check }) =>
      `coalesce(bool_and(CASE WHEN ${cell} <> '' THEN coalesce(${check(cell)}, false) END), true)`,
  );
  return [`coalesce(bool_or(${cell} = ''), false)`, `coalesce(bool_or(${cell} <> ''), false)`, ...checks];
}

/** What the answers to the questions of {@link testsOf}, behind the number of rows, say about a column. */
function fittedOf(
  { name, fits }: Fitting,
  asked: readonly Candidate[],
  [count = 0, hasEmptyText, hasText, ...flags]: readonly unknown[] = [],
): Fitted {
  return {
    name,
    hasEmptyText: hasEmptyText === true,
    hasText: hasText === true,
    rowCount: Number(count),
    fits: fits.filter((candidate) => flags[asked.indexOf(candidate)] === true),
  };
}

async function fittingFew(
  { connection }: Reading,
  rows: string,
  columns: readonly Fitting[],
): Promise<readonly Fitted[]> {
  const tests = columns.flatMap(({ name, fits }) => testsOf(quoteName(name), fits));
  const result = await connection.runAndReadAll(`SELECT count(*), ${tests.join(", ")} FROM ${rows}`);
  const [count, ...flags] = result.getRows()[0] ?? [];
  let first = 0;
  return columns.map((column) => {
    const answers = flags.slice(first, first + 2 + column.fits.length);
    first += answers.length;
    return fittedOf(column, column.fits, [count, ...answers]);
  });
}
