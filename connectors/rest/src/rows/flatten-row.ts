import type { Row } from "@wellhead/sdk";

/** Maximum nesting level of objects that become columns. Deeper objects become JSON text. */
const maxLevels = 5;

/**
 * Converts an item to a flat row. Members of nested objects get names joined by dots, arrays of plain values are kept,
 * and other arrays become JSON text.
 *
 * @param item - An item of the API
 * @returns The row; an item that is not an object becomes the column `value`
 */
export function flattenRow(item: unknown): Row {
  const cells: Array<readonly [string, unknown]> = [];
  if (isObject(item)) addMembers(cells, item, { prefix: "", level: 1 });
  else cells.push(["value", cellOf(item)]);
  return Object.fromEntries(cells);
}

function addMembers(
  cells: Array<readonly [string, unknown]>,
  item: object,
  { prefix, level }: { readonly prefix: string; readonly level: number },
): void {
  for (const [key, value] of Object.entries(item)) {
    const name = `${prefix}${key}`;
    if (isObject(value) && level < maxLevels)
      addMembers(cells, value, { prefix: `${name}.`, level: level + 1 });
    else cells.push([name, cellOf(value)]);
  }
}

function cellOf(value: unknown): unknown {
  const isPlain = !Array.isArray(value) || value.every((one) => typeof one !== "object" || one === null);
  return isPlain && !isObject(value) ? value : JSON.stringify(value);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
