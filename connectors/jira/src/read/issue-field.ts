import {
  arrayOf,
  type Column,
  date,
  type Http,
  memberAt,
  number,
  type ShapeValue,
  shape,
  text,
} from "@wellhead/sdk";
import { documentText } from "./document-text.js";

/** Members of a field of issues that are read. */
export const fieldShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  schema: shape.object({ type: shape.text, items: shape.text, custom: shape.text }),
});

/** A field of issues, as Jira describes it. */
export type IssueField = ShapeValue<typeof fieldShape>;

/** Fields that are omitted, because they are lists of their own or too large for a row. */
const leftOut = new Set([
  "attachment",
  "comment",
  "worklog",
  "issuelinks",
  "thumbnail",
  "watches",
  "votes",
  "subtasks",
]);

const scalarKinds: ReadonlyMap<string, () => Column> = new Map<string, () => Column>([
  ["number", () => number()],
  ["date", () => date()],
  ["datetime", () => date()],
]);

/**
 * Reads the system fields and the custom fields of issues.
 *
 * @param http - Client of the request
 * @param chosen - Ids of the chosen fields. Default: all
 * @returns The fields
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-fields/#api-rest-api-3-field-get
 */
export async function readFields(http: Http, chosen: readonly string[] = []): Promise<readonly IssueField[]> {
  const all = await http.get("api/3/field").json(shape.list(fieldShape));
  const known = all.filter(({ id, schema }) => schema?.type !== undefined && !leftOut.has(id));
  return chosen.length === 0 ? known : known.filter(({ id }) => chosen.includes(id));
}

/**
 * Returns the column of a field.
 *
 * @param field - The field
 * @returns Its column
 */
export function columnOf({ id, name, schema }: IssueField): Column {
  const kind = schema?.type === "array" ? arrayOf(text()) : (scalarKinds.get(schema?.type ?? "") ?? text)();
  return { ...kind, title: name || id };
}

/**
 * Converts the value of a field to a cell.
 *
 * @param value - The value
 * @param column - Kind of its column
 * @returns The cell; `null`, or an empty list for a list column, when there is no value
 */
export function cellOf(value: unknown, column: string): unknown {
  if (column.startsWith("array")) {
    // Some apps give a field of lists a single value.
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.map((item) => textOf(item)).filter((item) => item !== null);
  }
  if (value === null || value === undefined) return null;
  return column === "text" ? textOf(value) : value;
}

/** Returns the text that represents an object of Jira: a user's name, an option's value, a parent's key. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return typeof value === "string" ? value : JSON.stringify(value);
  if (memberAt(value, "type") === "doc") return documentText(value);
  const found = ["displayName", "value", "name", "key", "id"]
    .map((name) => memberAt(value, name))
    .find((one) => typeof one === "string" && one !== "");
  const child = memberAt(value, "child.value");
  if (typeof found !== "string") return JSON.stringify(value);
  return typeof child === "string" ? `${found} / ${child}` : found;
}
