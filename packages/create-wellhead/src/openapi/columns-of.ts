import type { OpenApiDocument } from "./openapi-document.js";
import { readSchema, type ValueSchema } from "./value-schema.js";

/** A column of a list, and how its cells are read from an item. */
export interface FoundColumn {
  readonly id: string;
  /** Builder of `@wellhead/sdk`, such as `text()`. */
  readonly builder: string;
  /** Names of the members that lead to the value. */
  readonly path: readonly string[];
  /** Type of the value in TypeScript. */
  readonly type: string;
  /** Whether the value becomes JSON text. */
  readonly isJson: boolean;
  readonly schema: ValueSchema;
}

/**
 * Converts the schema of an item to columns. Members of an object become columns of their own, one level deep; lists of
 * objects and deeper objects become JSON text.
 *
 * @param document - Resolves references
 * @param item - The schema of an item
 * @returns The columns; none when the document does not list the members
 */
export function columnsOf(document: OpenApiDocument, item: ValueSchema): readonly FoundColumn[] {
  const columns = Object.entries(item.properties).flatMap(([name, written]) =>
    name === "__proto__" || isWriteOnly(document, written)
      ? []
      : columnsAt(document, [name], readSchema(document, written)),
  );
  const ids = new Set<string>();
  return columns.map((column) => {
    let id = column.path.join("_").replaceAll(/\W+/g, "_");
    while (ids.has(id)) id += "_";
    ids.add(id);
    return { ...column, id };
  });
}

type Found = Omit<FoundColumn, "id">;

function columnsAt(
  document: OpenApiDocument,
  path: readonly string[],
  schema: ValueSchema,
): readonly Found[] {
  const members = Object.entries(schema.properties);
  if (schema.type !== "object" || members.length === 0 || path.length > 1)
    return [columnAt(document, path, schema)];
  return members.flatMap(([name, written]) =>
    isWriteOnly(document, written) ? [] : columnsAt(document, [...path, name], readSchema(document, written)),
  );
}

function columnAt(document: OpenApiDocument, path: readonly string[], schema: ValueSchema): Found {
  const column = (builder: string, type: string, isJson = false): Found => ({
    builder,
    path,
    type,
    isJson,
    schema,
  });
  const scalar = scalars[schema.type];
  if (path.length === 1 && path[0] === "id" && /string|integer|number/.test(schema.type))
    return column("id()", "string | number");
  if (isDate(schema)) return column("date()", "string");
  if (scalar !== undefined) return column(...scalar);
  if (schema.type !== "array") return column("text()", "unknown", true);
  const element = readSchema(document, schema.items);
  if (isDate(element)) return column("arrayOf(date())", "readonly string[]");
  if (element.type === "string") return column("arrayOf(text())", "readonly string[]");
  if (/number|integer/.test(element.type)) return column("arrayOf(number())", "readonly number[]");
  return column("text()", "unknown", true);
}

const scalars: Partial<Record<ValueSchema["type"], readonly [builder: string, type: string]>> = {
  string: ["text()", "string"],
  number: ["number()", "ExactNumber"],
  integer: ["number()", "ExactNumber"],
  boolean: ["bool()", "boolean"],
};

function isDate({ type, format }: ValueSchema): boolean {
  return type === "string" && (format === "date-time" || format === "date");
}

function isWriteOnly(document: OpenApiDocument, written: unknown): boolean {
  return document.resolve(written)["writeOnly"] === true;
}
