import { changedFrom, type MakeSource, multiList, type Source } from "@wellhead/sdk";
import { columnsOf, toRows } from "../read/object-rows.js";
import { customTypeField } from "../read/object-types.js";
import { readProperties } from "../read/property.js";
import { readObjects } from "../read/read-objects.js";
import { objectChanges, objectFields, propertyChoices } from "./objects.js";

/**
 * Creates the source of the objects of a type that the account defined.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developers.hubspot.com/docs/api-reference/crm-custom-objects-v3/guide
 */
export function customObjects<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Custom objects",
    description: "Of a type that the account defined",
    filter: {
      type: customTypeField(),
      properties: multiList({
        title: "Properties",
        description: "Empty: all that HubSpot does not hide",
        requires: ["type"],
        optional: true,
        options: async ({ http, dependsOn }) => await propertyChoices(http, dependsOn.type),
      }),
      ...objectFields(),
    },
    fields: async ({ http, filter: { type, properties, archived } }) =>
      columnsOf({ type, archived }, await readProperties(http, type, properties)),
    key: ["id"],
    sharedFilter: ["type"],
    changes: objectChanges,
    async *rows({ http, filter: { type, ...filter }, since }) {
      const properties = await readProperties(http, type, filter.properties);
      const modified = changedFrom(filter.modified, since);
      const { archived } = filter;
      for await (const batch of readObjects(http, { type, properties, modified, archived }))
        yield await toRows(http, { type, archived }, { batch, properties });
    },
  });
}
