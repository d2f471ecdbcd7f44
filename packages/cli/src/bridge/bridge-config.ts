import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Account, AccountKind, Application, Field } from "@wellhead/client";
import { parseExactJson } from "@wellhead/client";
import { usageError } from "../command-line/command-error.js";

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The configuration of a connector in the protocols of Airbyte and Singer. */
export interface BridgeConfig {
  readonly account: Account | undefined;
  /** Values of the filter form by source. */
  readonly filters: Readonly<Record<string, JsonObject>>;
  /** The configuration as it was given. */
  readonly given: JsonObject;
}

/**
 * @param value - Any value
 * @returns Whether it is an object that is not an array
 */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads a file that an argument names.
 *
 * @param path - The path as typed
 * @param directory - Folder of relative paths
 * @returns Its JSON
 * @throws CommandError when it cannot be read
 */
export async function readJsonFile(path: string, directory: string): Promise<unknown> {
  try {
    return parseExactJson(await readFile(resolve(directory, path), "utf8"));
  } catch (error) {
    const reason = error instanceof SyntaxError ? "it is not valid JSON" : "it cannot be opened";
    throw usageError(`Could not read "${path}": ${reason}. Correct the file or its name.`, { cause: error });
  }
}

/**
 * Reads a configuration that has the form of {@link specificationOf}.
 *
 * @param given - The configuration
 * @param application - The connector
 * @returns The account, and the filters of the sources
 */
export function readBridgeConfig(given: unknown, { accountKinds }: Application): BridgeConfig {
  const config = isObject(given) ? given : {};
  const [kind] = accountKinds;
  const account = isObject(config["account"]) ? config["account"] : {};
  const named = "auth" in account || accountKinds.length !== 1 ? {} : { auth: kind?.id };
  const filters = isObject(config["filters"]) ? config["filters"] : {};
  const objects = Object.entries(filters).filter((entry): entry is [string, JsonObject] =>
    isObject(entry[1]),
  );
  return { account: { ...named, ...account }, filters: Object.fromEntries(objects), given: config };
}

/**
 * Describes the configuration of a connector: its account, and the filters of its sources.
 *
 * @param application - The connector
 * @returns A JSON Schema with the annotations of Airbyte and Singer
 */
export function specificationOf({ accountKinds, sources }: Application): JsonObject {
  const [only, ...others] = accountKinds;
  const account = others.length > 0 ? kindChoice(accountKinds) : only && formSchema(only.fields);
  const filtered = sources.filter(({ filter }) => filter.some(isValue));
  const filters = {
    type: "object",
    title: "Filters",
    description: "What is read of each stream. A stream whose required fields are empty is not offered.",
    order: 1,
    properties: Object.fromEntries(
      filtered.map(({ id, name, filter }, order) => [
        id,
        { title: name, order, ...formSchema(filter), required: [] },
      ]),
    ),
  };
  const hasAccount = account !== undefined && (others.length > 0 || only?.fields.some(isValue) === true);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    required: hasAccount ? ["account"] : [],
    additionalProperties: true,
    properties: {
      ...(hasAccount && { account: { title: "Account", order: 0, ...account } }),
      ...(filtered.length > 0 && { filters }),
    },
  };
}

function kindChoice(kinds: readonly AccountKind[]): JsonObject {
  return {
    type: "object",
    oneOf: kinds.map(({ id, name, description, fields }) => {
      const form = formSchema(fields);
      return {
        ...form,
        title: name,
        description,
        required: ["auth", ...form.required],
        properties: { auth: { type: "string", const: id, order: 0 }, ...form.properties },
      };
    }),
  };
}

/** Fields that only show something have no value. */
function isValue({ type }: Field): boolean {
  return type !== "link" && type !== "oauth";
}

interface FormSchema extends JsonObject {
  readonly type: "object";
  readonly required: readonly string[];
  readonly properties: JsonObject;
}

function formSchema(fields: readonly Field[]): FormSchema {
  const values = fields.filter(isValue);
  const required = values.filter((field) => field.required && field.defaultValue === undefined);
  return {
    type: "object",
    required: required.map(({ id }) => id),
    properties: Object.fromEntries(
      values.map((field, order) => [field.id, { ...fieldSchema(field), order: order + 1 }]),
    ),
  };
}

function fieldSchema(field: Field): JsonObject {
  const { title, description, defaultValue, placeholder, options, hasDatalist, dependsOn } = field;
  const choices = options.map(({ value }) => value).filter((value) => value !== undefined);
  const dependence = dependsOn.length === 0 ? "" : ` They depend on ${dependsOn.join(", ")}.`;
  const texts = [
    // A description is often no sentence.
    description.replace(/[^.!?]$/, "$&."),
    hasDatalist && options.length === 0 ? `The connector lists the values.${dependence}` : "",
    options.some(({ title: label, value }) => label !== String(value))
      ? `Values: ${options.map(({ title: label, value }) => `${String(value)} (${label})`).join(", ")}.`
      : "",
  ].filter(Boolean);
  return {
    title,
    ...(texts.length > 0 && { description: texts.join(" ") }),
    ...valueSchema(field.type, choices),
    ...(field.type === "password" && { airbyte_secret: true, secret: true, writeOnly: true }),
    ...(defaultValue !== undefined && field.type !== "password" && { default: defaultValue }),
    ...(placeholder !== "" && { examples: [placeholder] }),
  };
}

function valueSchema(type: string, choices: readonly unknown[]): JsonObject {
  const choice = choices.length > 0 ? { enum: choices } : {};
  switch (type) {
    case "number":
      return { type: "number" };
    case "bool":
      return { type: "boolean" };
    case "multidropdown":
    case "multilist":
      return { type: "array", items: { type: "string", ...choice } };
    case "range":
      return { type: "object", properties: { _min: { type: "number" }, _max: { type: "number" } } };
    case "date":
      return {
        type: "object",
        properties: { _min: { type: "string", title: "From" }, _max: { type: "string", title: "To" } },
      };
    case "list":
      // Values that are not texts are numbers or booleans, which a list of choices says.
      return choices.every((value) => typeof value === "string") ? { type: "string", ...choice } : choice;
    default:
      return { type: "string", ...(type === "highlightText" && { multiline: true }) };
  }
}
