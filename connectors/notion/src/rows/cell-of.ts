import { memberAt } from "@wellhead/sdk";
import { plainText, richText } from "../read/plain-text.js";

/**
 * Converts the value of a property to a cell.
 *
 * @param value - The value as Notion sends it, with its type; `null` or `undefined` when there is none
 * @param column - Kind of the column
 * @returns The cell
 * @see https://developers.notion.com/reference/page-property-values
 */
export function cellOf(value: unknown, column: string): unknown {
  if (column.startsWith("array")) return listOf(value);
  const cell = column === "text" ? rangeOf(value) : scalarOf(value);
  if (cell === null || cell === undefined) return column === "bool" ? false : null;
  return column === "text" ? asText(cell) : cell;
}

/**
 * Returns the end of a date.
 *
 * @param value - The value of a property of dates
 * @returns The end, or `null` for a date without one
 */
export function endOf(value: unknown): unknown {
  return memberAt(value, "date.end") ?? null;
}

/** Returns the type and the content of a value. Notion names the member with the content after the type. */
function insideOf(value: unknown): readonly [type: string, inside: unknown] {
  const type = memberAt(value, "type");
  return typeof type === "string" ? [type, memberAt(value, type)] : ["", undefined];
}

function scalarOf(value: unknown): unknown {
  const [type, inside] = insideOf(value);
  switch (type) {
    case "title":
    case "rich_text":
      return plainText(richText.read(inside ?? [], `a property of type ${type}`));
    case "select":
    case "status":
      return memberAt(inside, "name");
    case "date":
      return memberAt(inside, "start");
    case "formula":
    case "rollup":
      return scalarOf(inside);
    case "unique_id":
      return uniqueId(inside);
    case "created_by":
    case "last_edited_by":
      return memberAt(inside, "name") ?? memberAt(inside, "id");
    case "verification":
      return memberAt(inside, "state");
    case "place":
      return memberAt(inside, "address") ?? memberAt(inside, "name");
    case "unsupported":
    case "incomplete":
    case "button":
      return null;
    default:
      return Array.isArray(inside) ? listOf(value).join(", ") : inside;
  }
}

/**
 * Returns a scalar with both ends of a range of dates, as an interval of ISO 8601. A property of dates has a column of its
 * own for the end, a result of a formula or a rollup has not.
 */
function rangeOf(value: unknown): unknown {
  const [type, inside] = insideOf(value);
  if (type === "formula" || type === "rollup") return rangeOf(inside);
  const end = type === "date" ? memberAt(inside, "end") : undefined;
  const cell = scalarOf(value);
  return typeof cell === "string" && typeof end === "string" ? `${cell}/${end}` : cell;
}

function uniqueId(inside: unknown): unknown {
  const number = memberAt(inside, "number");
  const prefix = memberAt(inside, "prefix");
  if (number === null || number === undefined) return null;
  return typeof prefix === "string" && prefix !== "" ? `${prefix}-${asText(number)}` : number;
}

function listOf(value: unknown): readonly string[] {
  const [type, inside] = insideOf(value);
  if (type === "rollup") return listOf(inside);
  const items: readonly unknown[] = Array.isArray(inside) ? inside : [];
  const cells =
    type === "array" ? items.map((item) => rangeOf(item)) : items.map((item) => itemOf(type, item));
  return cells
    .filter((cell) => cell !== null && cell !== undefined && cell !== "")
    .map((cell) => asText(cell));
}

function itemOf(type: string, item: unknown): unknown {
  if (type === "relation") return memberAt(item, "id");
  if (type !== "files") return memberAt(item, "name") ?? memberAt(item, "id");
  // URLs of files that Notion stores expire after an hour, so those files are represented by their names.
  return memberAt(item, "external.url") ?? memberAt(item, "name");
}

function asText(cell: unknown): string {
  return typeof cell === "string" ? cell : (JSON.stringify(cell) ?? "");
}
