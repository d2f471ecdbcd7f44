/** Names that mean something else where rows, schemas and filters are read, and what they become. */
const renamed: ReadonlyMap<string, string> = new Map([
  ["", "column"],
  ["__proto__", "_proto_"],
  ["__streamError", "_streamError"],
]);

/**
 * Gives columns their ids: the names of the file, made different from each other and from reserved words.
 *
 * @param names - Names in the order of the file
 * @returns Ids in the same order; names that differ in case only count as equal, as in SQL
 */
export function columnIds(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    // A name of SQL ends at the character NUL.
    const wanted = renamed.get(name.trim()) ?? name.replaceAll("\0", "_");
    let id = wanted;
    for (let count = 2; taken.has(id.toLowerCase()); count++) id = `${wanted}_${count}`;
    taken.add(id.toLowerCase());
    return id;
  });
}
