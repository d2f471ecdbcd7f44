import {
  type DateRange,
  dateRange,
  type Field,
  type Http,
  isWithin,
  number,
  Pages,
  type Query,
} from "@wellhead/sdk";
import { afterLastId } from "./after-last-id.js";
import { instantOf } from "./instant-of.js";
import type { ListedObject, ObjectList } from "./object-list.js";
import { readChanged } from "./read-changed.js";

/** Hours for which Stripe stores events: 30 days. */
const maxHours = 720;

/** Periods to which a list of objects can be limited. */
export interface ObjectPeriods {
  readonly created?: DateRange | undefined;
  /** Hours before now. */
  readonly changed?: number | undefined;
}

/**
 * Creates the filter fields of a list that can be read by its changes.
 *
 * @returns The fields
 */
export function periodFields(): {
  readonly created: Field<DateRange | undefined>;
  readonly changed: Field<number | undefined>;
} {
  return {
    created: dateRange({ title: "Created", optional: true }),
    changed: number({
      title: "Changed in the last hours",
      description: `Reads only what has changed, from Stripe's events; they go back ${maxHours} hours`,
      optional: true,
    }),
  };
}

/**
 * Reads the objects of a list, the newest first, or only those that have changed in a period.
 *
 * @param http - Client of the request
 * @param objects - The list
 * @param periods - Periods in which they were created and changed
 * @returns The objects
 */
export function readObjects<Value extends ListedObject>(
  http: Http,
  objects: ObjectList<Value>,
  { created, changed }: ObjectPeriods = {},
): Pages<Value> {
  if (changed !== undefined) {
    const hours = Math.min(maxHours, Math.max(0, changed));
    return new Pages(readChanged(http, objects, hours)).filter((one) =>
      isWithin(instantOf(one.created), created),
    );
  }
  return http.pages(objects.path, {
    shape: objects.shape,
    items: "data",
    paging: afterLastId(),
    key: "id",
    order: "stable",
    query: { ...objects.query, ...period(created), "expand[]": objects.expand },
  });
}

/** Returns a period as query parameters: whole seconds, both ends inclusive. */
function period(range: DateRange | undefined): Query {
  return {
    "created[gte]": range?.min === undefined ? undefined : Math.ceil(Date.parse(range.min) / 1000),
    "created[lte]": range?.max === undefined ? undefined : Math.floor(Date.parse(range.max) / 1000),
  };
}
