import type { Connection } from "../protocol/connection.js";
import type { ResultColumn } from "../protocol/read-message.js";
import { builtInKind, elementKind, type ValueKind } from "./value-kind.js";

/** Arrays among the types asked about, with the type of their elements behind all domains. */
const arraysSql = `
with recursive found (id, element) as (
  select oid, typelem from pg_catalog.pg_type where oid = any ($1::oid[]) and typlen = -1 and typelem <> 0
  union all
  select found.id, domain.typbasetype
  from found join pg_catalog.pg_type domain on domain.oid = found.element and domain.typtype = 'd'
)
select found.id, found.element, type.typdelim
from found join pg_catalog.pg_type type on type.oid = found.element and type.typtype <> 'd'`;

/**
 * Finds how each column of a result is written, asking the catalogue about types of the database's own.
 *
 * @param connection - A session that is idle
 * @param columns - Columns of the result
 * @returns One kind per column
 */
export async function findKinds(
  connection: Connection,
  columns: readonly ResultColumn[],
): Promise<readonly ValueKind[]> {
  const unknown = new Set(columns.map(({ type }) => type).filter((type) => builtInKind(type) === undefined));
  const found = new Map<number, ValueKind>();
  if (unknown.size > 0) {
    const { rows } = await connection.query(arraysSql, [`{${[...unknown].join(",")}}`]);
    for (const [id, element, delimiter] of rows) {
      found.set(Number(id), { kind: elementKind(Number(element)), delimiter: delimiter ?? "," });
    }
  }
  return columns.map(({ type }) => builtInKind(type) ?? found.get(type) ?? { kind: "text" });
}
