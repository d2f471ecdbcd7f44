import {
  arrayOf,
  bool,
  type Column,
  date,
  fitsDouble,
  type Http,
  number,
  type ShapeValue,
  shape,
  text,
} from "@wellhead/sdk";

/** Members of a property of an object that are read. */
export const propertyShape = shape.object({
  name: shape.required(shape.text),
  label: shape.text,
  description: shape.text,
  type: shape.text,
  fieldType: shape.text,
  hidden: shape.bool,
  archived: shape.bool,
});

/** A property of an object, as HubSpot describes it. */
export type Property = ShapeValue<typeof propertyShape>;

const propertiesShape = shape.object({ results: shape.required(shape.list(propertyShape)) });

/**
 * Reads the properties of a type of objects, without hidden ones.
 *
 * @param http - Client of the request
 * @param type - Type of the objects, such as `contacts`
 * @param chosen - Names of the chosen properties. Default: all
 * @returns The properties
 * @see https://developers.hubspot.com/docs/api-reference/crm-properties-v3/core/get-crm-v3-properties-objectType
 */
export async function readProperties(
  http: Http,
  type: string,
  chosen: readonly string[] = [],
): Promise<readonly Property[]> {
  const { results } = await http.get(`crm/v3/properties/${type}`).json(propertiesShape);
  const shown = results.filter(({ archived, name }) => archived !== true && name !== "hs_object_id");
  if (chosen.length > 0) return shown.filter(({ name }) => chosen.includes(name));
  return shown.filter(({ hidden }) => hidden !== true);
}

/**
 * Returns the column of a property.
 *
 * @param property - The property
 * @returns Its column
 */
export function columnOf(property: Property): Column {
  const title = property.label || property.name;
  const description = property.description || undefined;
  return { ...kindOf(property), title, ...(description !== undefined && { description }) };
}

function kindOf({ type, fieldType }: Property): Column {
  if (type === "number") return number();
  if (type === "bool") return bool();
  if (type === "date" || type === "datetime") return date();
  return type === "enumeration" && fieldType === "checkbox" ? arrayOf(text()) : text();
}

/**
 * Converts the value of a property to a cell. HubSpot writes every value as text. A value that does not match its type
 * stays text.
 *
 * @param value - The value
 * @param column - Kind of its column
 * @returns The cell; `null`, or an empty list for a list column, when there is no value
 */
export function cellOf(value: unknown, column: string): unknown {
  if (value === null || value === undefined || value === "") return column.startsWith("array") ? [] : null;
  if (typeof value !== "string") return typeof value === "object" ? JSON.stringify(value) : value;
  if (column.startsWith("array")) return value.split(";").filter((one) => one !== "");
  if (column === "bool") return bools.get(value) ?? value;
  if (column === "number") return numberOf(value);
  return column === "date" ? dateOf(value) : value;
}

const bools: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

function numberOf(value: string): unknown {
  return Number.isFinite(Number(value)) && fitsDouble(value) ? Number(value) : value;
}

/** Returns a date as text. Some properties contain milliseconds since 1970. */
function dateOf(value: string): string {
  if (!/^-?\d{6,15}$/.test(value)) return value;
  return new Date(Number(value)).toISOString();
}
