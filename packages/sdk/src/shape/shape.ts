import { upstreamInvalid } from "../errors/connector-error.js";
import { fitsDouble } from "./exact-numbers.js";

/** A number from an upstream; its text when a double would lose digits. */
export type ExactNumber = number | `${number}`;

/** Description of a shape, for tests that compare it with the provider's own schema. */
export type ShapeFacts =
  | { readonly kind: "text" | "number" | "bool" | "id" | "anything" }
  | { readonly kind: "list" | "record"; readonly item: ShapeFacts }
  | { readonly kind: "oneOf"; readonly choices: readonly ShapeFacts[] }
  | { readonly kind: "required"; readonly value: ShapeFacts }
  | { readonly kind: "object"; readonly members: Readonly<Record<string, ShapeFacts>> };

/**
 * Reads a value from an upstream's JSON. It reads only what the connector needs and ignores everything else. Created
 * by the members of {@link shape}.
 */
export interface Shape<Value> {
  readonly facts: ShapeFacts;
  /**
   * Reads a value.
   *
   * @param value - Parsed JSON
   * @param path - Path of the value, such as `labels[2].name`; empty for the value itself
   * @returns The value, with the declared members
   * @throws ConnectorError `upstream_invalid` naming the member, what was expected and what it got
   */
  read(value: unknown, path?: string): Value;
}

/** Type of the value that a shape reads. */
export type ShapeValue<Of> = Of extends Shape<infer Value> ? Value : never;

/** Shapes of an object's members. A member may be missing or `null` unless its shape is `required`. */
type Members = Readonly<Record<string, Shape<unknown>>>;

/** A member that the connector cannot work without. */
interface Required<Value> extends Shape<Value> {
  readonly facts: Extract<ShapeFacts, { readonly kind: "required" }>;
}

/** Type of an object: members that are not required may be `null`, or `undefined` when they are missing. */
type ObjectOf<Of extends Members> = {
  readonly [Key in keyof Of]: Of[Key] extends Required<infer Value>
    ? Value
    : ShapeValue<Of[Key]> | null | undefined;
};

function scalar<Value>(kind: keyof typeof nouns, fits: (value: unknown) => value is Value): Shape<Value> {
  return {
    facts: { kind },
    read: (value, path = "") => {
      if (fits(value)) return value;
      throw misshapen(path, nouns[kind], value);
    },
  };
}

const nouns = { text: "text", number: "a number", bool: "true or false", id: "text or a number" };

/** Any value; it is checked where it is used. */
const anything: Shape<unknown> = { facts: { kind: "anything" }, read: (value) => value };

/**
 * Shapes of the JSON in upstream responses.
 *
 * @example
 * ```ts snippet=examples/sdk/values.ts#shape
 * const issue = shape.object({
 *   id: shape.required(shape.id),
 *   title: shape.text,
 *   labels: shape.list(shape.text),
 * });
 * issue.read({ id: 1, title: "First", labels: ["bug"], url: "left out" });
 * ```
 */
export const shape = {
  /** Text. */
  text: scalar("text", (value): value is string => typeof value === "string"),
  /** A number; its text when a double would lose digits. */
  number: scalar("number", isExactNumber),
  /** `true` or `false`. */
  bool: scalar("bool", (value): value is boolean => typeof value === "boolean"),
  /** An id: text or a number. */
  id: scalar(
    "id",
    (value): value is string | number => typeof value === "string" || typeof value === "number",
  ),
  /** Any value. */
  anything,
  /**
   * A member that must exist and must not be `null`.
   *
   * @param of - Shape of the member
   * @returns The shape
   */
  required: <Value>(of: Shape<Value>): Required<Value> => ({
    facts: { kind: "required", value: of.facts },
    read: (value, path) => of.read(value, path),
  }),
  /**
   * An array.
   *
   * @param of - Shape of its items
   * @returns The shape
   */
  list: <Value>(of: Shape<Value>): Shape<readonly Value[]> => ({
    facts: { kind: "list", item: of.facts },
    read: (value, path = "") => {
      if (!Array.isArray(value)) throw misshapen(path, "a list", value);
      return value.map((item: unknown, index) => of.read(item, `${path}[${index}]`));
    },
  }),
  /**
   * An object whose members are named by the upstream's users.
   *
   * @param of - Shape of every member
   * @returns The shape
   */
  record: <Value>(of: Shape<Value>): Shape<Readonly<Record<string, Value>>> => ({
    facts: { kind: "record", item: of.facts },
    read: (value, path = "") =>
      Object.fromEntries(
        Object.entries(recordOf(value, path)).map(([key, member]) => [key, of.read(member, join(path, key))]),
      ),
  }),
  /**
   * The first of several shapes that fits.
   *
   * @param choices - The shapes
   * @returns The shape
   */
  oneOf: <Of extends ReadonlyArray<Shape<unknown>>>(...choices: Of): Shape<ShapeValue<Of[number]>> => ({
    facts: { kind: "oneOf", choices: choices.map(({ facts }) => facts) },
    read: (value, path = "") => {
      for (const choice of choices) {
        try {
          // One of the choices read the value, so its type is one of theirs.
          return choice.read(value, path) as ShapeValue<Of[number]>;
        } catch {
          // The next choice may fit.
        }
      }
      throw misshapen(path, "another kind of value", value);
    },
  }),
  /**
   * An object. Members that are not declared are ignored; declared ones may be missing or `null` unless `required`.
   *
   * @param members - Shapes of the members that are read
   * @returns The shape
   */
  object: <Of extends Members>(members: Of): Shape<ObjectOf<Of>> => ({
    facts: {
      kind: "object",
      members: Object.fromEntries(Object.entries(members).map(([key, { facts }]) => [key, facts])),
    },
    read: (value, path = "") => {
      const record = recordOf(value, path);
      const read = Object.entries(members).map(([key, member]) => {
        const found = Object.hasOwn(record, key) ? record[key] : undefined;
        const isEmpty = found === undefined || found === null;
        if (isEmpty && member.facts.kind !== "required") return [key, found] as const;
        return [key, member.read(found, join(path, key))] as const;
      });
      // Every member was read by its own shape.
      return Object.fromEntries(read) as ObjectOf<Of>;
    },
  }),
};

function isExactNumber(value: unknown): value is ExactNumber {
  if (typeof value === "number") return Number.isFinite(value);
  // The HTTP client passes a number that a double cannot hold as its text.
  return typeof value === "string" && /^-?\d[\d.eE+-]{14,}$/.test(value) && !fitsDouble(value);
}

function recordOf(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw misshapen(path, "an object", value);
  }
  // An object that is not an array has string keys only, so it is a record.
  return value as Readonly<Record<string, unknown>>;
}

function join(path: string, key: string): string {
  const name = key.length > 60 ? `${key.slice(0, 60)}…` : key;
  return path === "" ? name : `${path}.${name}`;
}

/** Creates the error for a value of another type; it names the path and never includes the value. */
function misshapen(path: string, expected: string, value: unknown): Error {
  const place = path === "" ? "the answer" : `"${path}" of the answer`;
  return upstreamInvalid(
    `Could not read ${place}: expected ${expected}, got ${kindOf(value)}. The source may have changed its format.`,
  );
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return String(value);
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
