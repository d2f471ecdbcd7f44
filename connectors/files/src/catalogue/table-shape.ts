import { FileFault } from "../convert/file-fault.js";
import { quoteName, quoteText } from "../engine/quote.js";
import type { FoundFile } from "../folder/found-file.js";
import { type PartitionType, partitionsOf, partitionType } from "../folder/partitions.js";
import type { TableFolder } from "../folder/table-folder.js";
import { columnIds } from "../tables/column-ids.js";
import { type FileLayout, groupSelect, type UnitedColumn, uniteColumns } from "../tables/file-layout.js";
import { namesIn } from "./stand-in-folder.js";
import type { Member } from "./table-members.js";

/** Maximum number of different layouts. Each is a part of the statement that reads the table. */
const maxLayouts = 200;

/** A column that has one value per file. */
export interface PerFileColumn {
  readonly id: string;
  readonly type: PartitionType;
  /** Values in the order of the files. */
  readonly texts: ReadonlyArray<string | undefined>;
  /** SQL of the value in a row that the engine reads. */
  readonly sql: string;
}

/** The columns of the table. */
export interface TableShape {
  readonly columns: readonly UnitedColumn[];
  readonly perFile: readonly PerFileColumn[];
  /** Arguments of the readers, as SQL. */
  readonly options: string;
}

/** Options of {@link shapeOf}. */
export interface ShapeOptions {
  /** The layouts of its files. */
  readonly layouts: Iterable<FileLayout>;
  /** Its files that may have rows. */
  readonly files: readonly FoundFile[];
  /** Folder of the engine, which holds the stand-ins of the files. */
  readonly engineFolder: string;
}

/**
 * Finds the columns of a table of several files.
 *
 * @param folder - The folder
 * @param options - Its files and their layouts
 * @returns The columns
 */
export function shapeOf(
  { partitions, prefixLength, tableSettings }: TableFolder,
  { layouts, files, engineFolder }: ShapeOptions,
): TableShape {
  // A partition replaces a column of the files with the same name, as in the engine.
  const replaced = new Set(partitions.map((name) => name.toLowerCase()));
  const columns = uniteColumns([...new Set(layouts)]).filter(
    ({ label }) => !replaced.has(label.toLowerCase()),
  );
  const own = columns.map(({ label }) => label);
  const { fileColumn } = tableSettings;
  const ids = columnIds([...own, ...partitions, ...(fileColumn === undefined ? [] : [fileColumn])]);
  const names = files.map(({ name }) => name.slice(prefixLength));
  const valuesOfAll = names.map((name) => partitionsOf(name));
  const { keys, valuesSql, fileSql } = namesIn(engineFolder, partitions.length);
  const perFile = partitions.map((name, index): PerFileColumn => {
    const texts = valuesOfAll.map((values) => values[index]?.value);
    const type = tableSettings.partitions.get(name) ?? partitionType(texts);
    const sql = `CAST(${valuesSql[index] ?? "NULL"} AS ${type})`;
    return { id: ids[own.length + index] ?? name, type, texts, sql };
  });
  if (fileColumn !== undefined)
    perFile.push({ id: ids.at(-1) ?? fileColumn, type: "VARCHAR", texts: names, sql: fileSql });
  const types = keys.map((key) => `${quoteText(key)}: 'VARCHAR'`);
  const hive = keys.length === 0 ? "false" : `true, hive_types = {${types.join(", ")}}`;
  return { columns, perFile, options: `filename = 'wellhead_file', hive_partitioning = ${hive}` };
}

/**
 * Returns a SELECT of the rows of some members, one layout after another.
 *
 * @param members - The members
 * @param shape - The columns of the table
 * @returns SQL
 * @throws FileFault when the files have too many different layouts
 */
export function selectOf(members: readonly Member[], { columns, perFile, options }: TableShape): string {
  const groups = groupsOf(members);
  if (groups.length > maxLayouts)
    throw new FileFault(
      `its files have more than ${maxLayouts} different sets of columns`,
      "Choose fewer files.",
    );
  const added = { options, columns: perFile.map(({ id, sql }) => `${sql} AS ${quoteName(id)}`) };
  const selects = groups.flatMap((group) => {
    const [first] = group;
    const standIns = group.map(({ standIn }) => standIn);
    const layout = { ...first?.layout, ...united(group) };
    return first === undefined
      ? []
      : [groupSelect({ layout: { ...first.layout, ...layout }, standIns }, columns, added)];
  });
  if (selects.length > 0) return selects.join("\nUNION ALL ");
  const empty = [...columns.map(({ label, type }) => ({ id: label, type })), ...perFile];
  if (empty.length === 0) throw new FileFault("it has no files", "Add files to the folder.");
  return `SELECT ${empty.map(({ id, type }) => `CAST(NULL AS ${type}) AS ${quoteName(id)}`).join(", ")} WHERE false`;
}

/**
 * Groups members by their layouts. The rows of a table are in the order of the groups.
 *
 * @param members - The members
 * @returns The groups in the order of their first members
 */
export function groupsOf(members: readonly Member[]): ReadonlyArray<readonly Member[]> {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const key = groupKey(member.layout);
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [member]);
    else list.push(member);
  }
  return [...groups.values()];
}

/** Returns text that is the same for files which one call of the engine's reader can read. */
function groupKey({ reader, options, columns, isJsonCopy = false }: FileLayout): string {
  const isTyped = isJsonCopy || reader === "read_parquet";
  const list = columns.map(({ name, label, type }) => [name, label, isTyped ? type : ""]);
  return JSON.stringify([reader, options, isJsonCopy, list]);
}

/** Returns the columns of a group: one has empty text if it has in any of the files. */
function united(group: readonly Member[]): Pick<FileLayout, "columns"> {
  const [first] = group;
  const layouts = [...new Set(group.map(({ layout }) => layout))];
  return {
    columns: (first?.layout.columns ?? []).map((column, index) => ({
      ...column,
      hasEmptyText: layouts.some(({ columns }) => columns[index]?.hasEmptyText === true),
    })),
  };
}
