import { quoteName, quoteText } from "../engine/quote.js";
import { type CsvDialect, findCsvDialect } from "./csv-dialect.js";
import { fullSampleSize, type Reading, sampleRows } from "./reading.js";

/** Digits up to which every decimal number survives as DOUBLE. */
const doubleDigits = 15;

/**
 * Makes a CSV or TSV file a table: dialect and types are settled once, so that a request reads rows at once.
 *
 * @param reading - The file
 * @returns What stands behind FROM
 * @throws The engine's error when the file is no CSV
 */
export async function csvTable(reading: Reading): Promise<string> {
  const dialect = await findCsvDialect(reading);
  const written = await findWrittenNumbers(reading, dialect);
  const columns = dialect.columns.map(({ name, type }) => {
    const kept = reading.asText.has(name) || written.has(name) ? "VARCHAR" : type;
    return `${quoteText(name)}: ${quoteText(kept)}`;
  });
  return `read_csv(${quoteText(reading.standIn)}, ${dialect.options}, columns = {${columns.join(", ")}})`;
}

/**
 * Finds columns of digits that are no numbers: codes with leading zeros, and numbers longer than DOUBLE keeps.
 * They stay text, so that no digit is lost.
 */
async function findWrittenNumbers(reading: Reading, dialect: CsvDialect): Promise<ReadonlySet<string>> {
  const numeric = dialect.columns.filter(({ type }) => type === "BIGINT" || type === "DOUBLE");
  if (numeric.length === 0) return new Set();
  const { connection, standIn, size } = reading;
  const all = dialect.columns.map(({ name }) => `${quoteText(name)}: 'VARCHAR'`).join(", ");
  const from = `read_csv(${quoteText(standIn)}, ${dialect.options}, columns = {${all}})`;
  const rows = size <= fullSampleSize ? `FROM ${from}` : `FROM (FROM ${from} LIMIT ${sampleRows})`;
  const tests = numeric.map(({ name, type }) => {
    const cell = `trim(${quoteName(name)})`;
    const zeros = `regexp_matches(${cell}, '^[-+]?0[0-9]')`;
    const long = `length(regexp_extract(${cell}, '^[-+]?0*([0-9.]*)', 1)) > ${doubleDigits + 1}`;
    return `coalesce(bool_or(${type === "DOUBLE" ? `${zeros} OR ${long}` : zeros}), false)`;
  });
  const result = await connection.runAndReadAll(`SELECT ${tests.join(", ")} ${rows}`);
  const found = result.getRows()[0] ?? [];
  return new Set(numeric.filter((_, index) => found[index] === true).map(({ name }) => name));
}
