import { isObject, type JsonObject } from "../expect/json-of.js";
import type { Declared, DeclaredField, DeclaredKind, DeclaredSource, Scalar } from "./declared.js";

/**
 * Parses GET / leniently. Never fails, because the checks of each area judge invalid members.
 *
 * @param raw - The response of GET /
 * @returns Kinds, sources and fields that have an id
 */
export function readDeclared(raw: JsonObject): Declared {
  return {
    raw,
    kinds: objectsIn(raw["authentication"]).flatMap(readKind),
    sources: objectsIn(raw["sources"]).flatMap(readSource),
  };
}

/**
 * Lists the objects of an array.
 *
 * @param value - Any value
 * @returns Its elements that are objects; empty when it is not an array
 */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function readKind(raw: JsonObject): DeclaredKind[] {
  const id = raw["id"];
  return typeof id === "string" ? [{ id, fields: objectsIn(raw["fields"]).flatMap(readField), raw }] : [];
}

function readSource(raw: JsonObject): DeclaredSource[] {
  const { id, fields, filter } = raw;
  if (typeof id !== "string") return [];
  const columns = isObject(fields) && Object.keys(fields).length > 0 ? readColumns(fields) : undefined;
  return [{ id, filter: objectsIn(filter).flatMap(readField), columns, raw }];
}

/**
 * Parses the columns of a schema.
 *
 * @param fields - Object from column id to column
 * @returns Types by id
 */
export function readColumns(fields: JsonObject): ReadonlyMap<string, string> {
  const entries = Object.entries(fields).map(([id, column]): [string, string] => [id, columnType(column)]);
  return new Map(entries);
}

function columnType(column: unknown): string {
  return isObject(column) && typeof column["type"] === "string" ? column["type"] : "";
}

function readField(raw: JsonObject): DeclaredField[] {
  const { id, type } = raw;
  if (typeof id !== "string") return [];
  const requires = raw["datalist_requires"];
  const saysRequired = raw["required"] === true || raw["optional"] === false;
  return [
    {
      id,
      type: typeof type === "string" ? type : "",
      required: saysRequired || (raw["optional"] !== true && raw["required"] !== false),
      saysRequired,
      datalist: raw["datalist"] === true && type !== "date",
      requires: Array.isArray(requires) ? requires.filter((one) => typeof one === "string") : [],
      options: readOptions(raw),
      raw,
    },
  ];
}

function readOptions(raw: JsonObject): readonly Scalar[] {
  const values = objectsIn(raw["data"]).map((option) => option["value"]);
  const lists = [values, raw["choices"], raw["options"]];
  const list = lists.find((one): one is unknown[] => Array.isArray(one) && one.length > 0);
  return (list ?? []).filter(isScalar);
}

/**
 * Returns whether a value is a JSON string, number or boolean.
 *
 * @param value - Any value
 * @returns True for text, numbers and booleans
 */
export function isScalar(value: unknown): value is Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
