import {
  arrayOf,
  bool,
  type Column,
  type Columns,
  date,
  id,
  number,
  type StoredType,
  text,
} from "@wellhead/sdk";
import { isObject, type JsonSchema, textsOf } from "../specification/stream.js";

/**
 * Returns the columns of a JSON Schema.
 *
 * @param schema - Schema of the records of a stream
 * @returns Its properties as columns; none when it has no properties
 */
export function columnsOfSchema(schema: JsonSchema): Columns {
  const { properties } = resolve(schema, schema);
  if (!isObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      columnOf(isObject(property) ? resolve(property, schema) : {}, schema),
    ]),
  );
}

function columnOf(schema: JsonSchema, root: JsonSchema): Column {
  const { title, description } = schema;
  const labels = {
    ...(typeof title === "string" && title.trim() !== "" && { title }),
    ...(typeof description === "string" && { description }),
  };
  const types = typesOf(schema);
  const [only] = types;
  if (types.length === 2 && types.includes("integer") && types.includes("number")) return number(labels);
  // Ids are texts or integers, as the source has them.
  if (types.length === 2 && types.includes("integer") && types.includes("string")) return id(labels);
  // Documents of databases.
  if (types.length === 2 && types.includes("object") && types.includes("array"))
    return stored(text(labels), "json");
  // A value of several types is whatever the program sends.
  if (types.length !== 1) return text(labels);
  switch (only) {
    case "integer":
      return stored(number(labels), "integer");
    case "number":
      return schema["airbyte_type"] === "integer" ? stored(number(labels), "integer") : number(labels);
    case "boolean":
      return bool(labels);
    case "array":
      return listColumn(schema, root, labels);
    case "object":
      return stored(text(labels), "json");
    default:
      return textColumn(schema, labels);
  }
}

function stored(column: Column, storedAs: StoredType): Column {
  return { ...column, storedAs };
}

type Labels = Pick<Column, "title" | "description">;

function textColumn(schema: JsonSchema, labels: Labels): Column {
  switch (schema["format"]) {
    case "date":
      return stored(date({ ...labels, subType: "day" }), "day");
    case "date-time":
      return stored(
        date(labels),
        schema["airbyte_type"] === "timestamp_without_timezone" ? "local" : "instant",
      );
    case "email":
      return text({ ...labels, subType: "email" });
    case "uri":
      return text({ ...labels, subType: "url" });
    default:
      return text(labels);
  }
}

function listColumn(schema: JsonSchema, root: JsonSchema, labels: Labels): Column {
  const { items } = schema;
  const types = isObject(items) ? typesOf(resolve(items, root)) : [];
  const isOf = (type: string): boolean => types.length === 1 && types[0] === type;
  if (isOf("string")) return { ...arrayOf(text()), ...labels };
  if (isOf("integer") || isOf("number")) return { ...arrayOf(number()), ...labels };
  return stored(text(labels), "json");
}

/**
 * @param schema - A resolved schema
 * @returns Its types without `null`; those of its values if it lists them
 */
export function typesOf(schema: JsonSchema): readonly string[] {
  const { type, enum: values } = schema;
  const own = typeof type === "string" ? [type] : textsOf(type);
  const given = own.length > 0 || !Array.isArray(values) ? own : values.map((value) => typeOfValue(value));
  return [...new Set(given)].filter((one) => one !== "null");
}

function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

/** Maximum number of references and unions that are followed; a schema may refer to itself. */
const maxSteps = 16;

/**
 * Follows references inside of a document, and takes the only alternative to `null` of a union.
 *
 * @param schema - A schema
 * @param root - The document that it belongs to
 * @returns A schema with members of its own
 */
export function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let current = schema;
  for (let step = 0; step < maxSteps; step += 1) {
    const next = nextOf(current, root);
    if (next === undefined) return current;
    current = next;
  }
  return current;
}

function nextOf(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  const { $ref, anyOf, oneOf, allOf, type, ...others } = schema;
  if (typeof $ref === "string") {
    const target = targetOf($ref, root);
    return target === undefined ? undefined : { ...target, ...others };
  }
  if (Array.isArray(allOf)) {
    const parts = allOf.filter(isObject).map((part) => resolve(part, root));
    // Objects of JSON that are joined are one again.
    return Object.assign({}, ...parts, type === undefined ? others : { ...others, type }) as JsonSchema;
  }
  const union: unknown = anyOf ?? oneOf;
  if (!Array.isArray(union) || type !== undefined) return undefined;
  const choices = union.filter(isObject).filter((one) => one["type"] !== "null");
  const [first] = choices;
  if (choices.length === 1 && first !== undefined) return { ...others, ...first };
  const types = choices.flatMap((one) => typesOf(resolve(one, root)));
  return { ...others, type: [...new Set(types)] };
}

function targetOf(reference: string, root: JsonSchema): JsonSchema | undefined {
  if (!reference.startsWith("#/")) return undefined;
  let found: unknown = root;
  for (const step of reference.slice(2).split("/")) {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return isObject(found) ? found : undefined;
}
