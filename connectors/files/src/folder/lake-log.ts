import { settingsFileName } from "./table-settings.js";

/** Formats of tables whose log states which files have rows, by the path of a file of that log inside of the table. */
const logs = [
  { format: "a Delta Lake", file: /(?:^|\/)_delta_log\/\d{20}\.[^/]+$/ },
  { format: "an Iceberg", file: /(?:^|\/)metadata\/[^/]+\.metadata\.json$/ },
];

/** A folder with the log of a table. */
export interface LakeTable {
  /** Path of the folder, which ends with `/` or is empty. */
  readonly prefix: string;
  /** Why its files are not read, as the end of a sentence. */
  readonly fault: string;
}

/**
 * Returns the table to whose log a file belongs. Without the log, the rows of deleted and replaced files would be read.
 *
 * @param name - Path of the file inside of the served folder
 * @returns The table; `undefined` when the file does not belong to a log
 * @see https://github.com/delta-io/delta/blob/master/PROTOCOL.md#delta-log-entries
 * @see https://iceberg.apache.org/spec/#file-system-tables
 */
export function lakeTableOf(name: string): LakeTable | undefined {
  for (const { format, file } of logs) {
    const at = name.search(file);
    if (at < 0) continue;
    return {
      prefix: at === 0 ? "" : `${name.slice(0, at)}/`,
      fault: `it is ${format} table, and only the log of the table states which of its files have rows. The log is not read. Export the table as Parquet files, or write {"table": false} to a file ${settingsFileName} in the folder to read each file on its own`,
    };
  }
  return undefined;
}
