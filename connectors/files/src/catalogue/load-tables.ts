import { upstreamInvalid } from "@wellhead/sdk";
import { convertFile } from "../convert/convert-file.js";
import { FileFault } from "../convert/file-fault.js";
import { inSession } from "../engine/session.js";
import { unreadCompression } from "../folder/file-kind.js";
import type { FoundFile } from "../folder/found-file.js";
import { binaryNotice } from "../tables/binary-notice.js";
import { csvTable } from "../tables/csv-table.js";
import { describeTable, type TableDescription } from "../tables/describe-table.js";
import { fileError } from "../tables/file-error.js";
import type { FileLayout } from "../tables/file-layout.js";
import { jsonTable } from "../tables/json-table.js";
import { parquetTable, WholeFileNeeded } from "../tables/parquet-table.js";
import { fullSampleSize, type Reading, type TableText } from "../tables/reading.js";
import { checkNothing, type ReadableTable, type Table } from "../tables/table.js";
import { checkBytes, checkInt96 } from "./check-content.js";
import type { LoadTablesOptions } from "./load-tables-options.js";
import { workbookTables } from "./workbook-tables.js";

/**
 * Loads a file as one table, or as several when it is a workbook.
 *
 * @param file - The file
 * @param options - The engine and its limits
 * @returns Its tables; a file that cannot be read yields one that holds the error
 */
export async function loadTables(file: FoundFile, options: LoadTablesOptions): Promise<readonly Table[]> {
  try {
    if (file.fault !== undefined) throw upstreamInvalid(`Could not read "${file.name}": ${file.fault}.`);
    const compression = unreadCompression(file.ending);
    if (compression !== undefined)
      throw new FileFault(
        `it is compressed with ${compression}, which is not supported. Use gzip or zstd instead`,
      );
    if (file.size === 0) return [emptyTable(file)];
    return await openAndLoad(file, options);
  } catch (error) {
    return [{ file, fault: fileError(error, file) }];
  }
}

async function openAndLoad(file: FoundFile, options: LoadTablesOptions): Promise<readonly Table[]> {
  const { storage } = options;
  const { signal } = new AbortController();
  const sample = await storage.openSample?.(file, signal);
  if (sample !== undefined) {
    try {
      return [await loadTable(file, options, sample.path)];
    } catch (error) {
      if (!(error instanceof WholeFileNeeded)) throw error;
    } finally {
      sample.close();
    }
  }
  const opened = await storage.open([file], signal);
  try {
    const tables =
      file.kind === "xlsx" ? await workbookTables(file, options) : [await loadTable(file, options)];
    // A copy was compared with the listing when it was made.
    if (storage.copies === undefined) await storage.checkUnchanged([file]);
    return tables;
  } finally {
    opened.close();
  }
}

/** Maximum seconds for reading a large file in full. */
const wholeTimeLimit = 6 * 60 * 60;

function emptyTable(file: FoundFile): Table {
  if (file.kind !== "parquet" && file.kind !== "xlsx")
    return { file, columns: [], select: undefined, check: checkNothing };
  const fault = upstreamInvalid(
    `Could not read "${file.name}": the file is empty, and ${file.kind} files never are.`,
  );
  return { file, fault };
}

async function loadTable(
  file: FoundFile,
  options: LoadTablesOptions,
  samplePath?: string,
): Promise<ReadableTable> {
  const { engine } = options;
  const isSmall = file.size <= fullSampleSize;
  const link = await engine.link(file.path, file.ending, file);
  const { standIn, encoding } =
    file.kind === "parquet" ? { standIn: link } : await inUtf8(link, file, options);
  const isWhole = isSmall || options.isWhole;
  const sample = samplePath && (await engine.link(samplePath, file.ending, file));
  const timeLimit = isSmall || !isWhole ? options.timeLimit : wholeTimeLimit;
  const found = await readTable(
    file,
    { standIn, sample, isWhole, describe: true },
    { ...options, timeLimit },
  );
  if (found === undefined) return { file, columns: [], select: undefined, check: checkNothing };
  // Runs after the engine, whose error says more about a file that is not Parquet.
  if (isSmall && file.kind === "parquet") await checkBytes(file, link);
  const { text, description } = found;
  let checked: Promise<void> | undefined;
  const check = async (): Promise<void> => {
    if (text.isUnended === true) await options.storage.waitUntilSettled?.(file);
    if (!isSmall && hasChecksums(file)) await checkBytes(file, link);
    if (!isWhole && text.hasInt96 === true) await checkInt96(file, link, options.onSurprise);
    if (isWhole || text.isWhole === true || file.kind === "parquet") return;
    const withLongLimit = { ...options, timeLimit: wholeTimeLimit };
    const whole = await readTable(file, { standIn, isWhole: true, describe: false }, withLongLimit).catch(
      () => undefined,
    );
    if (whole?.text.from === text.from) return;
    options.onSurprise();
    throw upstreamInvalid(
      `Could not read "${file.name}": its first rows did not show the types of all columns, so the rows that were sent may be wrong. Try again: the types now come from the whole file.`,
    );
  };
  const notice = text.notice ?? binaryNotice(text, description);
  const original = standIn === link ? originalLayout(file, { standIn, text, description }) : undefined;
  return {
    file,
    columns: description.columns,
    select: description.select,
    check: () => {
      checked ??= check().catch((error: unknown) => {
        // The machine may have caused the failure, so the next reader tries again.
        checked = undefined;
        throw error;
      });
      return checked;
    },
    ...(text.layout !== undefined && { layout: text.layout }),
    ...(original !== undefined && { original }),
    ...(text.format !== undefined && { format: `${text.format}, ${encodingName(encoding)}` }),
    ...(text.hasLongRows === true && { hasLongRows: true }),
    ...(notice !== undefined && { notice }),
  };
}

