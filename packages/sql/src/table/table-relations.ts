import type { Column, Columns } from "@wellhead/sdk";
import type { ForeignKey, TableName, TableShape } from "./catalogue.js";

/** A table that is a source, and the id of the source. */
export interface RelatedTable extends TableName, TableShape {
  readonly source: string;
}

/**
 * Returns the relations of a table: one for each foreign key whose related table is a source, and whose columns hold the key of
 * a row there.
 *
 * @param table - The table
 * @param options - All tables that are sources, and the columns that the rows have
 * @returns Columns by id. A foreign key of one column is that column; one of several columns is a field of its own.
 */
export function relationsOf(
  table: RelatedTable,
  { tables, chosen }: { readonly tables: readonly RelatedTable[]; readonly chosen: ReadonlySet<string> },
): Columns {
  const taken = new Set(table.columns.map(({ name }) => name));
  const found: [string, Column][] = [];
  for (const foreignKey of table.foreignKeys ?? []) {
    const target = tables.find((candidate) => isSame(candidate, foreignKey.target));
    const parts = target && keyParts(foreignKey, target);
    if (target === undefined || parts === undefined || !parts.every((name) => chosen.has(name))) continue;
    const [only = ""] = parts;
    const name = parts.length === 1 ? only : parts.join(", ");
    const id = parts.length === 1 ? only : freeId(parts.join("_"), taken);
    // A column may have several foreign keys; it gets the first relation only.
    if (found.some(([other]) => other === id)) continue;
    const relation = {
      kind: "source",
      to: target.source,
      name,
      reverse: reverseName(table, foreignKey, name),
      ...(parts.length > 1 && { parts }),
    } as const;
    found.push([id, { column: "text", title: name, relation }]);
  }
  return Object.fromEntries(found);
}

/** Returns the columns that hold the key of the related row, in the order of that key. */
function keyParts({ columns, references }: ForeignKey, { key }: TableShape): readonly string[] | undefined {
  if (key?.length !== columns.length) return undefined;
  const named = references ?? key;
  const parts = key.flatMap((name) => columns[named.indexOf(name)] ?? []);
  return parts.length === key.length ? parts : undefined;
}

/** The other side is named like this table. With several foreign keys to one table, each needs a name of its own. */
function reverseName(
  { table, foreignKeys = [] }: RelatedTable,
  { target }: ForeignKey,
  name: string,
): string {
  const alike = foreignKeys.filter((other) => isSame(other.target, target));
  return alike.length > 1 ? `${table} (${name})` : table;
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  while (taken.has(id)) id += "_";
  taken.add(id);
  return id;
}

function isSame(one: TableName, other: TableName): boolean {
  return one.schema === other.schema && one.table === other.table;
}
