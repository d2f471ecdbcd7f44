import { arrayOf, type Columns, date, type Http, id, type RowOf, text } from "@wellhead/sdk";
import { readAssociations } from "./associations.js";
import { cellOf, columnOf, type Property } from "./property.js";
import type { HubspotObject } from "./read-objects.js";

const ownColumns = { id: id(), "created at": date(), "updated at": date() };
const archivedColumns = { "archived at": date() };

/** A type of objects. */
export interface ObjectType {
  /** Name in the API, such as `contacts`. */
  readonly type: string;
  /** Types whose associated objects are in each row. Default: none. */
  readonly associations?: readonly string[];
  /** Whether its rows are archived objects. Default: `false`. */
  readonly archived?: boolean | undefined;
}

/** Returns the id of a property's column. The id of the object has a column of its own. */
function columnId({ name }: Property): string {
  return Object.hasOwn({ ...ownColumns, ...archivedColumns }, name) ? `${name} 2` : name;
}

/**
 * Returns the columns of objects: their properties, and the ids of associated objects.
 *
 * @param object - Type of the objects
 * @param properties - The properties
 * @returns The columns
 */
export function columnsOf(
  { associations = [], archived }: ObjectType,
  properties: readonly Property[],
): Columns {
  return {
    ...Object.fromEntries(properties.map((property) => [columnId(property), columnOf(property)])),
    ...Object.fromEntries(associations.map((to) => [`${to} ids`, arrayOf(text())])),
    ...ownColumns,
    ...(archived === true && archivedColumns),
  };
}

/**
 * Converts objects to rows.
 *
 * @param http - Client of the request
 * @param object - Type of the objects
 * @param read - The objects and their properties
 * @returns The rows
 */
export async function toRows(
  http: Http,
  { type, associations = [], archived }: ObjectType,
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
    ...(archived === true && { "archived at": one.archivedAt }),
  }));
}
