import type { FileLocation } from "../folder/file-storage.js";
import type { Condition } from "../tables/condition.js";
import type { FileLayout, LayoutColumn } from "../tables/file-layout.js";
import type { TableColumn } from "../tables/table-column.js";
import { type ClusterColumn, parquetColumn, textColumn } from "./cluster-column.js";
import { clusterCondition } from "./cluster-condition.js";
import { type ClusterFormat, clusterFormat } from "./cluster-format.js";
import { clusterName, clusterText } from "./cluster-sql.js";

/** The rows to read from a file. */
export interface ClusterRows {
  /** How the embedded engine reads the file itself. */
  readonly layout: FileLayout;
  /** All columns of the file, in the order of the layout. */
  readonly columns: readonly TableColumn[];
  /** The columns to return. */
  readonly chosen: readonly TableColumn[];
  readonly conditions: readonly Condition[];
  readonly limit: number | undefined;
  readonly skip: number;
}

const textType = "Nullable(String)";

/** Prefix of the names that columns have within the statement. */
const prefix = "wellhead_";

/**
 * Writes the SELECT of ClickHouse that returns the same rows as the embedded engine.
 *
 * @param rows - The file and its rows
 * @param location - Where ClickHouse finds the file
 * @returns SQL; `undefined` when ClickHouse would read or show some of the columns differently
 */
export function clusterSelect(rows: ClusterRows, location: FileLocation): string | undefined {
  const { layout, columns, chosen, conditions, limit, skip } = rows;
  const format = clusterFormat(layout);
  if (format === undefined || columns.length !== layout.columns.length) return undefined;
  const found = readColumns(rows, format);
  if (found === undefined || chosen.length === 0) return undefined;
  const { read, structure } = found;
  const isText = layout.reader !== "read_parquet";
  const inner = Array.from(read.values(), ({ name, value }) => `${clusterName(name)} as ${value}`);
  const outer = chosen.map(({ id }) => `${shownSql(read.get(id))} as ${clusterName(id)}`);
  const where = conditions.map((condition) =>
    clusterCondition(condition, { value: read.get(condition.column.id)?.value ?? "null", isText }),
  );
  const page = `${limit === undefined ? "" : ` limit ${limit}`}${skip === 0 ? "" : ` offset ${skip}`}`;
  return [
    `select ${outer.join(", ")} from (select ${inner.join(", ")} from ${location(clusterText(format.name), clusterText(structure))})`,
    ...(where.length === 0 ? [] : [`where ${where.map((one) => `(${one})`).join(" and ")}`]),
    // Within one thread, rows stay in the order of the file.
    `${page} settings max_threads = 1, max_insert_threads = 1, ${format.settings.join(", ")}`,
  ].join("\n");
}

/** The columns that a statement reads. */
interface ReadColumns {
  readonly read: ReadonlyMap<string, ReadColumn>;
  /** Names and types of the columns of the file. */
  readonly structure: string;
}

/** Finds how to read the columns that are used; `undefined` when one of them would be read or shown differently. */
function readColumns(
  { layout, columns, chosen, conditions }: ClusterRows,
  format: ClusterFormat,
): ReadColumns | undefined {
  const used = new Set([...chosen, ...conditions.map(({ column }) => column)].map(({ id }) => id));
  const read = new Map<string, ReadColumn>();
  const structure: string[] = [];
  for (const [index, column] of columns.entries()) {
    const source: Pick<LayoutColumn, "name" | "hasEmptyText"> = layout.columns[index] ?? { name: column.id };
    const name = format.isPositional ? `c${index}` : source.name;
    if (used.has(column.id)) {
      const known = layout.reader === "read_parquet" ? parquetColumn(column.type) : textColumn(column.type);
      if (known === undefined || isReserved(column.id) || isReserved(source.name)) return undefined;
      // Quoted empty text is NULL in a column of another type, which ClickHouse refuses.
      if (source.hasEmptyText === true && known.type !== textType) return undefined;
      read.set(column.id, { ...known, name, value: `${prefix}${index}` });
      structure.push(`${clusterName(name)} ${known.type}`);
    } else if (format.isPositional) structure.push(`${clusterName(name)} ${textType}`);
  }
  return { read, structure: structure.join(", ") };
}

interface ReadColumn extends ClusterColumn {
  readonly name: string;
  /** Its name within the statement. */
  readonly value: string;
}

function shownSql(column: ReadColumn | undefined): string {
  return column === undefined ? "null" : column.shown(column.value);
}

/** Returns whether a name could be taken for one of the statement's own. */
function isReserved(name: string): boolean {
  return name.toLowerCase().startsWith(prefix);
}
