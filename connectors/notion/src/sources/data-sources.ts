import { arrayOf, date, id, type MakeSource, type Source, text, url } from "@wellhead/sdk";
import { listDataSources } from "../read/data-source.js";
import { plainText } from "../read/plain-text.js";

/**
 * Creates the source of the data sources that are shared with the integration.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developers.notion.com/reference/post-search
 */
export function dataSources<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Data sources",
    description: "The tables that are shared with the integration, with their properties",
    filter: {},
    fields: {
      id: id(),
      title: text(),
      database_id: text(),
      created: date(),
      edited: date(),
      address: url(),
      properties: arrayOf(text()),
    },
    rows: ({ http }) =>
      listDataSources(http).map((one) => ({
        id: one.id,
        title: plainText(one.title),
        database_id: one.parent?.database_id,
        created: one.created_time,
        edited: one.last_edited_time,
        address: one.url,
        properties: Object.keys(one.properties ?? {}),
      })),
  });
}
