/**
 * Reads a member of parsed JSON by its path; inherited members are ignored.
 *
 * @param value - Parsed JSON
 * @param path - Member names joined by dots, such as `data.items`; an array index is a name; empty for the value
 *   itself
 * @returns The member, or `undefined` when there is none
 * @example
 * ```ts snippet=examples/sdk/values.ts#member-at
 * memberAt({ data: { items: [1, 2] } }, "data.items"); // [1, 2]
 * memberAt({ data: null }, "data.items"); // undefined
 * ```
 */
export function memberAt(value: unknown, path: string): unknown {
  if (path === "") return value;
  let here = value;
  for (const name of path.split(".")) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, name)) return undefined;
    // An object with this own member, so it can be read as a record.
    here = (here as Readonly<Record<string, unknown>>)[name];
  }
  return here;
}
