import {
  bool,
  type Field,
  type FieldMembers,
  type Fields,
  highlightText,
  list,
  multiList,
  number,
  password,
  Secret,
  text,
} from "@wellhead/sdk";
import { resolve, typesOf } from "../schema/schema-columns.js";
import { isObject, type JsonSchema, textsOf } from "../specification/stream.js";

/** A field of the form, and the property of the configuration that it fills in. */
export interface FormEntry {
  readonly id: string;
  readonly path: readonly string[];
  readonly field: Field;
  /** The alternative that the field belongs to; `undefined` for one that every configuration has. */
  readonly option: FormOption | undefined;
  readonly isSecret: boolean;
  /** Converts what the form holds into the value of the property. */
  readonly read: (value: unknown) => unknown;
}

/** A value that a configuration has whatever the form holds. */
export interface FormConstant {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly option: FormOption | undefined;
}

/** An alternative of a group, which a person chooses in a list. */
export interface FormOption {
  /** Id of the list. */
  readonly field: string;
  /** The choice in the list. */
  readonly value: string;
  /** The alternative that its group belongs to. */
  readonly within: FormOption | undefined;
}

/** The form of an account. */
export interface AccountForm {
  readonly fields: Fields;
  readonly entries: readonly FormEntry[];
  readonly constants: readonly FormConstant[];
}

/** Members of an account that the platform or the service uses itself. */
const taken: ReadonlySet<string> = new Set([
  "auth",
  "identifier",
  "_id",
  "_cls",
  "__proto__",
  "kind",
  "name",
]);

interface Place {
  readonly path: readonly string[];
  readonly titles: readonly string[];
  readonly option: FormOption | undefined;
  readonly isRequired: boolean;
}

/**
 * Makes the form of an account from the specification of its configuration.
 *
 * @param schema - JSON Schema of the configuration
 * @returns The form
 */
export function formOf(schema: JsonSchema): AccountForm {
  const builder = new FormBuilder(schema);
  builder.addObject(resolve(schema, schema), {
    path: [],
    titles: [],
    option: undefined,
    isRequired: true,
  });
  return builder;
}

class FormBuilder implements AccountForm {
  readonly entries: FormEntry[] = [];
  readonly constants: FormConstant[] = [];
  readonly #root: JsonSchema;
  readonly #fields = new Map<string, Field>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  get fields(): Fields {
    return Object.fromEntries(this.#fields);
  }

