import { columnTypes } from "@wellhead/contract";
import { notApplicable } from "../expect/finding.js";
import { isObject, isSet, type JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { applicationOf } from "../target/application.js";
import { objectsIn } from "../target/read-declared.js";
import { type Declared, expectEach, expectUnique, typeFault } from "./member-checks.js";

/** Requirements on the entries of `sources`. */
export const sourceRequirements = defineRequirements({ area: "sources", section: "GET /, sources" }, [
  {
    id: "sources.id",
    level: "MUST",
    covers: ["sources.members"],
    sentence: "Every source has an id",
    reason: "Requests for rows name the source by it",
    fix: 'Add "id"',
    check: async (context) =>
      expectEach(await sourcesOf(context), "source", ({ id }) =>
        typeof id === "string" && id !== "" ? undefined : `the id is ${JSON.stringify(id)}`,
      ),
  },
  {
    id: "sources.id-unique",
    level: "MUST",
    covers: ["sources.members"],
    sentence: "No two sources have the same id",
    reason: "One of them could never be requested",
    fix: "Give each source its own id",
    check: async (context) => {
      expectUnique(
        (await sourcesOf(context)).map(({ value }) => value["id"]),
        "sources",
      );
    },
  },
  {
    id: "sources.name",
    level: "MUST",
    covers: ["sources.members"],
    sentence: "Every source has a name",
    reason: "People choose among sources by name",
    fix: 'Add "name"',
    check: async (context) =>
      expectEach(await sourcesOf(context), "source", ({ name }) =>
        typeof name === "string" && name.trim() !== "" ? undefined : `the name is ${JSON.stringify(name)}`,
      ),
  },
  {
    id: "sources.description",
    level: "MUST",
    covers: ["sources.members"],
    sentence: 'Every source has a "description", which may be empty',
    reason: "Older platforms print the member as it is",
    fix: 'Add "description"',
    check: async (context) =>
      expectEach(await sourcesOf(context), "source", (source) => typeFault(source, "description", "string")),
  },
  {
    id: "sources.tags",
    level: "MUST",
    covers: ["sources.members"],
    sentence: 'The "tags" of a source, when set, are an array of text',
    reason: "Tags of another form break the gallery's search",
    fix: "Send an array of text, or leave it out",
    check: async (context) =>
      expectEach(await sourcesOf(context), "source", ({ tags }) =>
        !isSet(tags) || (Array.isArray(tags) && tags.every((tag) => typeof tag === "string"))
          ? undefined
          : `the tags are ${JSON.stringify(tags)}`,
      ),
  },
  {
    id: "sources.default",
    level: "MUST",
    covers: ["sources.members"],
    sentence: '"default", when set, is a boolean',
    reason: "It decides what is selected when the form opens",
    fix: "Send true, or leave it out",
    check: async (context) =>
      expectEach(await sourcesOf(context), "source", (source) =>
        !isSet(source["default"]) ? undefined : typeFault(source, "default", "boolean"),
      ),
  },
  {
    id: "sources.filter-array",
    level: "MUST",
    covers: ["sources.members"],
    sentence: 'The "filter" of a source is an array',
    reason: "The filter form is drawn from it in order",
    fix: "Send an array of field objects, empty when there is nothing to filter by",
    check: async (context) =>
      expectEach(await sourcesOf(context), "source", ({ filter }) =>
        Array.isArray(filter) || (!isSet(filter) && context.isPublic)
          ? undefined
          : `the filter is ${filter === undefined ? "missing" : typeof filter}`,
      ),
  },
  {
    id: "sources.fields-object",
    level: "MUST",
    covers: ["sources.columns"],
    sentence: 'The "fields" of a source, when set, are an object by column id',
    reason: "The schema is read from it",
    fix: "Send an object from id to column, or leave it out",
    check: async (context) =>
      expectEach(await sourcesOf(context), "source", ({ fields }) =>
        !isSet(fields) || isObject(fields) ? undefined : '"fields" is not an object',
      ),
  },
  {
    id: "sources.columns",
    level: "MUST",
    covers: ["sources.columns", "schema.columns"],
    sentence: "Every declared column says id, name, description, type, ignore, readonly and order",
    reason: "A column that is described by half is shown by half",
    fix: "Send all seven members",
    check: async (context) =>
      expectEach(await columnsOf(context), "columns of a source", (column) => columnFault(column)),
  },
  {
    id: "sources.column-id",
    level: "MUST",
    covers: ["sources.columns"],
    sentence: "The key of a column is its id",
    reason: "Rows are matched by key, forms by id",
    fix: "Use the same text for both",
    check: async (context) =>
      expectEach(await columnsOf(context), "columns of a source", ({ key, id }) =>
        id === undefined || key === id ? undefined : `its id is ${JSON.stringify(id)}`,
      ),
  },
  {
    id: "sources.column-type",
    level: "MUST",
    covers: ["sources.columns", "schema.columns"],
    sentence: `Every declared column is of type ${columnTypes.join(", ")}`,
    reason: "A platform does not show a column of a type it does not know",
    fix: "Use one of the types; every number is number, every date and time is date",
    check: async (context) =>
      expectEach(await columnsOf(context), "columns of a source", ({ type }) =>
        columnTypes.some((known) => known === type) ? undefined : `its type is ${JSON.stringify(type)}`,
      ),
  },
]);

/**
 * Describes which members of a column are missing or invalid.
 *
 * @param column - A column of a schema
 * @returns The fault, or `undefined`
 */
export function columnFault(column: JsonObject): string | undefined {
  const texts = ["id", "name", "description", "type"].map((name) => typeFault(column, name, "string"));
  const flags = ["ignore", "readonly"].map((name) => typeFault(column, name, "boolean"));
  const order = Number.isInteger(column["order"])
    ? undefined
    : `"order" is ${JSON.stringify(column["order"])}`;
  return [...texts, ...flags, order].find((fault) => fault !== undefined);
}

async function sourcesOf(context: CheckContext): Promise<ReadonlyArray<Declared<JsonObject>>> {
  const { sources } = await applicationOf(context);
  return objectsIn(sources).map((value, index) => ({ where: `sources[${index}]`, value }));
}

async function columnsOf(context: CheckContext): Promise<ReadonlyArray<Declared<JsonObject>>> {
  const columns = (await sourcesOf(context)).flatMap(({ where, value: { fields } }) =>
    Object.entries(isObject(fields) ? fields : {}).map(([key, column]) => ({
      where: `${where}.fields.${key}`,
      value: { ...(isObject(column) ? column : {}), key },
    })),
  );
  if (columns.length === 0) notApplicable("columns of a source", "No source declares columns");
  return columns;
}
