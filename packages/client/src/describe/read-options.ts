import { isRecord, scalarText } from "../json/lenient-json.js";
import type { Option } from "./application.js";

/**
 * Reads options in every public spelling: objects with `value` and `title` or `name`, or bare values.
 *
 * @param value - The array of options; anything else means none
 * @returns The options, each value once
 * @see The connector contract, POST /datalist
 */
export function readOptions(value: unknown): readonly Option[] {
  if (!Array.isArray(value)) return [];
  const options = new Map<string, Option>();
  for (const item of value) {
    const option = readOption(item);
    const key = JSON.stringify(option?.value);
    if (option !== undefined && !options.has(key)) options.set(key, option);
  }
  return [...options.values()];
}

function readOption(item: unknown): Option | undefined {
  if (!isRecord(item))
    return item === null || Array.isArray(item) ? undefined : { title: scalarText(item), value: item };
  const value = item["value"] ?? item["name"] ?? item["title"];
  if (value === undefined || value === null) return undefined;
  return { title: scalarText(item["title"] ?? item["name"] ?? value), value };
}