  addObject(schema: JsonSchema, place: Place): void {
    const properties = isObject(schema["properties"]) ? schema["properties"] : {};
    const required = textsOf(schema["required"]);
    const resolved = Object.entries(properties)
      .filter((entry): entry is [string, JsonSchema] => isObject(entry[1]))
      .map(([name, property]) => ({ name, property: this.#resolve(property) }));
    for (const { name, property } of resolved.toSorted((a, b) => orderOf(a.property) - orderOf(b.property))) {
      const { title } = property;
      this.#addProperty(property, {
        path: [...place.path, name],
        titles: [...place.titles, typeof title === "string" && title !== "" ? title : inWords(name)],
        option: place.option,
        isRequired: place.isRequired && required.includes(name),
      });
    }
  }

  /** Keeps the alternatives of a group, which {@link resolve} would join. */
  #resolve(property: JsonSchema): JsonSchema {
    return alternativesOf(property) === undefined ? resolve(property, this.#root) : property;
  }

  #addProperty(property: JsonSchema, place: Place): void {
    const { path, option, titles } = place;
    if ("const" in property) {
      this.constants.push({ path, value: property["const"], option });
      return;
    }
    const alternatives = alternativesOf(property);
    if (alternatives !== undefined) return this.#addGroup(property, alternatives, place);
    if (isObject(property["properties"]) && Object.keys(property["properties"]).length > 0)
      return this.addObject(property, place);
    const members = membersOf(property, { ...place, title: titles.join(": ") });
    const isSecret = ["airbyte_secret", "secret", "writeOnly"].some((mark) => property[mark] === true);
    const { field, read } = fieldOf(property, members, { isSecret, root: this.#root });
    this.#add({ path, field, read, option, isSecret });
  }

  #addGroup(property: JsonSchema, alternatives: readonly JsonSchema[], place: Place): void {
    const { path, titles, option, isRequired } = place;
    const choices = alternatives.map((one, index) => ({
      title: nameOf(one, index),
      value: nameOf(one, index),
    }));
    const members = membersOf(property, { ...place, title: titles.join(": ") });
    const [first] = choices;
    const field = list({
      ...members,
      ...(isRequired && first !== undefined && { defaultValue: first.value }),
      choices,
    });
    const id = this.#add({ path, field, option, isSecret: false, read: () => undefined });
    for (const [index, one] of alternatives.entries()) {
      const chosen = { field: id, value: choices[index]?.value ?? "", within: option };
      const resolved = resolve(one, this.#root);
      this.addObject(resolved, { path, titles: [chosen.value], option: chosen, isRequired: false });
    }
  }

  /** Adds a field under an id of its own. Fields of two alternatives for the same property have two ids. */
  #add(entry: Omit<FormEntry, "id">): string {
    const wanted = entry.path.join(".");
    let id = taken.has(wanted) ? `${wanted}_` : wanted;
    for (let count = 2; this.#fields.has(id); count += 1) id = `${wanted}_${count}`;
    this.#fields.set(id, entry.field);
    this.entries.push({ ...entry, id });
    return id;
  }
}

/** Returns the alternatives of a group of properties; `undefined` when it has none. */
function alternativesOf(property: JsonSchema): readonly JsonSchema[] | undefined {
  const { oneOf, anyOf } = property;
  const union: unknown = oneOf ?? anyOf;
  if (!Array.isArray(union)) return undefined;
  const objects = union.filter(isObject).filter((one) => isObject(one["properties"]));
  return objects.length > 1 || (objects.length === 1 && oneOf !== undefined) ? objects : undefined;
}

function nameOf({ title }: JsonSchema, index: number): string {
  return typeof title === "string" && title !== "" ? title : `Option ${index + 1}`;
}

function orderOf({ order }: JsonSchema): number {
  return typeof order === "number" ? order : Number.MAX_SAFE_INTEGER;
}

function inWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function membersOf(
  property: JsonSchema,
  { title, isRequired, option }: Place & { readonly title: string },
): FieldMembers {
  const { description, default: initial, examples } = property;
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  const sentences = [option && `Only for ${option.value}.`, plain(description)].filter(Boolean).join(" ");
  const hasDefault = ["string", "number", "boolean"].includes(typeof initial);
  return {
    title,
    ...(sentences !== "" && { description: sentences }),
    ...(!isRequired && { optional: true }),
    ...(hasDefault && { defaultValue: initial }),
    ...(["string", "number"].includes(typeof example) && { placeholder: String(example) }),
  };
}

/** Removes the HTML that descriptions often have. */
function plain(description: unknown): string {
  return typeof description === "string" ? description.replaceAll(/<[^>]*>/g, "").trim() : "";
}

interface FieldFacts {
  readonly isSecret: boolean;
  readonly root: JsonSchema;
}

type FieldAndReader = Pick<FormEntry, "field" | "read">;

function fieldOf(
  property: JsonSchema,
  members: FieldMembers,
  { isSecret, root }: FieldFacts,
): FieldAndReader {
  const [type, ...others] = typesOf(property);
  if (isSecret) {
    const { defaultValue: _, ...secret } = members;
    return { field: password(secret), read: others.length > 0 ? revealed : typedSecret(type) };
  }
  const { enum: values } = property;
  if (others.length === 0 && type !== "array" && Array.isArray(values) && values.length > 0)
    return choiceField(values, members);
  if (others.length > 0 || type === undefined) return { field: text(members), read: unchanged };
  switch (type) {
    case "integer":
    case "number":
      return { field: number(members), read: unchanged };
    case "boolean":
      return { field: bool(members), read: unchanged };
    case "string":
      return { field: text(members), read: unchanged };
    case "array":
      return listField(property, members, root);
    default:
      return { field: highlightText({ ...members, editorMode: "json" }), read: parsedJson };
  }
}

function choiceField(values: readonly unknown[], members: FieldMembers): FieldAndReader {
  const choices = new Choices(values);
  return { field: list({ ...members, choices: choices.texts }), read: (given) => choices.valueOf(given) };
}

/** Values of a property, which a form shows as texts. */
class Choices {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: readonly unknown[]) {
    const known = values.filter((value) => value !== null);
    this.#values = new Map(
      known.map((value) => [typeof value === "string" ? value : JSON.stringify(value), value]),
    );
  }

  get texts(): readonly string[] {
    return [...this.#values.keys()];
  }

  valueOf(given: unknown): unknown {
    return this.#values.get(String(given));
  }
}

function listField(property: JsonSchema, members: FieldMembers, root: JsonSchema): FieldAndReader {
  const items = isObject(property["items"]) ? resolve(property["items"], root) : {};
  const { enum: values } = items;
  if (Array.isArray(values) && values.length > 0) {
    const choices = new Choices(values);
    const field = multiList({ ...members, choices: choices.texts });
    return { field, read: (given) => textsOf(given).map((one) => choices.valueOf(one)) };
  }
  const types = typesOf(items);
  if (types.length === 1 && ["string", "integer", "number"].includes(types[0] ?? "")) {
    const description = [members.description, "Several, separated by commas."].filter(Boolean).join(" ");
    return {
      field: text({ ...members, description }),
      read: (given) => separated(given, types[0] !== "string"),
    };
  }
  return { field: highlightText({ ...members, editorMode: "json" }), read: parsedJson };
}

function separated(given: unknown, isNumber: boolean): unknown {
  const typed = String(given).trim();
  if (typed.startsWith("[")) return parsedJson(typed);
  const parts = typed
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return isNumber ? parts.map((part) => (Number.isFinite(Number(part)) ? Number(part) : part)) : parts;
}

function unchanged(value: unknown): unknown {
  return value;
}

function revealed(value: unknown): unknown {
  return value instanceof Secret ? value.reveal() : value;
}

/** Returns the reader of a secret that is not a text, such as a key file as an object. */
function typedSecret(type: string | undefined): (value: unknown) => unknown {
  if (type === "string" || type === undefined) return revealed;
  return (value) => parsedJson(revealed(value));
}

/** Parses what a person has typed. The schema then refuses what is not JSON, which stays text. */
function parsedJson(typed: unknown): unknown {
  try {
    const value: unknown = JSON.parse(String(typed));
    return value;
  } catch {
    return typed;
  }
}
