import { upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";
import { inSession } from "../engine/session.js";
import type { FoundFile } from "../folder/found-file.js";
import { partitionsOf } from "../folder/partitions.js";
import type { TableFolder } from "../folder/table-folder.js";
import { fileError } from "../tables/file-error.js";
import type { FileLayout } from "../tables/file-layout.js";
import { type ParquetLayout, parquetLayouts } from "../tables/parquet-layouts.js";
import type { Table } from "../tables/table.js";
import { checkBytes, checkInt96 } from "./check-content.js";
import type { LoadTablesOptions } from "./load-tables-options.js";
import { folderOf } from "./stand-in-folder.js";

/** The engine, its limits, and what is known about files. */
export interface LoadTableFolderOptions extends Omit<LoadTablesOptions, "isWhole" | "encoding"> {
  /** The layouts of all files that have been read. */
  readonly layouts: WeakMap<FoundFile, FileLayout>;
  /** Returns the table of a file of the folder. */
  readonly tableOf: (file: FoundFile) => Promise<Table | undefined>;
  /** Returns whether files of the folder are read in full when they are described. */
  readonly isReadWhole: (file: FoundFile) => boolean;
  /** Called when the engine dropped digits of a file, so that the next request reads the files in full first. */
  readonly onInexact: () => void;
}

/** A file of the table. */
export interface Member {
  readonly file: FoundFile;
  readonly standIn: string;
  readonly layout: FileLayout;
  /** How the engine reads the file itself; `undefined` when it reads a converted copy. */
  readonly original: FileLayout | undefined;
  readonly check: () => Promise<void>;
}

/**
 * Finds how the engine reads files of a table, which are open.
 *
 * @param folder - The folder
 * @param files - The files
 * @param options - The engine and its limits
 * @returns The members in the order of the files; those without rows are omitted
 * @throws ConnectorError when a file cannot be read; it names the file
 */
export async function findMembers(
  folder: TableFolder,
  files: readonly FoundFile[],
  options: LoadTableFolderOptions,
): Promise<readonly Member[]> {
  return await (folder.kind === "parquet" ? parquetMembers : textMembers)(folder, files, options);
}

/** Maximum number of Parquet files whose columns are read in one step. */
const filesPerStep = 1000;

/** Finds members that are Parquet files. Only the columns of the files are read, many files at a time. */
async function parquetMembers(
  folder: TableFolder,
  members: readonly FoundFile[],
  options: LoadTableFolderOptions,
): Promise<readonly Member[]> {
  const empty = members.find(({ size }) => size === 0);
  if (empty !== undefined)
    throw upstreamInvalid(`Could not read "${empty.name}": the file is empty, and parquet files never are.`);
  const found: Member[] = [];
  for (let index = 0; index < members.length; index += filesPerStep) {
    const files = new Map<string, FoundFile>();
    for (const file of members.slice(index, index + filesPerStep))
      files.set(await linkMember(folder, { file, target: file.path, ending: ".parquet" }, options), file);
    const layouts = await layoutsOf(files, options);
    for (const [standIn, file] of files)
      found.push(...(await parquetMember(folder, { file, standIn, read: layouts.get(standIn) }, options)));
  }
  return found;
}

/** A Parquet file of the table. */
interface ParquetFile {
  readonly file: FoundFile;
  readonly standIn: string;
  /** How the engine reads it; `undefined` when it must be converted. */
  readonly read: ParquetLayout | undefined;
}

async function parquetMember(
  folder: TableFolder,
  { file, standIn, read }: ParquetFile,
  options: LoadTableFolderOptions,
): Promise<readonly Member[]> {
  if (read === undefined) return await textMembers(folder, [file], options);
  const { layout, hasInt96 } = read;
  // A file that the engine reads exactly has no copy.
  if (hasInt96 && options.isReadWhole(file) && (await isConverted(file, options)))
    return await textMembers(folder, [file], options);
  const original = hasInt96 ? undefined : layout;
  const check = once(async () => {
    await checkBytes(file, standIn);
    if (hasInt96 && !options.isReadWhole(file)) await checkInt96(file, standIn, options.onInexact);
  });
  return [{ file, standIn, layout, original, check }];
}

async function isConverted(file: FoundFile, { tableOf }: LoadTableFolderOptions): Promise<boolean> {
  const table = await tableOf(file);
  return table !== undefined && ("fault" in table || table.layout !== undefined);
}

/** Finds the layouts of Parquet files. An error names the file. */
async function layoutsOf(
  files: ReadonlyMap<string, FoundFile>,
  options: LoadTableFolderOptions,
): Promise<ReadonlyMap<string, ParquetLayout>> {
  const { engine, timeLimit } = options;
  const { signal } = new AbortController();
  try {
    return await inSession(engine, { signal, timeLimit }, (session) =>
      session.run((connection) => parquetLayouts(connection, files)),
    );
  } catch (error) {
    // The engine does not always say which of the files it cannot read.
    if (files.size > 1) for (const file of files) await layoutsOf(new Map([file]), options);
    throw memberError(error, files);
  }
}

/** Returns the error of the file that the engine names, if it names one. */
function memberError(error: unknown, files: ReadonlyMap<string, FoundFile>): unknown {
  const message = error instanceof Error ? error.message : "";
  const [, file] = [...files].find(([standIn]) => files.size === 1 || message.includes(standIn)) ?? [];
  return file === undefined ? error : fileError(error, file);
}

/** Returns a check that is not repeated after it succeeded. */
function once(check: () => Promise<void>): () => Promise<void> {
  let checked: Promise<void> | undefined;
  return () => {
    checked ??= check().catch((error: unknown) => {
      checked = undefined;
      throw error;
    });
    return checked;
  };
}

/** Finds members that are text files, which are described one by one. Files without rows are omitted. */
async function textMembers(
  folder: TableFolder,
  files: readonly FoundFile[],
  options: LoadTableFolderOptions,
): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (const file of files) {
    const table = await options.tableOf(file);
    if (table === undefined)
      throw upstreamUnavailable(
        `Could not read "${file.name}": the file changed while it was read. Try again.`,
      );
    if ("fault" in table) throw table.fault;
    const { layout, original } = table;
    if (layout === undefined) continue;
    const ending = layout.standIn.slice(layout.standIn.lastIndexOf("/")).replace(/^[^.]*/, "");
    const standIn = await linkMember(folder, { file, target: layout.standIn, ending }, options);
    members.push({ file, standIn, layout, original, check: table.check });
  }
  return members;
}

/** The stand-in to create. */
interface LinkedMember {
  readonly file: FoundFile;
  readonly target: string;
  readonly ending: string;
}

function linkMember(
  folder: TableFolder,
  { file, target, ending }: LinkedMember,
  { engine }: LoadTableFolderOptions,
): Promise<string> {
  const name = file.name.slice(folder.prefixLength);
  const partitions = folder.partitions.length === 0 ? [] : partitionsOf(name);
  return engine.linkInside(target, folderOf(name, partitions), { ending, owner: folder });
}
