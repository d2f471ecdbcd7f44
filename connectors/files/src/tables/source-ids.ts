/** The names from which the id of a source is built. */
export interface Named {
  readonly file: { readonly stem: string; readonly ending: string };
  readonly sheet?: string;
}

/**
 * Returns ids for sources: the path of the file inside the folder without its ending, and the sheet.
 *
 * Ids differ in more than case, because they are also names of tables. If several files have the same name, the first
 * keeps the plain id and the ids of the others include their endings.
 *
 * @param tables - The tables to name, in a stable order
 * @returns Ids in the same order
 */
export function sourceIds(tables: readonly Named[]): readonly string[] {
  const taken = new Set<string>();
  return tables.map(({ file, sheet }) => {
    const suffix = sheet === undefined ? "" : `/${sheet}`;
    const wanted = [readable(file.stem + suffix), readable(file.stem + file.ending + suffix)];
    const id =
      wanted.find((candidate) => !taken.has(candidate.toLowerCase())) ?? numbered(wanted[0] ?? "", taken);
    taken.add(id.toLowerCase());
    return id;
  });
}

/** Replaces control characters and quotes, which are hard to type and to read. */
function readable(name: string): string {
  const id = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}"'`\\]/gu, "_").trim();
  return id === "" ? "file" : id;
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  let count = 2;
  while (taken.has(`${name}-${count}`.toLowerCase())) count++;
  return `${name}-${count}`;
}
