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

/** Hours for which Stripe keeps events: 30 days. */
const maxHours = 720;

/** What every object of a list has. */
interface ListedObject {
  readonly id: string;
  readonly created?: number | string | null | undefined;
}

/** What a list of objects can be narrowed to. */
export interface ObjectPeriods {
  readonly created?: DateRange | undefined;
  /** Hours back from now. */
  readonly changed?: number | undefined;
}

/** A list of objects. */
export interface ObjectList<Value extends ListedObject> {
  /** Path of the list, such as `charges`. */
  readonly path: string;
  readonly shape: Shape<Value>;
  /** Other objects that each one brings, such as `data.customer`. Default: none. */
  readonly expand?: readonly string[];
  /** Further arguments. Default: none. */
  readonly query?: Query;
  /** What the type of its events begins with. Default: the list cannot be read by its changes. */
  readonly events?: string;
  /** Value of the member `object`. */
  readonly object: string;
  /** Whether an event `…deleted` leaves the object in its list, as that of a subscription does. Default: `false`. */
  readonly outlivesDeletion?: boolean;
}

/**
 * Makes the filters of a list that can be read by its changes.
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
 * @param objects - Which list
 * @param periods - When they were created, and changed
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
 * Reads what each object was after its latest event of a period. Events come newest first, so the first one of an
 * object counts; one that was deleted is left out, as it is from its list.
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
      if (type.endsWith(".deleted") && objects.outlivesDeletion !== true) return [];
      // The event was read as one whose `data.object` is an object.
      const value = objects.shape.read(
        (event as { data: { object: unknown } }).data.object,
        "item.data.object",
      );
      return isWithin(instantOf(value.created), created) ? [value] : [];
    });
}

/** A period as Stripe takes it: whole seconds, both ends within. */
function period(range: DateRange | undefined): Query {
  return {
    "created[gte]": range?.min === undefined ? undefined : Math.ceil(Date.parse(range.min) / 1000),
    "created[lte]": range?.max === undefined ? undefined : Math.floor(Date.parse(range.max) / 1000),
  };
}
