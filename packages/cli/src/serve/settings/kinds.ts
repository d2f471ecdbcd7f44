import { readCount } from "../../command-line/arguments.js";
import { usageError } from "../../command-line/command-error.js";
import type { Setting, SettingKind } from "./setting.js";

/** What is known of a kind of values. */
interface Kind {
  /** The values it accepts, for errors. */
  readonly expected: (setting: Setting) => string;
  /** Whether a value of a configuration file is of this kind. */
  readonly fits: (value: unknown, setting: Setting) => boolean;
  /** Its JSON Schema. */
  readonly schema: (setting: Setting) => object;
  /** Parses the text of an environment variable. */
  readonly parse: (text: string, variable: string, setting: Setting) => unknown;
}

const largestPort = 65_535;

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isCount(value: unknown, maximum = Number.MAX_SAFE_INTEGER): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= maximum;
}

/**
 * Reports whether a value is an object with members, not a list.
 *
 * @param value - Any value
 * @returns Whether it is
 */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const text: Kind = {
  expected: () => "a text",
  fits: isText,
  schema: () => ({ type: "string", minLength: 1 }),
  parse: (given) => given,
};

const kinds: Readonly<Record<SettingKind, Kind>> = {
  text,
  file: { ...text, expected: () => "the path of a file" },
  port: {
    expected: () => `a whole number from 0 to ${largestPort}`,
    fits: (value) => isCount(value, largestPort),
    schema: () => ({ type: "integer", minimum: 0, maximum: largestPort }),
    parse: (given, variable) => readCount(given, place(variable), largestPort),
  },
  count: {
    expected: () => "a whole number from 0",
    fits: (value) => isCount(value),
    schema: () => ({ type: "integer", minimum: 0 }),
    parse: (given, variable) => readCount(given, place(variable), Number.MAX_SAFE_INTEGER),
  },
  switch: {
    expected: () => "true or false",
    fits: (value) => typeof value === "boolean",
    schema: () => ({ type: "boolean" }),
    parse: parseSwitch,
  },
  list: {
    expected: () => "a list of texts",
    fits: (value) => Array.isArray(value) && value.every(isText),
    schema: () => ({ type: "array", items: { type: "string", minLength: 1 } }),
    parse: (given) => given.split(/[\s,]+/).filter((entry) => entry !== ""),
  },
  choice: {
    expected: ({ values = [] }) => values.map((value) => `"${value}"`).join(", "),
    fits: (value, { values = [] }) => typeof value === "string" && values.includes(value),
    schema: ({ values = [] }) => ({ enum: values }),
    parse: (given, variable, setting) => {
      if (kinds.choice.fits(given, setting)) return given;
      throw usageError(
        `Could not read ${place(variable)}: expected ${kinds.choice.expected(setting)}, got "${given}".`,
      );
    },
  },
  numbers: {
    expected: ({ values = [], canBeOff }) =>
      `an object of whole numbers from 0, such as { ${values[0]}: 10 }${canBeOff === true ? ", or false" : ""}`,
    fits: (value, { canBeOff }) =>
      (canBeOff === true && value === false) ||
      (isObject(value) && Object.values(value).every((one) => one === undefined || isCount(one))),
    schema: ({ values = [], canBeOff }) => ({
      type: canBeOff === true ? ["object", "boolean"] : "object",
      ...(canBeOff === true && { not: { const: true } }),
      additionalProperties: false,
      properties: Object.fromEntries(values.map((name) => [name, { type: "integer", minimum: 0 }])),
    }),
    parse: parseNumbers,
  },
  "numbers-by-id": {
    expected: ({ values = [] }) =>
      `an object of whole numbers from 0 by connector id, such as { github: { ${values[0]}: 10 } }`,
    fits: (value, setting) =>
      isObject(value) && Object.values(value).every((one) => kinds.numbers.fits(one, setting)),
    schema: (setting) => ({ type: "object", additionalProperties: kinds.numbers.schema(setting) }),
    parse: (given) => given,
  },
  addresses: {
    expected: () => 'an object such as { postgres: "10.1.0.0/16:5432" }',
    fits: (value) => isObject(value) && Object.values(value).every((list) => typeof list === "string"),
    schema: () => ({ type: "object", additionalProperties: { type: "string" } }),
    parse: (given) => ({ "*": given }),
  },
  connectors: {
    expected: () => "a list of at least one",
    fits: (value) => Array.isArray(value) && value.length > 0,
    schema: (setting) => ({
      type: "array",
      minItems: 1,
      items: {
        anyOf: [
          { type: "string", minLength: 1 },
          {
            type: "object",
            required: ["path"],
            additionalProperties: false,
            properties: {
              path: { type: "string", minLength: 1 },
              isolate: { type: "boolean" },
              allow: { type: "string" },
              limits: kinds.numbers.schema(setting),
            },
          },
        ],
      },
    }),
    parse: (given) => given.split(/\s+/).filter((word) => word !== ""),
  },
};

/**
 * Returns what is known of the kind of a setting.
 *
 * @param setting - The setting
 * @returns Its kind
 */
export function kindOf({ kind }: Setting): Kind {
  return kinds[kind];
}

function place(variable: string): string {
  return `the environment variable ${variable}`;
}

function parseSwitch(given: string, variable: string): boolean {
  if (/^(?:1|true|yes)$/i.test(given.trim())) return true;
  if (/^(?:0|false|no)$/i.test(given.trim())) return false;
  throw usageError(`Could not read ${variable}: expected 1 or 0, got "${given.slice(0, 40)}".`);
}

function parseNumbers(given: string, variable: string, { values = [], canBeOff }: Setting): unknown {
  if (canBeOff === true && /^(?:off|0|false|no)$/i.test(given.trim())) return false;
  const pairs = given.split(/[\s,]+/).filter((pair) => pair !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const { name, value } = /^(?<name>\w+)=(?<value>\d{1,15})$/.exec(pair)?.groups ?? {};
      if (name === undefined || value === undefined || !values.includes(name))
        throw usageError(
          `Could not read ${place(variable)}: expected numbers such as "${values[0]}=10", with the names ${values.join(", ")}; got "${pair.slice(0, 60)}".`,
        );
      return [name, Number(value)] as const;
    }),
  );
}
