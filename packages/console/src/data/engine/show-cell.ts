import { cellType } from "./column-profile.js";
import type { Cell } from "./engine-messages.js";

const longest = 300;

/** Creates the table cell of a value; `undefined` stands for a row without the column. */
export function showCell(value: unknown): Cell {
  if (value === undefined) return { text: "", kind: "absent" };
  if (value === null) return { text: "null", kind: "null" };
  const type = cellType(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const kind = type === "array" || type === "object" ? "nested" : type;
  return text.length > longest ? { text: text.slice(0, longest), kind, whole: text.length } : { text, kind };
}
