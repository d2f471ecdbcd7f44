import type { OpenApiDocument } from "./openapi-document.js";
import { readSchema, type ValueSchema } from "./value-schema.js";

/** Maximum levels of a sample value. */
const maxLevels = 4;

/**
 * Creates an item that fits a schema, from its examples, choices and types.
 *
 * @param document - Resolves references
 * @param item - The schema
 * @param number - Number of the item, from 1 to 9; it becomes its id
 * @returns The item
 */
export function sampleItem(document: OpenApiDocument, item: ValueSchema, number: number): unknown {
  const sample = (schema: ValueSchema, level: number): unknown => {
    const { type, properties, items } = schema;
    const isDeep = level >= maxLevels;
    if (type === "array") return isDeep ? [] : [sample(readSchema(document, items), level + 1)];
    if (type !== "object") return sampleScalar(schema, number);
    const members = isDeep ? [] : Object.entries(properties);
    return Object.fromEntries(
      members
        .filter(([, written]) => document.resolve(written)["writeOnly"] !== true)
        .map(([name, written]) => {
          const value = sample(readSchema(document, written), level + 1);
          return [name, name === "id" ? sampleId(value, number) : value] as const;
        }),
    );
  };
  return sample(item, 0);
}

function sampleScalar({ type, format, example, choices }: ValueSchema, number: number): unknown {
  if (choices.length > 0) return choices[0];
  if (type === "integer" || type === "number") return typeof example === "number" ? example : number;
  if (type === "boolean") return number % 2 === 1;
  if (type !== "string") return null;
  if (format === "date-time") return `2026-03-0${number}T10:00:00Z`;
  if (format === "date") return `2026-03-0${number}`;
  return typeof example === "string" ? example : `example ${number}`;
}

function sampleId(value: unknown, number: number): unknown {
  if (typeof value === "string") return `id-${number}`;
  return typeof value === "number" ? number : value;
}
