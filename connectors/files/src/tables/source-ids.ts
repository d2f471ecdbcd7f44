/** What a source is named after. */
export interface Named {
  readonly file: { readonly stem: string; readonly ending: string };
  readonly sheet?: string;
}

/**
 * Gives sources their ids: the path of the file inside the folder without its ending, and the sheet.
 *
 * Ids are different from each other also where case does not count, as they are names of tables too. Of several files
 * of one name the first keeps the plain id and the others carry their ending.
 *
 * @param tables - What to name, in a stable order
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

/** Control characters and quotes make ids that can be neither typed nor read. */
function readable(name: string): string {
  const id = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}"'`\\]/gu, "_").trim();
  return id === "" ? "file" : id;
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  let count = 2;
  while (taken.has(`${name}-${count}`.toLowerCase())) count++;
  return `${name}-${count}`;
}
