import type { DuckDBType } from "@duckdb/node-api";
import type { FileLocation } from "../../folder/file-storage.js";
import type { Condition } from "../../tables/condition.js";
import type { FileLayout, LayoutColumn } from "../../tables/file-layout.js";
import type { TableColumn } from "../../tables/table-column.js";
import { type ClusterColumn, parquetColumn, textColumn } from "./cluster-column.js";
import { clusterCondition } from "./cluster-condition.js";
import { type ClusterFormat, clusterFormat } from "./cluster-format.js";
import { clusterName, clusterText } from "./cluster-sql.js";

/** The rows to read from a file, whatever page of them is wanted. */
export interface ClusterRows {
  /** How the embedded engine reads the file itself. */
  readonly layout: FileLayout;
  /** The column of the table for each column of the layout; `undefined` for one that the table does not have. */
  readonly columns: ReadonlyArray<TableColumn | undefined>;
  /** SQL of the columns that have one value for all rows of the file, by id. Default: there are none. */
  readonly constants?: ReadonlyMap<string, string>;
  /** The columns to return. Those that the file does not have are NULL. */
  readonly chosen: readonly TableColumn[];
  readonly conditions: readonly Condition[];
}

/** A page of rows. */
export interface RowPage {
  readonly limit?: number | undefined;
  readonly skip: number;
}

/** Statements about the rows of a file. */
export interface ClusterStatements {
  /** Returns the statement for a page of the rows. */
  readonly select: (page: RowPage) => string;
  /** The statement for the number of all rows, as `n`. */
  readonly count: string;
}

const textType = "Nullable(String)";
const noValue = `cast(null as ${textType})`;

/** Prefix of the names that columns have within the statement. */
const prefix = "wellhead_";

/**
 * Writes the statements of ClickHouse that return the same rows as the embedded engine.
 *
 * @param rows - The file and its rows
 * @param location - Where ClickHouse finds the file
 * @returns The statements; `undefined` when ClickHouse would read or show some of the columns differently
 */
export function clusterStatements(rows: ClusterRows, location: FileLocation): ClusterStatements | undefined {
  const { layout, columns, constants, chosen, conditions } = rows;
  const format = clusterFormat(layout);
  if (format === undefined || columns.length !== layout.columns.length || chosen.length === 0)
    return undefined;
  const found = readColumns(rows, format);
  if (found === undefined) return undefined;
  const { read, structure } = found;
  const isText = layout.reader !== "read_parquet";
  const inner = Array.from(read.values(), ({ name, value }) => `${clusterName(name)} as ${value}`);
  const outer = chosen.map(
    ({ id }) => `${constants?.get(id) ?? shownSql(read.get(id))} as ${clusterName(id)}`,
  );
  const where = conditions.map((condition) => {
    const { id } = condition.column;
    const value = constants?.get(id) ?? read.get(id)?.value;
    if (value !== undefined) return clusterCondition(condition, { value, isText });
    // The file does not have the column, which is NULL in all of its rows.
    return condition.kind === "null" && condition.isNull ? "1" : "0";
  });
  const select = (list: string, page: string): string =>
    [
      `select ${list} from (select ${inner.join(", ")} from ${location(clusterText(format.name), clusterText(structure))})`,
      ...(where.length === 0 ? [] : [`where ${where.map((one) => `(${one})`).join(" and ")}`]),
      // Within one thread, rows stay in the order of the file.
      `${page} settings max_threads = 1, max_insert_threads = 1, ${format.settings.join(", ")}`,
    ].join("\n");
  return {
    select: ({ limit, skip }) =>
      select(
        outer.join(", "),
        `${limit === undefined ? "" : ` limit ${limit}`}${skip === 0 ? "" : ` offset ${skip}`}`,
      ),
    count: select("count() as n", ""),
  };
}

/** The columns that a statement reads. */
interface ReadColumns {
  readonly read: ReadonlyMap<string, ReadColumn>;
  /** Names and types of the columns of the file. */
  readonly structure: string;
}

/** Finds how to read the columns that are used; `undefined` when one of them would be read or shown differently. */
function readColumns(rows: ClusterRows, format: ClusterFormat): ReadColumns | undefined {
  const { layout, columns } = rows;
  const used = usedIds(rows);
  const read = new Map<string, ReadColumn>();
  const structure: string[] = [];
  for (const [index, column] of columns.entries()) {
    const source: Pick<LayoutColumn, "name" | "type" | "hasEmptyText"> | undefined = layout.columns[index];
    if (source === undefined) return undefined;
    const name = format.isPositional ? `c${index}` : source.name;
    if (column !== undefined && used.has(column.id)) {
      const known = layout.reader === "read_parquet" ? parquetColumn(column.type) : textColumn(column.type);
      if (known === undefined || isReserved(column.id) || isReserved(source.name)) return undefined;
      if (layout.reader !== "read_csv" && !isHeldBy(source.type, column.type)) return undefined;
      // Quoted empty text is NULL in a column of another type, which ClickHouse refuses.
      if (source.hasEmptyText === true && known.type !== textType) return undefined;
      read.set(column.id, { ...known, name, value: `${prefix}${index}` });
      structure.push(`${clusterName(name)} ${known.type}`);
    } else if (format.isPositional) structure.push(`${clusterName(name)} ${textType}`);
  }
  return read.size === 0 ? undefined : { read, structure: structure.join(", ") };
}

/** Returns the ids of the columns that must be read: at least one, because a statement must read something. */
function usedIds({ columns, chosen, conditions }: ClusterRows): ReadonlySet<string> {
  const used = new Set([...chosen, ...conditions.map(({ column }) => column)].map(({ id }) => id));
  const own = columns.filter((column) => column !== undefined);
  if (!own.some(({ id }) => used.has(id)) && own[0] !== undefined) used.add(own[0].id);
  return used;
}

interface ReadColumn extends ClusterColumn {
  readonly name: string;
  /** Its name within the statement. */
  readonly value: string;
}

function shownSql(column: ReadColumn | undefined): string {
  return column === undefined ? noValue : column.shown(column.value);
}

/** Returns whether a name could be taken for one of the statement's own. */
function isReserved(name: string): boolean {
  return name.toLowerCase().startsWith(prefix);
}

const integers = /^U?(?:TINYINT|SMALLINT|INTEGER|BIGINT)$/;

/** Returns whether a value of a file is the same in a column of the table, whose type holds those of all files. */
function isHeldBy(type: string, wider: DuckDBType): boolean {
  const name = String(wider);
  return type === name || (integers.test(type) && integers.test(name));
}
