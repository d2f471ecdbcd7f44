import { checkPages } from "./check-pages.js";
import type { CopiedTable, Int96Task, ParquetTask } from "./convert-task.js";
import { CsvCopy } from "./csv-copy.js";
import { OpenParquet } from "./open-parquet.js";
import { storedColumns } from "./parquet-columns.js";
import { Int96Look } from "./parquet-int96.js";

/**
 * Writes a Parquet file that the engine cannot read as CSV, with every value exactly as in the file.
 *
 * @param task - The file and its copy
 * @returns The columns
 * @throws FileFault when the file is damaged, or the library cannot read it either
 */
export async function convertParquet({ path, copy, binaryAsText }: ParquetTask): Promise<CopiedTable> {
  checkPages(path);
  const file = await OpenParquet.open(path);
  const csv = new CsvCopy(copy);
  try {
    const { found: int96 } = await lookAtInt96(file);
    const columns = storedColumns(file.metadata, { binaryAsText, int96 });
    for await (const rows of csv.paced(file.rows()))
      for (const row of rows) csv.add(columns.map(({ name, cell }) => cell(row[name])));
    const longestLine = await csv.close();
    return {
      columns: columns.map(({ name, type, isLongNumber }) => ({ name, type, isLongNumber })),
      longestRow: longestLine,
      longestLine,
    };
  } finally {
    await csv.destroy();
    await file.close();
  }
}

/**
 * Returns whether the engine reads all timestamps of the physical type INT96 exactly.
 *
 * @param task - The file
 * @throws FileFault when the library cannot read it
 */
export async function isInt96Exact({ path }: Int96Task): Promise<boolean> {
  const file = await OpenParquet.open(path);
  try {
    return (await lookAtInt96(file)).isExact;
  } finally {
    await file.close();
  }
}

async function lookAtInt96(file: OpenParquet): Promise<Int96Look> {
  const look = new Int96Look();
  const names = int96Columns(file);
  if (names.size > 0) await file.int96([...names], (nanoseconds) => look.add(nanoseconds));
  return look;
}

/** Returns the names of the columns that have timestamps of the physical type INT96. */
function int96Columns({ metadata }: OpenParquet): ReadonlySet<string> {
  const [group] = metadata.row_groups;
  return new Set(
    group?.columns.flatMap(({ meta_data: chunk }) =>
      chunk?.type === "INT96" ? chunk.path_in_schema.slice(0, 1) : [],
    ),
  );
}
