import { type Members, membersOf } from "../openapi/members.js";

/** A request, and its response if there is one, as a recording or an example has them. */
export interface Exchange {
  readonly url: URL;
  /** Arguments of the query, and the members of a JSON body by their path. */
  readonly sent: ReadonlyMap<string, string>;
  /** JSON body of a request that only reads. Default: it is read by GET. */
  readonly json?: Members | undefined;
  /** Headers of the response by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** JSON body of the response. Default: there is none. */
  readonly body?: unknown;
}

/** A value in a JSON body. */
export interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

/**
 * Lists the scalar members of a value by their path. Arrays are left out.
 *
 * @param value - The value
 * @param maxLevels - Maximum number of names in a path. Default: 5
 * @returns The members
 */
export function leavesOf(value: unknown, maxLevels = 5): readonly Leaf[] {
  const list = (inner: unknown, names: readonly string[]): readonly Leaf[] => {
    if (Array.isArray(inner)) return [];
    if (typeof inner !== "object" || inner === null) return [{ path: names.join("."), value: inner }];
    if (names.length >= maxLevels) return [];
    return Object.entries(membersOf(inner)).flatMap(([name, member]) => {
      // A name with a dot is found at the top only.
      if (name.includes(".") && (names.length > 0 || typeof member === "object")) return [];
      return list(member, [...names, name]);
    });
  };
  return typeof value === "object" && value !== null ? list(value, []) : [];
}

/**
 * Lists what a request sends that may select or page rows.
 *
 * @param url - Its address
 * @param json - Its JSON body. Default: none
 * @returns Arguments by name, members of the body by path
 */
export function sentBy(url: URL, json?: unknown): ReadonlyMap<string, string> {
  const members = leavesOf(json).map(({ path, value }) => [path, String(value)] as const);
  return new Map([...url.searchParams, ...members]);
}

/**
 * Reads JSON.
 *
 * @param text - The text
 * @returns Its value; `undefined` when it is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
