import { arrayOf, bool, type Column, date, number, text, url } from "@wellhead/sdk";
import type { Property } from "../read/data-source.js";

const kinds: ReadonlyMap<string, () => Column> = new Map<string, () => Column>([
  ["number", () => number()],
  ["checkbox", () => bool()],
  ["url", () => url()],
  ...["date", "created_time", "last_edited_time"].map((type) => [type, () => date()] as const),
  ...["multi_select", "people", "files", "relation"].map((type) => [type, () => arrayOf(text())] as const),
]);

/** Functions of a rollup that return dates, and those that return lists. All others return numbers. */
const dateFunctions = new Set(["earliest_date", "latest_date"]);
const listFunctions = new Set(["show_original", "show_unique"]);

/**
 * Returns the column for a property. Notion does not describe the type of a formula's result, so it is text.
 *
 * @param property - The property
 * @param title - Its name
 * @returns The column
 * @see https://developers.notion.com/reference/property-object
 */
export function columnOf(property: Property, title: string): Column {
  const description = property.description || undefined;
  return { ...kindOf(property), title, ...(description !== undefined && { description }) };
}

function kindOf({ type, rollup }: Property): Column {
  if (type !== "rollup") return (kinds.get(type) ?? text)();
  const name = rollup?.function ?? "";
  if (listFunctions.has(name)) return arrayOf(text());
  // A date range has two ends, so it becomes text. A rollup without a function does too.
  if (name === "date_range" || name === "") return text();
  return dateFunctions.has(name) ? date() : number();
}
