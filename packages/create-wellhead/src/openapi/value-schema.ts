import { listOf, type Members, membersOf, textOf } from "./members.js";
import type { OpenApiDocument } from "./openapi-document.js";

/** What a schema says about a value, with references and combinations resolved. */
export interface ValueSchema {
  readonly type: "object" | "array" | "string" | "number" | "integer" | "boolean" | "anything";
  readonly format: string;
  readonly isNullable: boolean;
  /** Schemas of the members, by name and as they are written. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Schema of the items, as it is written. */
  readonly items: unknown;
  readonly description: string;
  readonly example: unknown;
  readonly choices: readonly unknown[];
}

/** The references that lead to a schema. A combination that leads back to one of them adds nothing. */
type Path = ReadonlySet<string>;

/**
 * Reads a schema of OpenAPI 3.0 or 3.1.
 *
 * @param document - Resolves references
 * @param written - The schema as it is written
 * @returns What it says
 */
export function readSchema(document: OpenApiDocument, written: unknown): ValueSchema {
  return read(document, written, new Set());
}

function read(document: OpenApiDocument, written: unknown, before: Path): ValueSchema {
  const reference = membersOf(written)["$ref"];
  if (typeof reference === "string" && before.has(reference)) return nothingKnown;
  const path = typeof reference === "string" ? new Set([...before, reference]) : before;
  const own = document.resolve(written);
  const types = [own["type"]].flat().filter((type) => typeof type === "string");
  const choices = listOf(own["enum"] ?? ("const" in own ? [own["const"]] : []));
  const parts = listOf(own["allOf"]).map((part) => read(document, part, path));
  const { branches, hasNull } = alternatives(document, own, path);
  const inherited = branches.length === 1 ? [...parts, ...branches] : parts;
  const base = inherited.find(({ type }) => type !== "anything") ?? nothingKnown;
  const isNullable = own["nullable"] === true || types.includes("null") || hasNull;
  return {
    type: typeOf(own, types, choices) ?? (base === nothingKnown ? commonType(branches) : base.type),
    format: textOf(own["format"]) || base.format,
    isNullable: isNullable || inherited.some((part) => part.isNullable),
    properties: mergedProperties([...parts, ...branches], own),
    items: own["items"] ?? base.items,
    description: textOf(own["description"]) || base.description,
    example: own["example"] ?? listOf(own["examples"])[0] ?? own["default"] ?? base.example,
    choices: choices.length > 0 ? choices : base.choices,
  };
}

const nothingKnown: ValueSchema = {
  type: "anything",
  format: "",
  isNullable: false,
  properties: {},
  items: undefined,
  description: "",
  example: undefined,
  choices: [],
};

function mergedProperties(parts: readonly ValueSchema[], own: Members): Members {
  const all = [...parts.map(({ properties }) => properties), membersOf(own["properties"])];
  return Object.fromEntries(all.flatMap((properties) => Object.entries(properties)));
}

/** Reads `oneOf` and `anyOf`, without the alternative that is `null`. */
function alternatives(document: OpenApiDocument, own: Members, path: Path) {
  const all = [...listOf(own["oneOf"]), ...listOf(own["anyOf"])];
  const others = all.filter((one) => membersOf(one)["type"] !== "null");
  return {
    branches: others.map((one) => read(document, one, path)),
    hasNull: others.length < all.length,
  };
}

function typeOf(
  own: Members,
  types: readonly string[],
  choices: readonly unknown[],
): ValueSchema["type"] | undefined {
  const known = types.filter((type) => type !== "null");
  if (known.length > 1)
    return known.every((type) => type === "integer" || type === "number") ? "number" : "anything";
  const [first] = known;
  if (first !== undefined) return isType(first) ? first : "anything";
  if (own["properties"] !== undefined) return "object";
  if (own["items"] !== undefined) return "array";
  const [choice] = choices;
  const type = typeof choice;
  return isType(type) && type !== "object" ? type : undefined;
}

function isType(type: string): type is ValueSchema["type"] {
  return ["object", "array", "string", "number", "integer", "boolean"].includes(type);
}

function commonType(branches: readonly ValueSchema[]): ValueSchema["type"] {
  const [first, ...others] = branches;
  return first !== undefined && others.every(({ type }) => type === first.type) ? first.type : "anything";
}
