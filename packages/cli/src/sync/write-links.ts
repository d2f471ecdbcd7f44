import type { EntityField } from "@wellhead/client";
import { type Column, keyColumnsOf } from "./cells/column.js";
import { pickNames } from "./pick-names.js";
import { type EntityTable, quoteName, type SyncDatabase } from "./targets/sync-database.js";

/** A table with a row for each pair of entities that a relation connects, for a column that lists keys. */
export interface LinkTable {
  /** Id of the field that lists the keys. */
  readonly field: string;
  /** Name of the table. */
  readonly table: string;
  /** Id of the type that the keys belong to. */
  readonly targetType: string;
}

/** Columns of a table of links. */
export const linkColumns = { source: "source_id", target: "target_id" } as const;

/** Options of {@link linksOf}. */
export interface LinksOptions {
  /** The table of the type, as it will be. */
  readonly table: EntityTable;
  readonly fields: readonly EntityField[];
  /** Tables of links that the type has already. */
  readonly known: readonly LinkTable[];
  /** Names of all tables in the target. */
  readonly taken: readonly string[];
  readonly maxNameBytes: number;
}

/**
 * Finds the tables of links of a type: one for each field that lists keys of another type.
 *
 * @param options - The type, and the names that are taken
 * @returns The known tables, and those to create
 */
export function linksOf({ table, fields, known, taken, maxNameBytes }: LinksOptions): readonly LinkTable[] {
  const names = [...taken];
  // Pairs of keys of several columns would be no pairs.
  if (keyColumnsOf(table.columns).length !== 1) return known;
  const added = fields.flatMap(({ id, relation }): LinkTable[] => {
    const column = table.columns.find(({ field }) => field === id);
    const isLink = relation !== undefined && relation.targetFieldId === "id" && !relation.isNative;
    if (!isLink || column === undefined || !listsKeys(column)) return [];
    if (known.some(({ field }) => field === id)) return [];
    const name = `${table.name}_${column.name}`;
    // The space keeps these ids apart from the one that a name is looked for.
    const others = new Map(names.map((one) => [` ${one}`, one]));
    const picked = pickNames([name], { known: others, maxBytes: maxNameBytes }).get(name) ?? name;
    names.push(picked);
    return [{ field: id, table: picked, targetType: relation.targetType }];
  });
  return [...known, ...added];
}

/** Options of {@link writeLinks}. */
export interface WriteLinksOptions {
  readonly table: EntityTable;
  readonly link: LinkTable;
  /** Table of the target, if it is synchronized too. */
  readonly target: string | undefined;
  /** Whether the table of links does not exist yet. */
  readonly isNew: boolean;
  /** A SELECT of the keys whose rows may have changed; `undefined` when all may have. */
  readonly changedKeys: string | undefined;
}

/**
 * Brings a table of links up to date with the column that lists the keys, inside the transaction of the caller.
 *
 * @param database - The target
 * @param options - The tables, and which rows have changed
 */
export async function writeLinks(
  database: SyncDatabase,
  { table, link, target, isNew, changedKeys }: WriteLinksOptions,
): Promise<void> {
  const name = quoteName(link.table);
  const [key] = keyColumnsOf(table.columns);
  const column = table.columns.find(({ field }) => field === link.field);
  const keys = isNew ? undefined : changedKeys;
  const { source } = linkColumns;
  if (isNew) {
    const foreignKeys = [
      { table: link.table, column: source, target: table.name },
      ...(target === undefined ? [] : [{ table: link.table, column: linkColumns.target, target }]),
    ];
    if (key !== undefined) await database.run(database.createLinks(link.table, key, foreignKeys));
  } else
    await database.run(`DELETE FROM ${name} ${keys === undefined ? "" : `WHERE ${source} IN (${keys})`}`);
  if (key === undefined || column === undefined || !listsKeys(column)) return;
  const pairs = selectPairs(database, quoteName(table.name), { key, column });
  const changed = keys === undefined ? "" : `AND owner IN (${keys})`;
  await database.run(`INSERT INTO ${name} ${pairs} ${changed}`);
}

function selectPairs(
  database: SyncDatabase,
  relation: string,
  { key, column }: { readonly key: Column; readonly column: Column },
): string {
  const items = database.listItems(relation, key, column);
  return `SELECT DISTINCT owner, item FROM (${items}) AS pairs WHERE item IS NOT NULL`;
}

/** A pair of keys in which a table of links differs from the column that lists the keys. */
export interface DifferingLink {
  readonly source: string;
  readonly target: string;
  /** Whether only the table of links has the pair; otherwise, only the column has it. */
  readonly isExtra: boolean;
}

/** Pairs of a table of links that are compared with the column, as people read both. */
export interface CompareLinksOptions {
  /** The SQL of the table of the type. */
  readonly relation: string;
  readonly columns: readonly Column[];
  readonly link: LinkTable;
  /** The SQL of the table of links. */
  readonly links: string;
}

/** Pairs of each kind that are read. */
const maxPairs = 1000;

/**
 * Compares a table of links with the column that lists the keys.
 *
 * @param database - The target
 * @param options - Both of them
 * @returns The pairs that differ, at most 1,000 of each kind
 */
export async function compareLinks(
  database: SyncDatabase,
  { relation, columns, link, links }: CompareLinksOptions,
): Promise<readonly DifferingLink[]> {
  const [key] = keyColumnsOf(columns);
  const column = columns.find(({ field }) => field === link.field);
  if (key === undefined || column === undefined || !listsKeys(column)) return [];
  const expected = selectPairs(database, relation, { key, column });
  const actual = `SELECT ${linkColumns.source}, ${linkColumns.target} FROM ${links}`;
  const find = async (select: string, isExtra: boolean): Promise<readonly DifferingLink[]> => {
    const rows = await database.run(`${select} ORDER BY 1, 2 LIMIT ${maxPairs}`);
    return rows.map(([source, target]) => ({ source: source ?? "", target: target ?? "", isExtra }));
  };
  return [
    ...(await find(`${expected} EXCEPT ${actual}`, false)),
    ...(await find(`${actual} EXCEPT ${expected}`, true)),
  ];
}

function listsKeys({ kind, isText }: Column): boolean {
  return kind === "list" && !isText;
}
