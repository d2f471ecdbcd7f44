import type { QueryColumn, TableSource } from "./table-source.js";

/** A column whose distinct values are counted. */
export interface CountedColumn {
  readonly column: QueryColumn;
  /** Number of rows with a value. */
  readonly values: number;
  /** The smallest and the largest value of a number. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** Options of `countDistinct()`. */
export interface CountDistinctOptions {
  /** The WHERE clause of the selection. */
  readonly where: string;
  /** Number of rows of the table. */
  readonly rowCount: number;
  /** Start of error messages. */
  readonly action: string;
}

/** Number of rows up to which the engine counts without preparation, and of rows that suggest how to count more. */
const sampleRows = 20_000;
/** Maximum number of cells that one statement counts, because the engine holds the distinct ones in memory. */
const maxCountedCells = 20_000_000;
/** The engine's name of the type of texts. Only they have a length in bytes. */
const text = "VARCHAR";
/** Maximum size in bits of a map of whole numbers. */
const maxMapBits = 2 ** 27;

/**
 * Counts the distinct values of columns, over all selected rows. The engine needs a table of all values for that, which is
 * slow when no value occurs twice. For columns whose first rows have no value twice, a proof that all rows are like that is
 * sought first: values that only rise or only fall, or as many hashes as values. The counts are always exact.
 *
 * @param source - The table
 * @param columns - The columns
 * @param options - The selection
 * @returns The counts, in the order of the columns
 */
export async function countDistinct(
  source: TableSource,
  columns: readonly CountedColumn[],
  options: CountDistinctOptions,
): Promise<readonly number[]> {
  const counts = new Map<CountedColumn, number>();
  for (const counted of await findLikelyKeys(source, columns, options)) {
    const count = await countKey(source, counted, options);
    if (count !== undefined) counts.set(counted, count);
  }
  const others = columns.filter((counted) => !counts.has(counted));
  const step = Math.max(1, Math.floor(maxCountedCells / Math.max(1, options.rowCount)));
  for (let start = 0; start < others.length; start += step) {
    const some = others.slice(start, start + step);
    const cells = some.map(({ column }) => `count(DISTINCT ${column.identity})`);
    const texts = await readCells(source, cells, options);
    for (const [index, counted] of some.entries()) counts.set(counted, Number(texts[index]));
  }
  return columns.map((counted) => counts.get(counted) ?? 0);
}

/** Returns the columns of a large table whose first rows have no value twice. */
async function findLikelyKeys(
  source: TableSource,
  columns: readonly CountedColumn[],
  options: CountDistinctOptions,
): Promise<readonly CountedColumn[]> {
  const candidates = columns.filter(
    ({ column, values }) =>
      values > sampleRows &&
      column.sent === undefined &&
      column.kind !== "nested" &&
      column.kind !== "boolean",
  );
  if (candidates.length === 0) return [];
  const cells = candidates.map(({ column }) => `count(DISTINCT ${column.value}) = count(${column.value})`);
  const names = candidates.map(({ column }) => column.value).join(", ");
  const sample = `(SELECT ${names} FROM ${source.table}${options.where} LIMIT ${sampleRows})`;
  const texts = await readCells({ ...source, table: sample }, cells, { ...options, where: "" });
  return candidates.filter((_, index) => texts[index] === "true");
}

/** Counts the distinct values of a column that is probably a key; `undefined` when it has to be counted otherwise. */
async function countKey(
  source: TableSource,
  counted: CountedColumn,
  options: CountDistinctOptions,
): Promise<number | undefined> {
  const { column, values } = counted;
  if (await isStrictlyOrdered(source, column, options)) return values;
  const bits = mapBits(counted);
  if (bits !== undefined) {
    const [count] = await readCells(source, [bits], options);
    return Number(count);
  }
  if (column.type !== text) return undefined;
  // Equal texts have equal hashes, so there are at least as many texts as hashes.
  const [hashes] = await readCells(source, [`count(DISTINCT hash(${column.value}))`], options);
  return Number(hashes) === values ? values : undefined;
}

/** Reports whether every value is above the previous one, or every value below it. Any strict order proves the same. */
async function isStrictlyOrdered(
  source: TableSource,
  { value, type }: QueryColumn,
  options: CountDistinctOptions,
): Promise<boolean> {
  const rows = `${source.table}${options.where === "" ? " WHERE" : `${options.where} AND`} ${value} IS NOT NULL`;
  const pairs = `(SELECT ${value} AS own, lag(${value}) OVER () AS previous FROM ${rows})`;
  const [rises, falls] =
    type === text
      ? [longer("own", "previous"), longer("previous", "own")]
      : ["own > previous", "own < previous"];
  const cells = [`bool_and(${rises}) OR bool_and(${falls})`];
  const [isOrdered] = await readCells({ ...source, table: pairs }, cells, { ...options, where: "" });
  return isOrdered === "true";
}

/** Orders texts by their length first, so that numbers at their end are in their order. */
function longer(left: string, right: string): string {
  return `(strlen(${left}) > strlen(${right}) OR (strlen(${left}) = strlen(${right}) AND ${left} > ${right}))`;
}

/** Counts whole numbers that lie close together with a map of one bit for each number. */
function mapBits({ column, values, min, max }: CountedColumn): string | undefined {
  if (!/^U?(?:TINYINT|SMALLINT|INTEGER|BIGINT)$/.test(column.type)) return undefined;
  if (min === undefined || max === undefined) return undefined;
  const range = BigInt(max) - BigInt(min) + 1n;
  if (range > BigInt(Math.min(maxMapBits, values * 16))) return undefined;
  const bound = (number: string) => `CAST('${number}' AS ${column.type})`;
  return `bit_count(bitstring_agg(${column.value}, ${bound(min)}, ${bound(max)}))`;
}

async function readCells(
  source: TableSource,
  cells: readonly string[],
  { where, action }: CountDistinctOptions,
): Promise<readonly (string | null)[]> {
  const texts = cells.map((cell) => `CAST(${cell} AS VARCHAR)`);
  const [row = []] = await source.engine.run(`SELECT ${texts.join(", ")} FROM ${source.table}${where}`, {
    action,
  });
  return row;
}
