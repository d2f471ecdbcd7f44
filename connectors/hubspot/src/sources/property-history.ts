import {
  changedFrom,
  date,
  dateRange,
  id,
  isWithin,
  type MakeSource,
  multiList,
  type Source,
  text,
} from "@wellhead/sdk";
import { anyTypeField } from "../read/object-types.js";
import { readObjects } from "../read/read-objects.js";
import { propertyChoices } from "./objects.js";

/**
 * Creates the source of the earlier values of properties.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developers.hubspot.com/docs/api-reference/crm-objects-v3/batch/post-crm-v3-objects-objectType-batch-read
 */
export function propertyHistory<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Property history",
    description: "The values that properties had, each with the time since which it applied",
    filter: {
      type: anyTypeField(),
      properties: multiList({
        title: "Properties",
        requires: ["type"],
        options: async ({ http, dependsOn }) => await propertyChoices(http, dependsOn.type),
      }),
      changed: dateRange({ title: "Changed", optional: true }),
    },
    fields: {
      object_id: id(),
      property: id(),
      changed: date(),
      value: text(),
      source: text({ description: "What changed it, such as CRM_UI or IMPORT" }),
      source_id: text(),
      source_label: text(),
      user_id: text(),
    },
    key: ["object_id", "property", "changed"],
    sharedFilter: ["type", "properties"],
    // A search does not find archived objects.
    changes: { by: "changed", fullEvery: "1 d" },
    async *rows({ http, filter: { type, properties, changed }, since }) {
      const period = changedFrom(changed, since);
      // An object that was modified later may have changed in the period, too.
      const modified = period?.min === undefined ? undefined : { min: period.min };
      const selection = { type, properties: [], history: [...new Set(properties)], modified };
      for await (const batch of readObjects(http, selection)) {
        yield batch.flatMap(({ id: key, propertiesWithHistory }) =>
          Object.entries(propertiesWithHistory ?? {}).flatMap(([property, versions]) =>
            (versions ?? [])
              .filter(({ timestamp }) => isWithin(timestamp, period))
              .map((version) => ({
                object_id: key,
                property,
                changed: version.timestamp,
                value: version.value,
                source: version.sourceType,
                source_id: version.sourceId,
                source_label: version.sourceLabel,
                user_id: userOf(version.updatedByUserId),
              })),
          ),
        );
      }
    },
  });
}

function userOf(user: string | number | null | undefined): string | null {
  return user === null || user === undefined ? null : String(user);
}
