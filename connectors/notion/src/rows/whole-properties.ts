import { type Http, memberAt, shape } from "@wellhead/sdk";
import { cursor } from "../read/cursor.js";

/** Maximum items of a text, of people or of relations that a page includes. */
const maxItems = 25;

/** Types whose values are lists that a page may truncate. */
const cutTypes: ReadonlySet<unknown> = new Set(["title", "rich_text", "people", "relation"]);

const itemShape = shape.record(shape.anything);

/**
 * Reads the values that a page includes only in part. Notion sends 25 items of a text, of people or of relations with
 * the page, and the others on request.
 *
 * @param http - Client of the request
 * @param page - Id of the page
 * @param properties - Values by name, as included in the page
 * @returns The complete values by name
 * @see https://developers.notion.com/reference/retrieve-a-page-property
 */
export async function wholeProperties(
  http: Http,
  page: string,
  properties: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const whole: Record<string, unknown> = { ...properties };
  for (const [name, value] of Object.entries(properties)) {
    if (!isCut(value)) continue;
    const type = String(memberAt(value, "type"));
    const id = String(memberAt(value, "id"));
    const path = `pages/${encodeURIComponent(page)}/properties/${encodeURIComponent(decodeURIComponent(id))}`;
    const items: unknown[] = [];
    for await (const batch of http.pages(path, { shape: itemShape, items: "results", paging: cursor })) {
      items.push(...batch.map((item) => item[type]));
    }
    whole[name] = { type, [type]: items };
  }
  return whole;
}

function isCut(value: unknown): boolean {
  const type = memberAt(value, "type");
  if (!cutTypes.has(type)) return false;
  if (memberAt(value, "has_more") === true) return true;
  const items = memberAt(value, String(type));
  return Array.isArray(items) && items.length >= maxItems;
}
