/**
 * Reads a column as the server itself writes it, times in UTC.
 *
 * @param admin - Runs statements
 * @param table - A table with a column `id`
 * @param column - One of its columns
 * @returns The texts in the order of `id`; `null` where there is no value
 */
export function shown(
  admin: (sql: string) => string,
  table: string,
  column: string,
): readonly (string | null)[] {
  const isTime = admin(`select toTypeName(${column}) from ${table} limit 1`).includes("DateTime");
  const zone = isTime ? ", 'UTC'" : "";
  // Version 18 writes the first day as one that does not exist.
  const written = `replaceRegexpOne(toString(${column}${zone}), '^0000-00-00', '1970-01-01')`;
  return admin(`select isNull(${column}) ? 'null' : hex(assumeNotNull(${written})) from ${table} order by id`)
    .slice(0, -1)
    .split("\n")
    .map((hex) => (hex === "null" ? null : Buffer.from(hex, "hex").toString().replace(/^nan$/, "NaN")));
}
