import { isObject } from "./json-of.js";

/**
 * Compares two JSON values, ignoring the order of members.
 *
 * @param left - A JSON value
 * @param right - Another JSON value
 * @returns True when they are equal
 */
export function deepEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((value, index) => deepEqual(value, right[index]));
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && deepEqual(left[name], right[name]))
  );
}

/**
 * Serializes a JSON value so that equal values have equal texts.
 *
 * @param value - A JSON value
 * @returns Its JSON text with sorted members
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).toSorted(byName)) : member,
  );
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}
