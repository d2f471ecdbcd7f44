/**
 * Writes a JSON value as a text that does not depend on the order of members.
 *
 * @param value - The value
 * @returns A text that differs for different values
 */
export function stableJson(value: unknown): string {
  return JSON.stringify(sortMembers(value));
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => sortMembers(one));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  // Pairs distinguish what an object would not, such as a member named `__proto__`.
  return { members: members.map(([name, member]) => [name, sortMembers(member)]) };
}
