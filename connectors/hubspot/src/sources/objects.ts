import {
  arrayOf,
  type Columns,
  changedFrom,
  cursorInBody,
  type DateRange,
  date,
  dateRange,
  type Http,
  id,
  isMissing,
  type MakeSource,
  multiList,
  type RowOf,
  type ShapeValue,
  type Source,
  shape,
  text,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { afterLastId } from "../read/after-last-id.js";
import { readAssociations } from "../read/associations.js";
import { batchErrorsShape, missingIds } from "../read/batch-errors.js";
import { cellOf, columnOf, type Property, readProperties } from "../read/property.js";

/** Members of an object that are read. HubSpot and the users of the account name its properties. */
const objectShape = shape.object({
  id: shape.required(shape.text),
  properties: shape.record(shape.anything),
  createdAt: shape.text,
  updatedAt: shape.text,
});

const objectsShape = shape.object({
  results: shape.required(shape.list(objectShape)),
  errors: batchErrorsShape,
});

type HubspotObject = ShapeValue<typeof objectShape>;

/** A type of objects. */
export interface ObjectType {
  /** Name in the API, such as `contacts`. */
  readonly type: "contacts" | "companies" | "deals" | "tickets" | "line_items";
  /** Types whose associated objects are in each row. Default: none. */
  readonly associations?: readonly string[];
}

const names = {
  contacts: "Contacts",
  companies: "Companies",
  deals: "Deals",
  tickets: "Tickets",
  line_items: "Line items",
};

const listPaging = cursorInBody({
  cursor: "paging.next.after",
  parameter: "after",
  size: { parameter: "limit", value: 100 },
});

/**
 * Creates the source of one type of objects. The columns are its properties.
 *
 * @param source - Creates a source from its definition
 * @param object - The type
 * @returns The source
 * @see https://developers.hubspot.com/docs/guides/crm/understanding-the-crm
 */
export function objects<Account>(source: MakeSource<Account>, object: ObjectType): Source {
  const { type } = object;
  return source({
    name: names[type],
    filter: {
      properties: multiList({
        title: "Properties",
        description: "Empty: all that HubSpot does not hide",
        optional: true,
        options: async ({ http }) =>
          (await readProperties(http, type)).map(({ name: value, label }) => ({
            title: label || value,
            value,
          })),
      }),
      modified: dateRange({ title: "Last modified", optional: true }),
    },
    fields: async ({ http, filter }) =>
      columnsOf(object, await readProperties(http, type, filter.properties)),
    key: ["id"],
    sharedFilter: [],
    // A search does not find archived objects, and finds others some minutes late. It does not find objects of which only
    // the associations have changed.
    changes: { by: "updated at", fullEvery: "1 d" },
    async *rows({ http, filter, since }) {
      const properties = await readProperties(http, type, filter.properties);
      const modified = changedFrom(filter.modified, since);
      const batches =
        modified === undefined
          ? listObjects(http, type, properties)
          : searchObjects(http, object, { properties, modified });
      for await (const batch of batches) yield await toRows(http, object, { batch, properties });
    },
  });
}

/**
 * Lists objects, because the list, unlike a search, is always up to date. Then reads their properties in separate
 * requests, because they are too many for a URL.
 */
async function* listObjects(
  http: Http,
  type: string,
  properties: readonly Property[],
): AsyncGenerator<readonly HubspotObject[]> {
  const pages = http.pages(`crm/v3/objects/${type}`, {
    shape: objectShape,
    items: "results",
    paging: listPaging,
    key: "id",
    // Nothing is documented about the order of the list, or of what its cursor consists.
    order: "changing",
  });
  for await (const page of pages) {
    const ids = page.map(({ id: key }) => key);
    const found = await readBatch(http, type, { ids, properties });
    // An object that was deleted in the meantime is missing.
    yield ids.flatMap((key) => found.get(key) ?? []);
  }
}

interface Batch {
  readonly ids: readonly string[];
  readonly properties: readonly Property[];
}

/**
 * Reads the properties of objects. Those that HubSpot failed to read are reported in the response, and recognised as a
 * fault. An object that is missing without a reason is read again on its own.
 */
async function readBatch(
  http: Http,
  type: string,
  { ids, properties }: Batch,
): Promise<ReadonlyMap<string, HubspotObject>> {
  const json = { inputs: ids.map((key) => ({ id: key })), properties: properties.map(({ name }) => name) };
  const call = http.post(`crm/v3/objects/${type}/batch/read`, { json, idempotent: true });
  const { results, errors } = await call.json(objectsShape);
  const found = new Map(results.map((one) => [one.id, one]));
  const known = new Set([...found.keys(), ...missingIds(errors)]);
  for (const key of ids.filter((one) => !known.has(one))) {
    if (await exists(http, type, key)) {
      throw upstreamUnavailable(
        "Could not read from HubSpot: it left out objects that exist. Try again later.",
      );
    }
  }
  return found;
}

async function exists(http: Http, type: string, key: string): Promise<boolean> {
  try {
    const { archived } = await http
      .get(`crm/v3/objects/${type}/${encodeURIComponent(key)}`)
      .json(shape.object({ archived: shape.bool }));
    return archived !== true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Returns the property for the time of the last change, which has another name for contacts. */
function modifiedProperty(type: string): string {
  return type === "contacts" ? "lastmodifieddate" : "hs_lastmodifieddate";
}

function searchObjects(
  http: Http,
  { type }: ObjectType,
  { properties, modified }: { readonly properties: readonly Property[]; readonly modified: DateRange },
): AsyncIterable<readonly HubspotObject[]> {
  const bound = (operator: string, instant: string | undefined) =>
    instant === undefined
      ? []
      : [{ propertyName: modifiedProperty(type), operator, value: String(Date.parse(instant)) }];
  return http.pages(`crm/v3/objects/${type}/search`, {
    shape: objectShape,
    items: "results",
    paging: afterLastId(),
    key: "id",
    order: "stable",
    json: {
      properties: properties.map(({ name }) => name),
      filterGroups: [{ filters: [...bound("GTE", modified.min), ...bound("LTE", modified.max)] }],
    },
  });
}

const ownColumns = { id: id(), "created at": date(), "updated at": date() };

/** Returns the id of a property's column. The id of the object has a column of its own. */
function columnId({ name }: Property): string {
  return Object.hasOwn(ownColumns, name) ? `${name} 2` : name;
}

function columnsOf({ associations = [] }: ObjectType, properties: readonly Property[]): Columns {
  return {
    ...Object.fromEntries(properties.map((property) => [columnId(property), columnOf(property)])),
    ...Object.fromEntries(associations.map((to) => [`${to} ids`, arrayOf(text())])),
    ...ownColumns,
  };
}

async function toRows(
  http: Http,
  { type, associations = [] }: ObjectType,
  {
    batch,
    properties,
  }: { readonly batch: readonly HubspotObject[]; readonly properties: readonly Property[] },
): Promise<ReadonlyArray<RowOf<Columns>>> {
  const ids = batch.map((one) => one.id);
  const found: Array<readonly [string, ReadonlyMap<string, readonly string[]>]> = [];
  for (const to of associations) {
    found.push([`${to} ids`, await readAssociations(http, { from: type, to }, ids)]);
  }
  const columns = properties.map(
    (property) => [property.name, columnId(property), columnOf(property).column] as const,
  );
  return batch.map((one) => ({
    ...Object.fromEntries(columns.map(([name, key, kind]) => [key, cellOf(one.properties?.[name], kind)])),
    ...Object.fromEntries(found.map(([name, byId]) => [name, byId.get(one.id) ?? []])),
    id: one.id,
    "created at": one.createdAt,
    "updated at": one.updatedAt,
  }));
}
