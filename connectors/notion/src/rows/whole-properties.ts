import { type Http, memberAt, shape } from "@wellhead/sdk";
import { cursor } from "../read/cursor.js";
import type { Property } from "../read/data-source.js";

/** Maximum items of a text, of people or of relations that a page includes. */
const maxItems = 25;

/** Types whose values are lists that a page may truncate. */
const cutTypes: ReadonlySet<unknown> = new Set(["title", "rich_text", "people", "relation"]);

const itemShape = shape.record(shape.anything);

/** The values of a page and the properties they belong to, by name. */
export interface PageValues {
  readonly values: Readonly<Record<string, unknown>>;
  readonly properties: Readonly<Record<string, Property>>;
}

/**
 * Reads the values that a page includes only in part. Notion sends 25 items of a text, of people or of relations with
 * the page, and the others on request. It computes rollups and formulas of a page from 25 relations, too. Which relations a
 * formula uses, possibly by a rollup, is not described, so all formulas of a page with that many are requested.
 *
 * @param http - Client of the request
 * @param page - Id of the page
 * @param given - Values as included in the page
 * @returns The complete values by name
 * @see https://developers.notion.com/reference/retrieve-a-page-property
 */
export async function wholeProperties(
  http: Http,
  page: string,
  { values, properties }: PageValues,
): Promise<Readonly<Record<string, unknown>>> {
  const whole: Record<string, unknown> = { ...values };
  const cutRelations = new Set(
    Object.keys(values).filter(
      (name) => memberAt(values[name], "type") === "relation" && isCut(values[name]),
    ),
  );
  for (const [name, value] of Object.entries(values)) {
    const type = memberAt(value, "type");
    const relation = properties[name]?.rollup?.relation_property_name;
    const isOfCut =
      (type === "rollup" && cutRelations.has(relation ?? "")) ||
      (type === "formula" && cutRelations.size > 0);
    if (!isOfCut && !isCut(value)) continue;
    const path = `pages/${encodeURIComponent(page)}/properties/${encodeURIComponent(decodeURIComponent(String(memberAt(value, "id"))))}`;
    if (type === "formula") whole[name] = await readFormula(http, path);
    else whole[name] = await (type === "rollup" ? readRollup(http, path) : readList(http, path, value));
  }
  return whole;
}

/**
 * Reads the result of a formula.
 *
 * @see https://developers.notion.com/reference/property-item-object#formula-property-values
 */
async function readFormula(http: Http, path: string): Promise<unknown> {
  const { formula } = await http.get(path).json(itemShape);
  return { type: "formula", formula };
}

function isCut(value: unknown): boolean {
  const type = memberAt(value, "type");
  if (type === "rollup") {
    const items = memberAt(value, "rollup.array");
    const isLong = Array.isArray(items) && items.length >= maxItems;
    return isLong || memberAt(value, "rollup.type") === "incomplete";
  }
  if (!cutTypes.has(type)) return false;
  if (memberAt(value, "has_more") === true) return true;
  const items = memberAt(value, String(type));
  return Array.isArray(items) && items.length >= maxItems;
}

async function readList(http: Http, path: string, value: unknown): Promise<unknown> {
  const type = String(memberAt(value, "type"));
  const items: unknown[] = [];
  for await (const batch of http.pages(path, { shape: itemShape, items: "results", paging: cursor })) {
    items.push(...batch.map((item) => item[type]));
  }
  return { type, [type]: items };
}

/**
 * Reads a rollup. Its items are in the pages of a list, and its result is beside those of the last page.
 *
 * @see https://developers.notion.com/reference/retrieve-a-page-property#rollup-properties
 */
async function readRollup(http: Http, path: string): Promise<unknown> {
  let result: unknown;
  const items: unknown[] = [];
  const resultsOf = (body: unknown): unknown => {
    result = memberAt(body, "property_item.rollup") ?? memberAt(body, "rollup");
    return memberAt(body, "results") ?? [];
  };
  for await (const batch of http.pages(path, { shape: itemShape, items: resultsOf, paging: cursor })) {
    items.push(...batch.map((item) => asPageValue(item)));
  }
  const isList = memberAt(result, "type") === "array";
  return { type: "rollup", rollup: isList ? { type: "array", array: items } : result };
}

/** Converts an item of a list to the form that values of pages have, in which some types are lists. */
function asPageValue(item: Readonly<Record<string, unknown>>): object {
  const type = String(item["type"]);
  const inside = item[type];
  return { type, [type]: cutTypes.has(type) && !Array.isArray(inside) ? [inside] : inside };
}
