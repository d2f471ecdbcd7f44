import { inputInvalid, isConnectorError } from "@wellhead/sdk";
import { readExactJson } from "./exact-json.js";

/** Values by the name of their placeholder. */
export type PlaceholderValues = ReadonlyMap<string, unknown>;

/**
 * Gives the values that placeholders of a typed query may name: `from` and `to` of the period, and the members
 * of the JSON object that the person wrote.
 *
 * @param filter - Values of the query's form
 * @returns The values by name
 * @throws ConnectorError `invalid_field` when the JSON cannot be read
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
 * Finds the value of a placeholder; `name.member` finds a member of a value, such as `created.min`.
 *
 * @param values - Values by name
 * @param name - Name in the placeholder
 * @param field - Filter field the query comes from, for errors
 * @returns The value
 * @throws ConnectorError `invalid_field` when there is no value of that name
 */
export function placeholderValue(values: PlaceholderValues, name: string, field: string): unknown {
  const [first = "", member] = name.split(".");
  if (!values.has(first)) {
    const known = [...values.keys()].map((key) => `{{${key}}}`).join(", ");
    throw inputInvalid(`Read the query: nothing has the name {{${name}}}, wanted one of ${known}`, { field });
  }
  const value = values.get(first) ?? null;
  if (member === undefined || value === null) return value;
  return typeof value === "object" && Object.hasOwn(value, member) ? Reflect.get(value, member) : null;
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = readExactJson(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw fault("no object");
    // An object that is no array has string keys only.
    return value as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw isConnectorError(error) ? error : fault(error instanceof Error ? error.message : "no JSON");
  }
}

function fault(state: string): Error {
  return inputInvalid(
    `Read the values of the query: found ${state}, wanted an object such as {"country": "NL"}`,
    {
      field: "parameters",
    },
  );
}
