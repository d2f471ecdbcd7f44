import {
  type DateRange,
  dateRange,
  type Field,
  type Http,
  isWithin,
  number,
  type Pages,
  type Query,
  type Shape,
  shape,
} from "@wellhead/sdk";
import { afterLastId } from "./after-last-id.js";
import { instantOf } from "./instant-of.js";

/** Hours for which Stripe stores events: 30 days. */
const maxHours = 720;

/** Members of every object in a list. */
interface ListedObject {
  readonly id: string;
  readonly created?: number | string | null | undefined;
}

/** Periods to which a list of objects can be limited. */
export interface ObjectPeriods {
  readonly created?: DateRange | undefined;
  /** Hours before now. */
  readonly changed?: number | undefined;
}

/** A list of objects. */
export interface ObjectList<Value extends ListedObject> {
  /** Path of the list, such as `charges`. */
  readonly path: string;
  readonly shape: Shape<Value>;
  /** Referenced objects that are included, such as `data.customer`. Default: none. */
  readonly expand?: readonly string[];
  /** Additional query parameters. Default: none. */
  readonly query?: Query;
  /** Prefix of the type of its events. Default: the value of `object`. */
  readonly events?: string;
  /** Value of the member `object`. */
  readonly object: string;
  /** Whether an object stays in its list after a `…deleted` event, as a subscription does. Default: `false`. */
  readonly staysListedWhenDeleted?: boolean;
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
  if (changed !== undefined) return readChanged(http, objects, { created, changed });
  return http.pages(objects.path, {
    shape: objects.shape,
    items: "data",
    paging: afterLastId(),
    query: { ...objects.query, ...period(created), "expand[]": objects.expand },
  });
}

const changeShape = shape.object({
  type: shape.required(shape.text),
  data: shape.required(
    shape.object({ object: shape.required(shape.object({ id: shape.text, object: shape.text })) }),
  ),
});

/**
 * Reads the state of each object after its latest event in a period. Events are listed newest first, so the first one
 * of an object counts. A deleted object is omitted, as it is from its list.
 *
 * @see https://docs.stripe.com/api/events/list
 */
function readChanged<Value extends ListedObject>(
  http: Http,
  objects: ObjectList<Value>,
  { created, changed }: ObjectPeriods,
): Pages<Value> {
  const hours = Math.min(maxHours, Math.max(0, changed ?? 0));
  const since = Math.floor(Date.now() / 1000 - hours * 3600);
  const seen = new Set<string>();
  return http
    .pages("events", {
      items: "data",
      paging: afterLastId(),
      query: { "created[gte]": since, type: `${objects.events ?? objects.object}.*` },
    })
    .flatMap((event) => {
      const { type, data } = changeShape.read(event, "item");
      const { id, object } = data.object;
      if (object !== objects.object || typeof id !== "string" || seen.has(id)) return [];
      seen.add(id);
      if (type.endsWith(".deleted") && objects.staysListedWhenDeleted !== true) return [];
      // The shape has checked that `data.object` is an object.
      const value = objects.shape.read(
        (event as { data: { object: unknown } }).data.object,
        "item.data.object",
      );
      return isWithin(instantOf(value.created), created) ? [value] : [];
    });
}

/** Returns a period as query parameters: whole seconds, both ends inclusive. */
function period(range: DateRange | undefined): Query {
  return {
    "created[gte]": range?.min === undefined ? undefined : Math.ceil(Date.parse(range.min) / 1000),
    "created[lte]": range?.max === undefined ? undefined : Math.floor(Date.parse(range.max) / 1000),
  };
}
