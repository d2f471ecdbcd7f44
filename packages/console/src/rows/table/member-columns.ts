import { ExactNumber, parseExactJson, writeExactJson } from "@wellhead/client";
import type { Cell, ColumnKind, TableColumn } from "@wellhead/workbench/protocol";
import { isRecord } from "../../text/record.js";
import type { FetchedRow } from "./row-cache.js";

/** A column of the table: of the result, or a member of its nested values. */
export interface GridColumn extends TableColumn {
  /** The position of the member; `undefined` for a column of the result. */
  readonly member?: {
    /** The column of the result. */
    readonly column: string;
    /** Names of the members that lead to it. */
    readonly path: readonly string[];
    /** Name of the column that was split. */
    readonly parent: string;
  };
}

/** Returns the title of a column: the declared one, or the name as it was sent. */
export function columnTitle({ name, key = name, declared }: TableColumn): string {
  return declared?.name || key || "(no name)";
}

/** Maximum number of members that become columns. The drawer of the row shows the complete value. */
const maxMembers = 100;

/** Returns the column of the result that the cells of a column of the table come from. */
export function sourceColumn({ name, member }: GridColumn): string {
  return member?.column ?? name;
}

/** Values of nested cells that were parsed, by row and column, because a table shows a cell many times. */
const parsed = new WeakMap<FetchedRow, Map<string, unknown>>();

/** Returns the cell of a row; `undefined` until it has been fetched. */
export function cellOf(row: FetchedRow | undefined, column: GridColumn): Cell | undefined {
  const cell = row?.cells.get(sourceColumn(column));
  if (row === undefined || column.member === undefined || typeof cell !== "string") return cell;
  const values = parsed.get(row) ?? new Map<string, unknown>();
  parsed.set(row, values);
  if (!values.has(cell)) values.set(cell, parseExactJson(cell));
  return memberCell(values.get(cell), column.member.path);
}

/**
 * Returns the columns that the members of a nested column become, in the order in which they appear.
 *
 * @param column - The nested column
 * @param cells - Some of its cells
 * @returns No columns when none of the cells is an object
 */
export function memberColumns(column: GridColumn, cells: readonly Cell[]): readonly GridColumn[] {
  const kinds = new Map<string, ColumnKind | undefined>();
  for (const cell of cells) {
    const value = typeof cell === "string" ? parseExactJson(cell) : undefined;
    if (!isRecord(value) || value instanceof ExactNumber) continue;
    for (const [name, member] of Object.entries(value)) {
      const kind = kindOf(member);
      const known = kinds.get(name);
      kinds.set(name, known === undefined || kind === undefined || known === kind ? (kind ?? known) : "text");
    }
  }
  const path = column.member?.path ?? [];
  const title = columnTitle(column);
  return [...kinds].slice(0, maxMembers).map(([name, kind = "text"]) => ({
    // A name of the result cannot contain this character next to the name of a column that is split.
    name: `${column.name}\u0000${name}`,
    kind,
    type: `member of ${title}`,
    declared: { id: name, name: `${title}.${name}`, type: "", description: "" },
    member: { column: sourceColumn(column), path: [...path, name], parent: column.name },
  }));
}

function memberCell(whole: unknown, path: readonly string[]): Cell {
  let value = whole;
  for (const name of path) {
    if (!isRecord(value) || value instanceof ExactNumber || !Object.hasOwn(value, name)) return null;
    value = value[name];
  }
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : writeExactJson(value);
}

function kindOf(value: unknown): ColumnKind | undefined {
  if (value === null) return undefined;
  if (typeof value === "number" || value instanceof ExactNumber) return "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "object" ? "nested" : "text";
}
