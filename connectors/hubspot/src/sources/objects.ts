import {
  bool,
  changedFrom,
  type DateRange,
  dateRange,
  type Field,
  type Http,
  type MakeSource,
  multiList,
  type Source,
} from "@wellhead/sdk";
import { columnsOf, type ObjectType, toRows } from "../read/object-rows.js";
import { readProperties } from "../read/property.js";
import { readObjects } from "../read/read-objects.js";

/** A type of objects that every account has. */
export interface NamedObjectType extends ObjectType {
  /** Name of the source. */
  readonly name: string;
}

/**
 * Creates the source of one type of objects. The columns are its properties.
 *
 * @param source - Creates a source from its definition
 * @param object - The type
 * @returns The source
 * @see https://developers.hubspot.com/docs/guides/crm/understanding-the-crm
 */
export function objects<Account>(source: MakeSource<Account>, object: NamedObjectType): Source {
  const { type, name } = object;
  return source({
    name,
    filter: {
      properties: multiList({
        title: "Properties",
        description: "Empty: all that HubSpot does not hide",
        optional: true,
        options: async ({ http }) => await propertyChoices(http, type),
      }),
      ...objectFields(),
    },
    fields: async ({ http, filter }) =>
      columnsOf(
        { ...object, archived: filter.archived },
        await readProperties(http, type, filter.properties),
      ),
    key: ["id"],
    sharedFilter: [],
    changes: objectChanges,
    async *rows({ http, filter, since }) {
      const properties = await readProperties(http, type, filter.properties);
      const modified = changedFrom(filter.modified, since);
      const { archived } = filter;
      for await (const batch of readObjects(http, { type, properties, modified, archived }))
        yield await toRows(http, { ...object, archived }, { batch, properties });
    },
  });
}

/**
 * How changes of objects are found. A search does not find archived objects, and finds others some minutes late. It does
 * not find objects of which only the associations have changed.
 */
export const objectChanges = { by: "updated at", fullEvery: "1 d" } as const;

/**
 * Creates the fields that all types of objects have.
 *
 * @returns The fields
 */
export function objectFields(): {
  readonly modified: Field<DateRange | undefined>;
  readonly archived: Field<boolean | undefined>;
} {
  return {
    modified: dateRange({ title: "Last modified", optional: true }),
    archived: bool({
      title: "Archived",
      description: "Objects that were deleted in the last 90 days in place of current ones",
      optional: true,
    }),
  };
}

/**
 * Lists the properties of a type of objects as choices.
 *
 * @param http - Client of the request
 * @param type - The type
 * @returns The choices
 */
export async function propertyChoices(
  http: Http,
  type: string,
): Promise<ReadonlyArray<{ readonly title: string; readonly value: string }>> {
  const found = await readProperties(http, type);
  return found.map(({ name: value, label }) => ({ title: label || value, value }));
}
