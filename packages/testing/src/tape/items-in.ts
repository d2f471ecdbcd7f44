/**
 * Finds the list that is least deep in a value.
 *
 * @param value - A JSON value
 * @returns The list; `undefined` when there is none
 */
export function itemsIn(value: unknown): readonly unknown[] | undefined {
  if (isList(value)) return value;
  if (typeof value !== "object" || value === null) return undefined;
  const members: unknown[] = Object.values(value);
  return members.find(isList) ?? members.map(itemsIn).find((found) => found !== undefined);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
