import { itemNames } from "../openapi/find-lists.js";
import { listOf, type Members, membersOf } from "../openapi/members.js";

/**
 * Finds the items of responses: the responses themselves, or their only list of objects, or the only one with a usual name.
 *
 * @param bodies - Responses
 * @returns Their path, empty for the response itself; `undefined` when there is not one
 */
export function itemsPathIn(bodies: readonly unknown[]): string | undefined {
  const paths = listPathsIn(bodies);
  const named = paths.filter((path) => itemNames.test(path.split(".").at(-1) ?? ""));
  const [path] = paths.length === 1 ? paths : named;
  return paths.length === 1 || named.length === 1 ? path : undefined;
}

/**
 * Lists the paths of all lists of objects in responses, except those inside of other lists.
 *
 * @param bodies - Responses
 * @returns The paths
 */
export function listPathsIn(bodies: readonly unknown[]): readonly string[] {
  return [...new Set(bodies.flatMap((body) => listsIn(body, [])))];
}

/**
 * Returns the items of a response.
 *
 * @param body - The response
 * @param path - Path of the items; `undefined` when it is not known
 * @returns The items
 */
export function itemsAt(body: unknown, path: string | undefined): readonly unknown[] {
  if (path === undefined) return [];
  const names = path === "" ? [] : path.split(".");
  return listOf(names.reduce<unknown>((here, name) => membersOf(here)[name], body));
}

function listsIn(value: unknown, names: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return listOf(value).some(isObject) ? [names.join(".")] : [];
  if (!isObject(value) || names.length > 5) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name.includes(".") ? [] : listsIn(member, [...names, name]),
  );
}

function isObject(value: unknown): value is Members {
  return Object.keys(membersOf(value)).length > 0;
}
