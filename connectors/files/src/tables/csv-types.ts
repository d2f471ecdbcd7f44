import { FileFault } from "../convert/file-fault.js";
import type { ColumnTypeName } from "../csv/csv-settings.js";
import { quoteName, quoteText } from "../engine/quote.js";
import type { CsvDialect } from "./csv-dialect.js";
import { type Reading, sampleRows } from "./reading.js";

/**
 * A column type, and the SQL that checks whether a text certainly has it, which means that converting it to the type
 * loses nothing.
 */
interface Candidate {
  readonly type: string;
  readonly check: (cell: string) => string;
}

const date = String.raw`\d{4}-\d{2}-\d{2}`;
const time = String.raw`([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?`;
const zone = String.raw`(Z|[+-]\d{2}(:?[0-5]\d)?)`;

/** Candidates in order of preference. A column that matches none is text. */
const candidates: readonly Candidate[] = [
  // Codes with leading zeros, signs, spaces, exponents or other bases do not survive this conversion.
  { type: "BIGINT", check: (cell) => `CAST(TRY_CAST(${cell} AS BIGINT) AS VARCHAR) = ${cell}` },
  {
    type: "DOUBLE",
    // Every decimal number of up to 15 digits survives conversion to DOUBLE.
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

/**
 * Number of rows checked first. They show that most columns are text, so that few types need to be checked in all other
 * rows.
 */
const firstRows = 1000;

/** A column with the type found from its content. */
export interface CsvColumn {
  readonly name: string;
  readonly type: string;
  /** Whether it contains empty text, which becomes NULL in a column that is not of type text. */
  readonly hasEmptyText: boolean;
  /** Types that all of its text has, in order of preference; `undefined` when it has no text. */
  readonly fits?: readonly string[];
}

/**
 * Finds the types of the columns of a CSV file.
 *
 * @param reading - The file
 * @param dialect - Its dialect
 * @returns The columns
 * @throws The engine's error when rows have different numbers of cells
 */
export async function csvTypes(reading: Reading, dialect: CsvDialect): Promise<CsvTypes> {
  const all = dialect.names.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(", ");
  const from = `read_csv(${quoteText(reading.standIn)}, ${dialect.options}, columns = {${all}})`;
  // A map, because a column may have a name such as `constructor`.
  const stated = new Map(Object.entries(reading.settings?.types ?? {}));
  const every = dialect.names.map((name) => ({ name, fits: candidatesOf(stated.get(name)) }));
  const likely = await fitting(reading, `(FROM ${from} LIMIT ${firstRows})`, every);
  const left = likely.map(({ name, fits }) => ({ name, fits }));
  const rows = reading.isWhole ? from : `(FROM ${from} LIMIT ${sampleRows})`;
  // A file with fewer rows has been read completely.
  const isAll = likely.every(({ rowCount }) => rowCount < firstRows);
  const found = isAll ? likely : await fitting(reading, rows, left);
  const [first] = found;
  return {
    rows: reading.isWhole || isAll ? first?.rowCount : undefined,
    columns: found.map(({ name, fits, hasEmptyText, hasText }) => {
      const type = stated.get(name);
      if (hasText && fits.length === 0 && type !== undefined && type !== "text")
        throw new FileFault(
          `not all cells of the column "${name}" are of the type "${type}" that the file .table.json states`,
          `State "text", or what the cells look like with "decimal", "thousands", "dateFormat" and "nullTexts".`,
        );
      return {
        name,
        type: hasText ? (fits[0]?.type ?? "VARCHAR") : "VARCHAR",
        hasEmptyText,
        ...(hasText && { fits: fits.map(({ type: fit }) => fit) }),
      };
    }),
  };
}

/** The columns of a file. */
export interface CsvTypes {
  readonly columns: readonly CsvColumn[];
  /** Number of its rows; `undefined` when only the first ones were read. */
  readonly rows: number | undefined;
}

const statedTypes: Readonly<Record<ColumnTypeName, RegExp>> = {
  text: /^$/,
  number: /^(?:BIGINT|DOUBLE)$/,
  date: /^(?:DATE|TIMESTAMP|TIMESTAMPTZ)$/,
  bool: /^BOOLEAN$/,
};

function candidatesOf(stated: ColumnTypeName | undefined): readonly Candidate[] {
  return stated === undefined ? candidates : candidates.filter(({ type }) => statedTypes[stated].test(type));
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

/** Maximum number of columns that are checked with separate expressions. The engine prepares a longer query slowly. */
const maxQuestions = 100;

/** Finds the candidates that every cell of a column matches. */
function fitting(reading: Reading, rows: string, columns: readonly Fitting[]): Promise<readonly Fitted[]> {
  return columns.length <= maxQuestions
    ? fittingFew(reading, rows, columns)
    : fittingMany(reading, rows, columns);
}

/** Maximum number of columns that are unnested at once. The engine holds 2048 cells of each. */
const columnsAtOnce = 1000;

/** Checks many columns by unnesting every cell to a row, so that the query does not grow with the number of columns. */
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

/**
 * Returns expressions for whether some cells are empty text, whether some are not, and for each candidate whether it
 * matches all of the latter.
 */
function testsOf(cell: string, fits: readonly Candidate[]): readonly string[] {
  // Empty text matches every type, as NULL. The aggregates ignore NULL.
  const checks = fits.map(
    ({ check }) =>
      `coalesce(bool_and(CASE WHEN ${cell} <> '' THEN coalesce(${check(cell)}, false) END), true)`,
  );
  return [`coalesce(bool_or(${cell} = ''), false)`, `coalesce(bool_or(${cell} <> ''), false)`, ...checks];
}

/** Interprets the results of {@link testsOf} for a column; the number of rows precedes them. */
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
