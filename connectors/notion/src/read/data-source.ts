import { type Http, type Pages, type ShapeValue, shape } from "@wellhead/sdk";
import { cursor } from "./cursor.js";
import { richText } from "./plain-text.js";

/** Members of a property's configuration that are read. */
export const propertyShape = shape.object({
  id: shape.required(shape.text),
  type: shape.required(shape.text),
  description: shape.text,
  rollup: shape.object({ function: shape.text, relation_property_name: shape.text }),
});

/** Members of a data source, the table of a database, that are read. */
export const dataSourceShape = shape.object({
  id: shape.required(shape.text),
  title: richText,
  url: shape.text,
  created_time: shape.text,
  last_edited_time: shape.text,
  in_trash: shape.bool,
  parent: shape.object({ database_id: shape.text }),
  properties: shape.record(propertyShape),
});

/** A data source, as Notion describes it. */
export type DataSource = ShapeValue<typeof dataSourceShape>;

/** A property, as Notion describes it. */
export type Property = ShapeValue<typeof propertyShape>;

/**
 * Lists the data sources that are shared with the integration.
 *
 * @param http - Client of the request
 * @returns The data sources
 * @see https://developers.notion.com/reference/post-search
 */
export function listDataSources(http: Http): Pages<DataSource> {
  return http
    .pages("search", {
      json: { filter: { property: "object", value: "data_source" } },
      shape: dataSourceShape,
      items: "results",
      paging: cursor,
      key: "id",
      order: "changing",
    })
    .filter((one) => one.in_trash !== true);
}

/**
 * Reads the schema of one data source.
 *
 * @param http - Client of the request
 * @param id - Its id
 * @returns The data source
 * @see https://developers.notion.com/reference/retrieve-a-data-source
 */
export async function readDataSource(http: Http, id: string): Promise<DataSource> {
  return await http.get(`data_sources/${encodeURIComponent(id)}`).json(dataSourceShape);
}
