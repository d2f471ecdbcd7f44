/** Names that have a special meaning in rows, schemas or filters, and their replacements. */
const renamed: ReadonlyMap<string, string> = new Map([
  ["", "column"],
  ["__proto__", "_proto_"],
  ["__streamError", "_streamError"],
]);

/**
 * Returns ids for columns: the names in the file, made distinct from each other and from reserved words.
 *
 * @param names - Names in the order of the file
 * @returns Ids in the same order; names that differ in case only count as equal, as in SQL
 */
export function columnIds(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    // A name in SQL ends at the character NUL.
    const wanted = renamed.get(name.trim()) ?? name.replaceAll("\0", "_");
    let id = wanted;
    for (let count = 2; taken.has(id.toLowerCase()); count++) id = `${wanted}_${count}`;
    taken.add(id.toLowerCase());
    return id;
  });
}
