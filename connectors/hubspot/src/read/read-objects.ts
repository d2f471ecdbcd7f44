import {
  cursorInBody,
  type DateRange,
  type Http,
  isMissing,
  isWithin,
  type ShapeValue,
  shape,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { afterLastId } from "./after-last-id.js";
import { batchErrorsShape, missingIds } from "./batch-errors.js";
import type { Property } from "./property.js";

/** Members of an earlier or the current value of a property that are read. */
const versionShape = shape.object({
  value: shape.text,
  timestamp: shape.text,
  sourceType: shape.text,
  sourceId: shape.text,
  sourceLabel: shape.text,
  updatedByUserId: shape.id,
});

/** Members of an object that are read. HubSpot and the users of the account name its properties. */
const objectShape = shape.object({
  id: shape.required(shape.text),
  properties: shape.record(shape.anything),
  propertiesWithHistory: shape.record(shape.list(versionShape)),
  createdAt: shape.text,
  updatedAt: shape.text,
  archivedAt: shape.text,
});

const objectsShape = shape.object({
  results: shape.required(shape.list(objectShape)),
  errors: batchErrorsShape,
});

/** An object. */
export type HubspotObject = ShapeValue<typeof objectShape>;

/** Selection of objects. */
export interface ObjectSelection {
  /** Type of the objects, such as `contacts` or the id of a type that the account defined. */
  readonly type: string;
  readonly properties: readonly Property[];
  /** Names of the properties that are read with their earlier values. Default: none. */
  readonly history?: readonly string[];
  /** Whether archived objects are read in place of the others. Default: `false`. */
  readonly archived?: boolean | undefined;
  /** Period in which they were last modified. Default: any. */
  readonly modified?: DateRange | undefined;
}

const listPaging = cursorInBody({
  cursor: "paging.next.after",
  parameter: "after",
  size: { parameter: "limit", value: 100 },
});

/**
 * Reads objects with their properties.
 *
 * @param http - Client of the request
 * @param selection - The objects
 * @returns The objects
 */
export function readObjects(http: Http, selection: ObjectSelection): AsyncIterable<readonly HubspotObject[]> {
  const { modified, archived = false } = selection;
  // A search does not find archived objects.
  return modified === undefined || archived
    ? listObjects(http, selection)
    : searchObjects(http, selection, modified);
}

/**
 * Lists objects, because the list, unlike a search, is always up to date. Then reads their properties in separate
 * requests, because they are too many for a URL.
 */
async function* listObjects(
  http: Http,
  selection: ObjectSelection,
): AsyncGenerator<readonly HubspotObject[]> {
  const { type, archived = false, modified } = selection;
  const pages = http.pages(`crm/v3/objects/${encodeURIComponent(type)}`, {
    query: { archived: archived || undefined },
    shape: objectShape,
    items: "results",
    paging: listPaging,
    key: "id",
    // Nothing is documented about the order of the list, or of what its cursor consists.
    order: "changing",
  });
  for await (const page of pages) {
    const ids = page.map(({ id: key }) => key);
    const found = await readBatch(http, selection, ids);
    // An object that was deleted in the meantime is missing.
    const objects = ids.flatMap((key) => found.get(key) ?? []);
    yield objects.filter(({ updatedAt }) => isWithin(updatedAt, modified));
  }
}

/** Maximum number of objects of a batch, and of one with the history of properties. */
const maxBatch = { values: 100, history: 50 };

/**
 * Reads the properties of objects. Those that HubSpot failed to read are reported in the response, and recognised as a
 * fault. An object that is missing without a reason is read again on its own.
 *
 * @see https://developers.hubspot.com/docs/api-reference/crm-objects-v3/batch/post-crm-v3-objects-objectType-batch-read
 */
async function readBatch(
  http: Http,
  { type, archived = false, properties, history = [] }: ObjectSelection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HubspotObject>> {
  const size = history.length > 0 ? maxBatch.history : maxBatch.values;
  const found = new Map<string, HubspotObject>();
  const missing = new Set<string>();
  for (let start = 0; start < ids.length; start += size) {
    const inputs = ids.slice(start, start + size).map((key) => ({ id: key }));
    const { results, errors } = await http
      .post(`crm/v3/objects/${encodeURIComponent(type)}/batch/read`, {
        query: { archived: archived || undefined },
        json: { inputs, properties: properties.map(({ name }) => name), propertiesWithHistory: history },
        idempotent: true,
      })
      .json(objectsShape);
    for (const one of results) found.set(one.id, one);
    for (const key of missingIds(errors)) missing.add(key);
  }
  for (const key of ids.filter((one) => !found.has(one) && !missing.has(one))) {
    if (await exists(http, { type, archived }, key)) {
      throw upstreamUnavailable(
        "Could not read from HubSpot: it left out objects that exist. Try again later.",
      );
    }
  }
  return found;
}

async function exists(
  http: Http,
  { type, archived }: { readonly type: string; readonly archived: boolean },
  key: string,
): Promise<boolean> {
  try {
    const found = await http
      .get(`crm/v3/objects/${encodeURIComponent(type)}/${encodeURIComponent(key)}`, {
        query: { archived: archived || undefined },
      })
      .json(shape.object({ archived: shape.bool }));
    return (found.archived === true) === archived;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Returns the property for the time of the last change, which has another name for contacts. */
function modifiedProperty(type: string): string {
  return type === "contacts" ? "lastmodifieddate" : "hs_lastmodifieddate";
}

async function* searchObjects(
  http: Http,
  selection: ObjectSelection,
  modified: DateRange,
): AsyncGenerator<readonly HubspotObject[]> {
  const { type, properties, history = [] } = selection;
  const bound = (operator: string, instant: string | undefined) =>
    instant === undefined
      ? []
      : [{ propertyName: modifiedProperty(type), operator, value: String(Date.parse(instant)) }];
  const pages = http.pages(`crm/v3/objects/${encodeURIComponent(type)}/search`, {
    shape: objectShape,
    items: "results",
    paging: afterLastId(),
    key: "id",
    order: "stable",
    json: {
      properties: history.length > 0 ? [] : properties.map(({ name }) => name),
      filterGroups: [{ filters: [...bound("GTE", modified.min), ...bound("LTE", modified.max)] }],
    },
  });
  for await (const page of pages) {
    if (history.length === 0) yield page;
    else
      yield [
        ...(
          await readBatch(
            http,
            selection,
            page.map(({ id: key }) => key),
          )
        ).values(),
      ];
  }
}
