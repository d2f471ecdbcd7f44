import { type FileMetaData, parquetSchema, type SchemaTree } from "hyparquet";
import type { CopiedCell } from "./csv-copy.js";
import { FileFault } from "./file-fault.js";
import { type Scalar, type ScalarOptions, scalarOf } from "./parquet-scalars.js";

/** A column of a Parquet file. */
export interface StoredColumn {
  readonly name: string;
  /** The engine's type that holds every value. */
  readonly type: string;
  /** Whether all values are numbers, some with more digits than any type of the engine holds. */
  readonly isLongNumber: boolean;
  /** Returns the text of a stored value; `undefined` is NULL. */
  readonly cell: (value: unknown) => CopiedCell;
}

/** Returns the JSON of a stored value. */
type JsonOf = (value: unknown) => string;

/**
 * Returns the columns of a Parquet file.
 *
 * @param metadata - Its footer
 * @param options - What the file does not say
 * @throws FileFault when the type of a column is not supported
 */
export function storedColumns(metadata: FileMetaData, options: ScalarOptions): readonly StoredColumn[] {
  return parquetSchema(metadata).children.map((tree) => {
    const { name } = tree.element;
    if (tree.children.length > 0 || tree.element.repetition_type === "REPEATED") {
      const json = jsonOf(tree, options);
      const isNullable = tree.element.repetition_type !== "REPEATED";
      const cell = (value: unknown): CopiedCell => (isNullable && isNull(value) ? undefined : json(value));
      return { name, type: "JSON", isLongNumber: false, cell };
    }
    const { type, text } = scalarOf(tree.element, options);
    const isLongNumber = type === "JSON" && tree.element.converted_type !== "JSON";
    return { name, type, isLongNumber, cell: (value) => (isNull(value) ? undefined : text(value)) };
  });
}

function isNull(value: unknown): boolean {
  return value === null || value === undefined;
}

function jsonOf(tree: SchemaTree, options: ScalarOptions): JsonOf {
  const one = singleJson(tree, options);
  return tree.element.repetition_type === "REPEATED" ? listJson(one) : one;
}

/** Returns the JSON of one value, even if the schema repeats it. */
function singleJson(tree: SchemaTree, options: ScalarOptions): JsonOf {
  const { element, children } = tree;
  if (children.length === 0) return scalarJson(scalarOf(element, options));
  if (element.logical_type?.type === "VARIANT")
    throw new FileFault(
      `the column "${element.name}" is of the type VARIANT, which is not supported in a file like this`,
      "Write it with another program.",
    );
  const [repeated] = children;
  const isList = element.converted_type === "LIST" || element.logical_type?.type === "LIST";
  const isMap =
    element.converted_type === "MAP" ||
    element.converted_type === "MAP_KEY_VALUE" ||
    element.logical_type?.type === "MAP";
  if (repeated?.element.repetition_type === "REPEATED" && children.length === 1) {
    if (isMap) return inside(repeated, mapJson(repeated, options));
    if (isList) return inside(repeated, listJson(elementJson(tree, repeated, options)));
  }
  return structJson(children.map((child) => [child.element.name, jsonOf(child, options)] as const));
}

function inside({ element }: SchemaTree, json: JsonOf): JsonOf {
  return (value) => (isNull(value) ? "null" : json(memberOf(value, element.name)));
}

/**
 * Returns the JSON of the element of a list. In older files, the repeated member is the element itself.
 *
 * @see https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#lists
 */
function elementJson(list: SchemaTree, repeated: SchemaTree, options: ScalarOptions): JsonOf {
  const [only] = repeated.children;
  const { name } = repeated.element;
  if (only === undefined || repeated.children.length > 1) return singleJson(repeated, options);
  const isOld = name === "array" || name === `${list.element.name}_tuple`;
  if (isOld || only.element.repetition_type === "REPEATED") return singleJson(repeated, options);
  const json = jsonOf(only, options);
  return (value) => json(memberOf(value, only.element.name));
}

/** Returns the JSON of a map as an object; without values, as a list of its keys. */
function mapJson(pairs: SchemaTree, options: ScalarOptions): JsonOf {
  const [key, value] = pairs.children;
  if (key === undefined || pairs.children.length > 2)
    throw new FileFault("it has a map whose pairs do not have a key and a value");
  const keyText = jsonOf(key, options);
  if (value === undefined) return listJson((pair) => keyText(memberOf(pair, key.element.name)));
  const valueText = jsonOf(value, options);
  return (list) =>
    `{${elementsOf(list)
      .map((pair) => {
        const text = keyText(memberOf(pair, key.element.name));
        const name = text.startsWith('"') ? text : JSON.stringify(text);
        return `${name}:${valueText(memberOf(pair, value.element.name))}`;
      })
      .join(",")}}`;
}

function structJson(members: ReadonlyArray<readonly [name: string, json: JsonOf]>): JsonOf {
  const named = members.map(([name, json]) => [name, `${JSON.stringify(name)}:`, json] as const);
  return (value) =>
    isNull(value)
      ? "null"
      : `{${named.map(([name, key, json]) => key + json(memberOf(value, name))).join(",")}}`;
}

function listJson(json: JsonOf): JsonOf {
  // What is repeated can be empty, but not NULL.
  return (value) => `[${elementsOf(value).map(json).join(",")}]`;
}

function scalarJson({ isBare, text, jsonText = text }: Scalar): JsonOf {
  return (value) => {
    if (isNull(value)) return "null";
    const written = jsonText(value);
    if (written === undefined) return "null";
    return isBare ? written : JSON.stringify(written);
  };
}

function memberOf(value: unknown, name: string): unknown {
  // The library returns the groups of the schema as objects.
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
