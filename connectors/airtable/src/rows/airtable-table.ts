import { type Http, inputInvalid, type ShapeValue, shape } from "@wellhead/sdk";

/** Type of a field's values: its own, and the result type of computed and lookup fields. */
const fieldType = { type: shape.required(shape.text) };
const resultShape = shape.object({
  ...fieldType,
  options: shape.object({ result: shape.object(fieldType) }),
});

/** Members of a field that are read. */
const fieldShape = shape.object({
  ...fieldType,
  id: shape.text,
  name: shape.required(shape.text),
  description: shape.text,
  options: shape.object({
    result: resultShape,
    linkedTableId: shape.text,
    referencedFieldIds: shape.list(shape.text),
  }),
});

const viewShape = shape.object({ id: shape.required(shape.text), name: shape.text });

/** Members of a table that are read. */
export const tableShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  description: shape.text,
  primaryFieldId: shape.text,
  fields: shape.required(shape.list(fieldShape)),
  views: shape.list(viewShape),
});

const tablesShape = shape.object({ tables: shape.required(shape.list(tableShape)) });

/** A field of a table, as Airtable describes it. */
export type AirtableField = ShapeValue<typeof fieldShape>;

/** A table, as Airtable describes it. */
export type AirtableTable = ShapeValue<typeof tableShape>;

/**
 * Creates a function that reads the values of a record, which are named by the ids of fields or by their names.
 *
 * @param values - Values of the record
 * @param fields - The fields of the table
 * @returns A function that returns the value of a field; `undefined` when it is empty
 */
export function fieldReader(
  values: Readonly<Record<string, unknown>>,
  fields: ReadonlyArray<Pick<AirtableField, "id">>,
): (field: Pick<AirtableField, "id" | "name">) => unknown {
  const hasIds = fields.some(({ id }) => typeof id === "string" && Object.hasOwn(values, id));
  return ({ id, name }) => {
    const key = hasIds && typeof id === "string" ? id : name;
    return Object.hasOwn(values, key) ? values[key] : undefined;
  };
}

/**
 * Reads the tables of a base.
 *
 * @param http - Client of the request
 * @param base - Id of the base
 * @returns Its tables
 * @see https://airtable.com/developers/web/api/get-base-schema
 */
export async function readTables(http: Http, base: string): Promise<readonly AirtableTable[]> {
  const path = `meta/bases/${encodeURIComponent(base)}/tables`;
  return (await http.get(path).json(tablesShape)).tables;
}

/**
 * Reads the schema of one table.
 *
 * @param http - Client of the request
 * @param place - Ids of the base and the table
 * @returns The table
 * @throws ConnectorError `invalid_field` when the base has no such table
 */
export async function readTable(
  http: Http,
  place: { readonly base: string; readonly table: string },
): Promise<AirtableTable> {
  const found = (await readTables(http, place.base)).find(({ id }) => id === place.table);
  if (found !== undefined) return found;
  throw inputInvalid("Could not find the table: the base has no table with that id. Choose another table.", {
    field: "table",
  });
}
