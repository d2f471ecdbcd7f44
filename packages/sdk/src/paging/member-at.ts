import { upstreamInvalid } from "../errors/connector-error.js";

/**
 * Reads a member of parsed JSON by its path; inherited members are ignored. A member whose own name contains dots is
 * found, too: at each level, the longest name that exists is tried first.
 *
 * @param value - Parsed JSON
 * @param path - Member names joined by dots, such as `data.items` or `@odata.nextLink`; an array index is a name. Or a
 *   JSON Pointer, such as `/data/items`. Empty for the value itself
 * @returns The member, or `undefined` when there is none
 * @see RFC 6901
 * @example
 * ```ts snippet=examples/sdk/values.ts#member-at
 * memberAt({ data: { items: [1, 2] } }, "data.items"); // [1, 2]
 * memberAt({ "@odata.nextLink": "…" }, "@odata.nextLink"); // "…"
 * memberAt({ data: null }, "/data/items"); // undefined
 * ```
 */
export function memberAt(value: unknown, path: string): unknown {
  if (path === "") return value;
  if (typeof value !== "object" || value === null) return undefined;
  // An object whose own members are read, so it can be read as a record.
  const record = value as Readonly<Record<string, unknown>>;
  for (const name of namesBefore(path)) {
    const rest = Object.hasOwn(record, name) ? pathAfter(path, name) : undefined;
    const found = rest === undefined ? undefined : memberAt(record[name], rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Requires a member of a page. `null` is a member.
 *
 * @param body - The page
 * @param path - Path of the member, as for `memberAt`
 * @throws ConnectorError `upstream_invalid` when the page lacks it
 */
export function requireMember(body: unknown, path: string): void {
  if (memberAt(body, path) !== undefined) return;
  throw upstreamInvalid(
    `Could not read a list: expected "${path}" on every page, got a page without it, which does not say whether another one follows.`,
  );
}

/**
 * Determines what remains of a path below a member.
 *
 * @param path - The path, which is not empty
 * @param name - Name of a member
 * @returns The path below the member, empty when the path ends there; `undefined` when it does not lead to the member
 */
export function pathAfter(path: string, name: string): string | undefined {
  if (path === name) return "";
  if (path.startsWith("/")) {
    const start = `/${escapePointer(name)}`;
    if (path === start) return "";
    return path.startsWith(`${start}/`) ? path.slice(start.length) : undefined;
  }
  if (!path.startsWith(`${name}.`)) return undefined;
  // A path that ends with a dot leads to the member whose name is empty.
  return path.slice(name.length + 1) || "/";
}

/** Returns the names with which a path may begin, the longest first. */
function namesBefore(path: string): readonly string[] {
  if (path.startsWith("/")) {
    const [, token = ""] = path.split("/", 2);
    return [path, token.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  const names = [path];
  for (let dot = path.lastIndexOf("."); dot >= 0; dot = dot === 0 ? -1 : path.lastIndexOf(".", dot - 1))
    names.push(path.slice(0, dot));
  return names;
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
