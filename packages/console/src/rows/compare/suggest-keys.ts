import type { ColumnProfile } from "@wellhead/workbench/protocol";

/**
 * Returns the columns that tell rows apart in both runs, those that are named like ids first.
 *
 * @param earlier - Profiles of columns of the earlier run
 * @param later - Profiles of columns of the later run
 * @returns Their names
 */
export function suggestKeys(
  earlier: readonly ColumnProfile[],
  later: readonly ColumnProfile[],
): readonly string[] {
  const known = new Set(earlier.filter(isKey).map(({ column }) => column));
  const names = later.filter((profile) => isKey(profile) && known.has(profile.column));
  return names.map(({ column }) => column).toSorted((left, right) => rank(left) - rank(right));
}

/** Fractions and nested values are not keys, even if no two of them are the same. */
function isKey({ kind, rows, nulls, distinct, min = "", max = "" }: ColumnProfile): boolean {
  const isFraction = kind === "number" && /[.eE]/.test(min + max);
  return rows > 0 && nulls === 0 && distinct === rows && kind !== "nested" && !isFraction;
}

function rank(name: string): number {
  if (/^id$/i.test(name)) return 0;
  if (/(?:^|[_\s-])(?:id|key|uuid|code|number|no)$/i.test(name) || /(?:Id|Key)$/.test(name)) return 1;
  return 2;
}
