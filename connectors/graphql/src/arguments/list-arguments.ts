import {
  bool,
  type Field,
  type FieldMembers,
  type Fields,
  type Http,
  highlightText,
  inputInvalid,
  list,
  number,
  text,
} from "@wellhead/sdk";
import { type ListModel, pagingArguments } from "../schema/find-lists.js";
import { type ArgumentModel, isRequired, namedRef, type SchemaModel, typeText } from "../schema/schema.js";

/** An argument of a list, or of the object that the list belongs to. */
interface ListArgument {
  /** Id of its field of the form. */
  readonly id: string;
  readonly argument: ArgumentModel;
  /** Place of the field in the path of the list. */
  readonly level: number;
  /** Name of its variable in the query. */
  readonly variable: string;
}

/**
 * Returns the arguments that a person gives, without those of paging.
 *
 * @param model - The list
 * @returns The arguments
 */
export function argumentsOf({ path, form }: ListModel): readonly ListArgument[] {
  const taken = new Set<string>();
  return path.flatMap(({ name: field, args }, level) => {
    const isPaged = level === path.length - 1 && form !== "array";
    return args
      .filter(({ name }) => !(isPaged && pagingArguments.has(name)))
      .map((argument) => {
        const id = taken.has(argument.name) ? `${field}.${argument.name}` : argument.name;
        taken.add(argument.name);
        return { id, argument, level, variable: `v${level}_${argument.name}` };
      });
  });
}

/**
 * Creates the fields of a list's arguments.
 *
 * @param schema - The schema
 * @param model - The list
 * @param tryAccount - Refuses an account that does not work, before options are shown
 * @returns The fields by id
 */
export function argumentFields(
  schema: SchemaModel,
  model: ListModel,
  tryAccount: (http: Http) => Promise<void>,
): Fields {
  return Object.fromEntries(
    argumentsOf(model).map(({ id, argument }) => [id, fieldOf(schema, argument, tryAccount)]),
  );
}

function fieldOf(
  schema: SchemaModel,
  argument: ArgumentModel,
  tryAccount: (http: Http) => Promise<void>,
): Field {
  const { description, type } = argument;
  const members: FieldMembers = {
    title: argument.name,
    ...(typeof description === "string" && description !== "" && { description }),
    optional: !isRequired(argument),
  };
  const { kind, name, lists } = namedRef(type);
  if (lists > 0 || kind === "INPUT_OBJECT") return highlightText({ ...members, editorMode: "json" });
  if (kind === "ENUM") {
    const values = schema.types.get(name)?.enumValues ?? [];
    return list({
      ...members,
      options: async ({ http }) => {
        await tryAccount(http);
        return values.map((one) => ({ title: one.name, value: one.name }));
      },
    });
  }
  if (name === "Boolean") return bool(members);
  return name === "Int" || name === "Float" ? number(members) : text(members);
}

/** The values of a list's arguments, and how a query names them. */
export interface GivenArguments {
  /** Declarations of the variables, such as `$v0_owner: String!`. */
  readonly declarations: readonly string[];
  /** Values of the variables. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Arguments of each field of the path, such as `owner: $v0_owner`. */
  readonly byLevel: ReadonlyArray<readonly string[]>;
}

/**
 * Reads the values of a list's arguments. An argument without a value is omitted.
 *
 * @param schema - The schema
 * @param model - The list
 * @param values - Values of the form
 * @returns The values
 * @throws ConnectorError `invalid_field` naming a field whose value is not valid
 */
export function givenArguments(
  schema: SchemaModel,
  model: ListModel,
  values: Readonly<Record<string, unknown>>,
): GivenArguments {
  const given = argumentsOf(model)
    .map((one) => ({ ...one, value: valueOf(schema, one, values[one.id]) }))
    .filter(({ value }) => value !== undefined && value !== null);
  return {
    declarations: given.map(({ variable, argument }) => `$${variable}: ${typeText(argument.type)}`),
    variables: Object.fromEntries(given.map(({ variable, value }) => [variable, value])),
    byLevel: model.path.map((_field, level) =>
      given
        .filter((one) => one.level === level)
        .map(({ argument, variable }) => `${argument.name}: $${variable}`),
    ),
  };
}

function valueOf(schema: SchemaModel, { id, argument }: ListArgument, value: unknown): unknown {
  if (value === undefined || value === null || value === "") {
    if (!isRequired(argument)) return undefined;
    throw inputInvalid(`Could not read the list: expected a value for "${id}", got none.`, { field: id });
  }
  const { kind, name, lists } = namedRef(argument.type);
  if ((lists > 0 || kind === "INPUT_OBJECT") && typeof value === "string") return parsed(value, id);
  if (kind === "ENUM") checkMember(value, { id, known: schema.types.get(name)?.enumValues ?? [] });
  if (name === "Int" && !Number.isInteger(value))
    throw inputInvalid(`Could not read the list: expected a whole number for "${id}".`, { field: id });
  return value;
}

function parsed(typed: string, id: string): unknown {
  try {
    const value: unknown = JSON.parse(typed);
    return value;
  } catch (error) {
    throw inputInvalid(`Could not read "${id}": expected JSON, such as ["a", "b"] or {"field": "NAME"}.`, {
      field: id,
      cause: error,
    });
  }
}

function checkMember(
  value: unknown,
  { id, known }: { readonly id: string; readonly known: readonly { readonly name: string }[] },
): void {
  if (known.some(({ name }) => name === value)) return;
  const names = known.map(({ name }) => name).join(", ");
  throw inputInvalid(
    `Could not read the list: expected one of ${names} for "${id}", got ${JSON.stringify(value)}.`,
    {
      field: id,
    },
  );
}
