import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { CsvRows } from "@wellhead/rows";

/** Options of {@link writeCsv}. */
export interface WriteCsvOptions {
  /** The file to write. */
  readonly path: string;
  /** The columns of a file whose rows have none. */
  readonly names: readonly string[];
}

/**
 * Writes the rows of a file with one JSON object per line as CSV.
 *
 * @param from - The file
 * @param options - The file to write, and its columns if the rows have none
 */
export async function writeCsv(from: string, { path, names }: WriteCsvOptions): Promise<void> {
  const rows = new CsvRows();
  await pipeline(csvOf(from, rows, names), createWriteStream(path));
  if (rows.isComplete) return;
  const written = `${path}.written`;
  await rename(path, written);
  try {
    await pipeline(rows.complete(createReadStream(written, "utf8")), createWriteStream(path));
  } finally {
    await rm(written, { force: true });
  }
}

async function* csvOf(from: string, rows: CsvRows, names: readonly string[]): AsyncGenerator<string> {
  let started = "";
  const chunks: AsyncIterable<string> = createReadStream(from, "utf8");
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf("\n");
    if (end === -1) started += chunk;
    else {
      yield rows.write((started + chunk.slice(0, end)).split("\n"));
      started = chunk.slice(end + 1);
    }
  }
  yield rows.end(names);
}
