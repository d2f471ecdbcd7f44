/** Names that a database gives to columns of its own. */
const reserved = ["cmax", "cmin", "ctid", "oid", "rowid", "tableoid", "xmax", "xmin"];

/**
 * Chooses a unique name for each id. Names differ even when case is ignored.
 *
 * @param ids - Ids of fields or types
 * @param options - Names that ids already have, and the maximum length of a name in bytes
 * @returns Names by id: the id itself where possible, else with a number at its end
 */
export function pickNames(
  ids: readonly string[],
  { known, maxBytes }: { readonly known: ReadonlyMap<string, string>; readonly maxBytes: number },
): ReadonlyMap<string, string> {
  const names = new Map(known);
  const taken = new Set([...reserved, ...[...known.values()].map((name) => name.toLowerCase())]);
  for (const id of ids) {
    if (names.has(id)) continue;
    const clean = id.replaceAll(/[\0\p{Surrogate}]/gu, "_") || "unnamed";
    // The tables with the state start with the one prefix. SQLite reserves the other.
    const start = /^(?:wellhead|sqlite)_/i.test(clean) ? `_${clean}` : clean;
    let name = cut(start, maxBytes);
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
      name = `${cut(start, maxBytes - String(number).length - 1)}_${number}`;
    }
    names.set(id, name);
    taken.add(name.toLowerCase());
  }
  return names;
}

function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  // The stream decoder holds back a character that is incomplete.
  return new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
}
