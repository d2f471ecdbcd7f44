import type { FileStorage } from "../folder/file-storage.js";
import type { FoundFile } from "../folder/found-file.js";
import type { ReadableTable, TablePart } from "../tables/table.js";
import { clusterConstant } from "./cluster/cluster-constant.js";
import { type ClusterRows, type ClusterStatements, clusterStatements } from "./cluster/cluster-select.js";

/** A table and its storage. */
export interface PlacedTable {
  readonly table: ReadableTable;
  readonly storage: FileStorage;
}

/** The columns to return, and the conditions on the rows. */
export type ChosenRows = Pick<ClusterRows, "chosen" | "conditions">;

/** A file that another engine reads. */
export interface ClusterFile {
  readonly file: FoundFile;
  readonly statements: ClusterStatements;
}

/**
 * Returns whether another engine reads the rows of a table like the embedded one.
 *
 * @param placed - The table and its storage
 * @returns Whether it reads all columns; of a table of several files, those of the files that were described with it
 */
export function isReadByCluster(placed: PlacedTable): boolean {
  const { columns, parts } = placed.table;
  return clusterFiles(placed, parts?.described, { chosen: columns, conditions: [] }) !== undefined;
}

/**
 * Returns how another engine reads the files of a table.
 *
 * @param placed - The table and its storage
 * @param parts - The files of a table of several files; `undefined` for a table of one file
 * @param rows - The rows
 * @returns The files in the order of their rows; `undefined` when the embedded engine must read them
 */
export function clusterFiles(
  placed: PlacedTable,
  parts: readonly TablePart[] | undefined,
  rows: ChosenRows,
): readonly ClusterFile[] | undefined {
  const { file, sheet, original, columns } = placed.table;
  const files: ReadonlyArray<readonly [FoundFile, Omit<ClusterRows, keyof ChosenRows> | undefined]> =
    parts === undefined
      ? [[file, sheet === undefined && original !== undefined ? { layout: original, columns } : undefined]]
      : parts.map((part) => [part.file, partColumns(part, placed.table)]);
  const found = files.flatMap(([one, read]): readonly ClusterFile[] => {
    const location = placed.storage.locate?.(one);
    const statements = read && location && clusterStatements({ ...rows, ...read }, location);
    return statements === undefined ? [] : [{ file: one, statements }];
  });
  return found.length === files.length ? found : undefined;
}

/** Returns the columns of a file of a table of several files; `undefined` when the embedded engine reads a copy. */
function partColumns(
  { original, texts }: TablePart,
  { columns, parts }: ReadableTable,
): Pick<ClusterRows, "layout" | "columns" | "constants"> | undefined {
  if (original === undefined || parts === undefined) return undefined;
  const { labels } = parts;
  return {
    layout: original,
    columns: original.columns.map(({ label }) => columns[labels.indexOf(label.toLowerCase())]),
    constants: new Map(
      columns.slice(labels.length).map((column, index) => [column.id, clusterConstant(column, texts[index])]),
    ),
  };
}
