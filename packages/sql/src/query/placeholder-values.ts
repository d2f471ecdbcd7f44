import { inputInvalid, isConnectorError } from "@wellhead/sdk";
import { readExactJson } from "./exact-json.js";

/** Values by placeholder name. */
export type PlaceholderValues = ReadonlyMap<string, unknown>;

/**
 * Returns the values that the placeholders of a typed query may name: `from` and `to` of the period, and the members of
 * the JSON object that the person wrote.
 *
 * @param filter - Values of the query's form
 * @returns The values by name
 * @throws ConnectorError `invalid_field` when the JSON is invalid
 */
export function placeholderValues(filter: {
  readonly period?: { readonly min?: string; readonly max?: string } | undefined;
  readonly parameters?: string | undefined;
}): PlaceholderValues {
  const { period, parameters = "" } = filter;
  const values = new Map<string, unknown>(
    parameters.trim() === "" ? [] : Object.entries(readObject(parameters)),
  );
  values.set("from", period?.min ?? null);
  values.set("to", period?.max ?? null);
  return values;
}

/**
 * Returns the value of a placeholder. `name.member` returns a member of a value, such as `created.min`.
 *
 * @param values - Values by name
 * @param name - Name in the placeholder
 * @param field - Filter field that contains the query, for errors
 * @returns The value
 * @throws ConnectorError `invalid_field` when there is no value of that name
 */
export function placeholderValue(values: PlaceholderValues, name: string, field: string): unknown {
  const [first = "", member] = name.split(".");
  if (!values.has(first)) {
    const known = [...values.keys()].map((key) => `{{${key}}}`).join(", ");
    throw inputInvalid(
      `Could not read the query: there is no value named {{${name}}}. Use one of ${known}.`,
      { field },
    );
  }
  const value = values.get(first) ?? null;
  if (member === undefined || value === null) return value;
  return typeof value === "object" && Object.hasOwn(value, member) ? Reflect.get(value, member) : null;
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = readExactJson(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw fault("no object");
    // The cast is safe: an object that is not an array has only string keys.
    return value as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw isConnectorError(error) ? error : fault(error instanceof Error ? error.message : "no JSON");
  }
}

function fault(state: string): Error {
  return inputInvalid(
    `Could not read the values of the query: expected an object such as {"country": "NL"}, got ${state}.`,
    {
      field: "parameters",
    },
  );
}