interface FoundTable {
  readonly standIn: string;
  readonly text: TableText;
  readonly description: TableDescription;
}

/** Returns how the engine reads a file itself; `undefined` when it reads a copy. */
function originalLayout(
  { kind }: FoundFile,
  { standIn, text, description }: FoundTable,
): FileLayout | undefined {
  // Other engines read the digits of such timestamps in other ways.
  if (text.hasInt96 === true) return undefined;
  if (kind !== "parquet" || text.layout !== undefined)
    return text.layout?.standIn === standIn ? text.layout : undefined;
  const columns = description.names.map((name, index) => ({
    name,
    label: description.columns[index]?.id ?? name,
    type: String(description.columns[index]?.type),
  }));
  return { reader: "read_parquet", options: "", columns };
}

function hasChecksums({ ending }: FoundFile): boolean {
  return /\.(?:gz|zst|parquet)$/.test(ending);
}

/** A text file in UTF-8. */
interface Utf8Text {
  /** Path of the file itself, or of a copy. */
  readonly standIn: string;
  /** Encoding of the file itself. */
  readonly encoding?: string;
}

/** Makes a copy of a text file that is not in UTF-8. */
async function inUtf8(path: string, file: FoundFile, options: LoadTablesOptions): Promise<Utf8Text> {
  const copy = options.engine.reserveStandIn(file.ending.replace(/\.(?:gz|zst)$/, ""), file);
  const isWhole = file.size <= fullSampleSize;
  const stated = file.settings?.encoding;
  const wanted = stated === undefined ? options.encoding : new TextDecoder(stated).encoding;
  const isStated = stated !== undefined;
  const task = { kind: "text", path, copy, isWhole, encoding: wanted, isStated } as const;
  const { isCopied, encoding } = await convertFile(task);
  return { standIn: isCopied ? copy : path, encoding };
}

/** Returns the name of an encoding as it is shown to people. */
function encodingName(encoding = "utf-8"): string {
  return encoding.replace(/^utf|^iso|^ibm/, (start) => start.toUpperCase()).replace(/^windows/, "Windows");
}

/** How much of a table to read, and whether to describe it. */
interface ReadTableOptions extends Pick<Reading, "standIn" | "sample" | "isWhole"> {
  readonly describe: boolean;
}

async function readTable(
  file: FoundFile,
  { describe, ...reading }: ReadTableOptions,
  { engine, timeLimit }: LoadTablesOptions,
): Promise<{ readonly text: TableText; readonly description: TableDescription } | undefined> {
  const { signal } = new AbortController();
  return await inSession(engine, { signal, timeLimit }, (session) =>
    session.run(async (connection) => {
      const reserveCopy = (ending: string): string => engine.reserveStandIn(ending, file);
      const { name, settings } = file;
      const text = await findTable(file, { ...reading, connection, reserveCopy, name, settings });
      if (text === undefined) return undefined;
      return {
        text,
        description: describe
          ? await describeTable(connection, text)
          : { names: [], columns: [], select: "" },
      };
    }),
  );
}

async function findTable({ kind, settings }: FoundFile, reading: Reading): Promise<TableText | undefined> {
  if (kind === "csv") return csvTable(reading);
  if (kind === "parquet") return parquetTable(reading, { binaryAsText: settings?.binaryAsText === true });
  return jsonTable(reading, { mayBeArray: kind === "json", rows: settings?.rows });
}
