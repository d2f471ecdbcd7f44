import {
  type Column,
  type Columns,
  changedFrom,
  type DateRange,
  date,
  dateRange,
  type Http,
  id,
  isMissing,
  list,
  type MakeSource,
  MissingParents,
  type RowOf,
  type ShapeValue,
  type Source,
  shape,
  upstreamUnavailable,
  url,
} from "@wellhead/sdk";
import { createdBound, createdWindows } from "../read/created-windows.js";
import { type DataSource, listDataSources, type Property, readDataSource } from "../read/data-source.js";
import { plainText } from "../read/plain-text.js";
import { cellOf, endOf } from "../rows/cell-of.js";
import { columnOf } from "../rows/column-of.js";
import { wholeProperties } from "../rows/whole-properties.js";

/** Members of a page, the row of a data source, that are read. The users of the workspace name its properties. */
export const pageShape = shape.object({
  id: shape.required(shape.text),
  created_time: shape.text,
  last_edited_time: shape.text,
  url: shape.text,
  properties: shape.record(shape.anything),
});

const stateShape = shape.object({ in_trash: shape.bool });

/** Columns that every data source has. */
const ownColumns = { "page id": id(), "page created": date(), "page edited": date(), "page address": url() };

/**
 * Creates the source of a data source's rows. The columns are its properties.
 *
 * @param makeSource - Creates a source from its definition
 * @returns The source
 * @see https://developers.notion.com/reference/query-a-data-source
 */
export function rows<Account>(makeSource: MakeSource<Account>): Source {
  return makeSource({
    name: "Rows",
    description: "The rows of one table of a database, the oldest first",
    filter: {
      source: list({
        title: "Data source",
        description: "A table that is shared with the integration",
        options: ({ http }) =>
          listDataSources(http).map((one) => ({ title: plainText(one.title) || one.id, value: one.id })),
      }),
      created: dateRange({ title: "Created", optional: true }),
      edited: dateRange({ title: "Last edited", optional: true }),
    },
    fields: async ({ http, filter }) => columnsOf(namedProperties(await readDataSource(http, filter.source))),
    key: ["page id"],
    sharedFilter: ["source"],
    // Notion does not list deleted pages, and a formula or rollup changes without a page being edited.
    changes: { by: "page edited", fullEvery: "1 d" },
    async *rows({ http, log, filter, since }) {
      const source = await readDataSource(http, filter.source);
      const properties = namedProperties(source);
      const pages = http.pages(`data_sources/${encodeURIComponent(filter.source)}/query`, {
        json: queryOf({ ...filter, edited: changedFrom(filter.edited, since) }),
        shape: pageShape,
        items: "results",
        paging: createdWindows(),
        key: "id",
        order: "stable",
      });
      const missing = new MissingParents(log, "pages");
      for await (const batch of pages) {
        const batchRows: Array<RowOf<Columns>> = [];
        for (const page of batch) {
          for await (const made of missing.read(readRow(http, page, { source, properties })))
            batchRows.push(...made);
        }
        yield batchRows;
      }
      missing.end();
    },
  });
}

/** Reads the row of a page, whose properties may require further requests. */
async function* readRow(
  http: Http,
  page: ShapeValue<typeof pageShape>,
  { source, properties }: { readonly source: DataSource; readonly properties: readonly NamedProperty[] },
): AsyncGenerator<readonly [RowOf<Columns>]> {
  try {
    const values = await wholeProperties(http, page.id, {
      values: page.properties ?? {},
      properties: source.properties ?? {},
    });
    yield [toRow(page, values, properties)];
  } catch (error) {
    if (isMissing(error) && (await isThere(http, page.id))) throw propertyMissing();
    throw error;
  }
}

/** Returns whether a page still exists outside of the trash. */
async function isThere(http: Http, page: string): Promise<boolean> {
  try {
    const { in_trash: inTrash } = await http.get(`pages/${encodeURIComponent(page)}`).json(stateShape);
    return inTrash !== true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function propertyMissing(): Error {
  return upstreamUnavailable(
    "Could not read a row from Notion: one of its properties cannot be read, because it was removed, or because it is computed from a database that is not shared with the integration. Share that database, or try again.",
  );
}

/** A property with the ids of its columns. */
interface NamedProperty {
  /** Name in Notion. */
  readonly name: string;
  readonly key: string;
  readonly column: Column;
  /** Column of the end date, if the property holds dates. */
  readonly endKey: string | undefined;
}

/** Names columns after properties. A name that is taken gets a number appended. */
function namedProperties({ properties }: DataSource): readonly NamedProperty[] {
  const taken = new Set([...Object.keys(ownColumns), "__proto__"]);
  const free = (name: string) => {
    let key = name;
    for (let number = 2; taken.has(key); number += 1) key = `${name} ${number}`;
    taken.add(key);
    return key;
  };
  const shown = Object.entries(properties ?? {}).filter(([, { type }]) => type !== "button");
  return shown.map(([name, property]: readonly [string, Property]) => ({
    name,
    key: free(name),
    column: columnOf(property, name),
    endKey: property.type === "date" ? free(`${name} end`) : undefined,
  }));
}

function columnsOf(properties: readonly NamedProperty[]): Columns {
  const columns = properties.flatMap(({ name, key, column, endKey }) => [
    [key, column] as const,
    ...(endKey === undefined ? [] : [[endKey, { ...date(), title: `${name} end` }] as const]),
  ]);
  return { ...ownColumns, ...Object.fromEntries(columns) };
}

function toRow(
  page: ShapeValue<typeof pageShape>,
  values: Readonly<Record<string, unknown>>,
  properties: readonly NamedProperty[],
): RowOf<Columns> {
  const cells = properties.flatMap(({ name, key, column, endKey }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const cell = [key, cellOf(value, column.column)] as const;
    return endKey === undefined ? [cell] : [cell, [endKey, endOf(value)] as const];
  });
  return {
    "page id": page.id,
    "page created": page.created_time,
    "page edited": page.last_edited_time,
    "page address": page.url,
    ...Object.fromEntries(cells),
  };
}

interface Periods {
  readonly created?: DateRange | undefined;
  readonly edited?: DateRange | undefined;
}

/**
 * Returns the body of the query. The order keeps pages stable while rows are added, and makes it possible to continue
 * after Notion ends a query.
 */
function queryOf({ created, edited }: Periods): Readonly<Record<string, unknown>> {
  const bounds = [
    ...(created?.min === undefined ? [] : [createdBound("on_or_after", created.min)]),
    ...(created?.max === undefined ? [] : [createdBound("on_or_before", created.max)]),
    ...(edited?.min === undefined ? [] : [editedBound("on_or_after", edited.min)]),
    ...(edited?.max === undefined ? [] : [editedBound("on_or_before", edited.max)]),
  ];
  const sorts = [{ timestamp: "created_time", direction: "ascending" }];
  return { sorts, ...(bounds.length > 0 && { filter: { and: bounds } }) };
}

function editedBound(comparison: "on_or_after" | "on_or_before", time: string): object {
  return { timestamp: "last_edited_time", last_edited_time: { [comparison]: time } };
}
