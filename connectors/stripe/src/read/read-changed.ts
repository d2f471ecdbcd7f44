import { type Http, isMissing, type Query, shape } from "@wellhead/sdk";
import { afterLastId } from "./after-last-id.js";
import type { ListedObject, ObjectList } from "./object-list.js";

/** Maximum number of objects that are requested at the same time. */
const maxCalls = 5;

const eventShape = shape.object({
  type: shape.required(shape.text),
  data: shape.required(
    shape.object({ object: shape.required(shape.object({ id: shape.text, object: shape.text })) }),
  ),
});

const deletedShape = shape.object({ deleted: shape.bool });

/** An object of which an event tells: its kind and its id. */
interface Changed {
  readonly kind: string;
  readonly id: string;
}

/**
 * Reads the objects of a list of which Stripe's events tell. An event contains its object in the version of the API that
 * the account had then, so each object is read by its id, in the version of all other requests. A deleted object is
 * omitted, as it is from its list.
 *
 * @param http - Client of the request
 * @param objects - The list
 * @param hours - Hours before now
 * @returns The objects as they are now, in the order of their latest events, the newest first
 * @see https://docs.stripe.com/api/events/list
 */
export async function* readChanged<Value extends ListedObject>(
  http: Http,
  objects: ObjectList<Value>,
  hours: number,
): AsyncGenerator<readonly Value[]> {
  const { events = objects.object } = objects;
  const since = Math.floor(Date.now() / 1000 - hours * 3600);
  const types: Query = typeof events === "string" ? { type: `${events}.*` } : { "types[]": events };
  const seen = new Set<string>();
  const pages = http.pages("events", {
    shape: eventShape,
    items: "data",
    paging: afterLastId(),
    key: "id",
    order: "stable",
    query: { "created[gte]": since, ...types },
  });
  for await (const batch of pages) {
    const changed: Changed[] = [];
    for (const { type, data } of batch) {
      const { id, object: kind } = data.object;
      if (typeof id !== "string" || typeof kind !== "string" || seen.has(`${kind} ${id}`)) continue;
      seen.add(`${kind} ${id}`);
      const isDeleted = type.endsWith(".deleted") && objects.staysListedWhenDeleted !== true;
      if (!isDeleted) changed.push({ kind, id });
    }
    for (let start = 0; start < changed.length; start += maxCalls) {
      const found = await Promise.all(
        changed.slice(start, start + maxCalls).map((one) => readOne(http, objects, one)),
      );
      // An object may be found by its own event, and by one of an object that it belongs to.
      yield found.flat().filter(({ id }) => seen.size < seen.add(`found ${id}`).size);
    }
  }
}

async function readOne<Value extends ListedObject>(
  http: Http,
  { path, shape: valueShape, object, expand, parent }: ObjectList<Value>,
  { kind, id }: Changed,
): Promise<readonly Value[]> {
  if (kind === parent) return await readOf(http, { path, shape: valueShape, object, parent }, id);
  if (kind !== object) return [];
  const query = { "expand[]": expand?.map((name) => name.replace(/^data\./, "")) };
  try {
    const found = await http.get(`${path}/${encodeURIComponent(id)}`, { query }).json();
    return deletedShape.read(found, "object").deleted === true ? [] : [valueShape.read(found, "object")];
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Reads the objects that belong to another one. */
async function readOf<Value extends ListedObject>(
  http: Http,
  { path, shape: valueShape, parent = "" }: ObjectList<Value>,
  id: string,
): Promise<readonly Value[]> {
  const found: Value[] = [];
  const pages = http.pages(path, {
    shape: valueShape,
    items: "data",
    paging: afterLastId(),
    query: { [parent]: id },
  });
  for await (const batch of pages) found.push(...batch);
  return found;
}
