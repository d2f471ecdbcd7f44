import { entityFieldTypes, entitySubTypes } from "@wellhead/contract/synchronizer";
import { deepEqual } from "../expect/deep-equal.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, isSet, type JsonObject, jsonOf, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { objectsIn } from "../target/read-declared.js";
import { askSchema, builtOn, type SchemaField, schemaFields, syncTarget } from "./target.js";

const subTypes: ReadonlySet<unknown> = new Set(Object.values(entitySubTypes).flat());
const formats: ReadonlySet<unknown> = new Set(["Money", "Percent", "Number", "phone"]);
/** Maximum number of types that are requested alone. */
const maxTypes = 3;

/** Requirements on POST schema, except for relations. */
export const schemaRequirements = defineRequirements(
  { area: "sync-schema", section: "Synchronizer: schema" },
  [
    {
      id: "sync-schema.answers",
      level: "MUST",
      covers: ["sync.schema"],
      sentence: "POST /api/v1/synchronizer/schema returns 200 with a JSON object",
      reason: "Tables are made from it before the first entity is requested",
      fix: "Return the fields of each type by its id",
      check: async (context) => {
        const exchange = await askSchema(context);
        expectStatus(exchange, 200);
        objectOf(exchange);
      },
    },
    {
      id: "sync-schema.each-type",
      level: "MUST",
      covers: ["sync.schema"],
      sentence: "The response has every requested type",
      reason: "A type without fields cannot be stored",
      fix: "Add the fields of each type of the configuration, under its id",
      check: async (context) => {
        const answer = builtOn(await askSchema(context));
        const { types } = await syncTarget(context);
        const missing = types.find(({ id }) => !isObject(answer[id]));
        if (missing !== undefined) unmet(`Type "${missing.id}" is missing`);
      },
    },
    {
      id: "sync-schema.one-type",
      level: "MUST",
      covers: ["sync.schema"],
      sentence: "A type that is requested alone has its fields",
      reason: "People who choose one type cannot synchronize it",
      fix: 'Return the types that "types" of the request lists',
      check: async (context) => {
        const { types } = await syncTarget(context);
        for (const { id } of types.slice(0, maxTypes)) {
          const exchange = await askSchema(context, { types: [id] });
          if (exchange.status !== 200 || !isObject(builtOn(exchange)[id]))
            unmet(`expected the fields of type "${id}" when it is requested alone, got ${exchange.status}`, {
              witness: exchange,
            });
        }
      },
    },
    {
      id: "sync-schema.id",
      level: "MUST",
      covers: ["sync.schema"],
      sentence: 'Every type has a field "id"',
      reason: "Entities are found again by it",
      fix: 'Add "id" with the type "id"',
      check: async (context) => eachType(context, (fields) => lacks(fields, "id")),
    },
    {
      id: "sync-schema.id-type",
      level: "SHOULD",
      covers: ["sync.schema"],
      sentence: 'The field "id" has the type "id"',
      reason: "Another type is shown to people as one more column",
      fix: 'Declare {"name": "Id", "type": "id"}',
      check: async (context) =>
        eachType(context, ({ id }) =>
          isObject(id) && id["type"] !== "id"
            ? `its "id" is of type ${JSON.stringify(id["type"])}`
            : undefined,
        ),
    },
    {
      id: "sync-schema.name",
      level: "MUST",
      covers: ["sync.schema"],
      sentence: 'Every type has a field "name"',
      reason: "It is the title of the entity, wherever it is shown",
      fix: 'Add "name", or repeat the id in it',
      check: async (context) => eachType(context, (fields) => lacks(fields, "name")),
    },
    {
      id: "sync-schema.field-name",
      level: "MUST",
      covers: ["sync.schema"],
      sentence: 'Every field has a "name"',
      reason: "It is the name of the column",
      fix: "Give each field the name that the third party shows",
      check: async (context) =>
        eachField(context, ({ name }) =>
          typeof name === "string" && name !== ""
            ? undefined
            : `its "name" is ${JSON.stringify(name) ?? "missing"}`,
        ),
    },
    {
      id: "sync-schema.field-type",
      level: "MUST",
      covers: ["sync.schema"],
      sentence: 'The "type" of a field is id, text, number, date or array[text]',
      reason: "A type that nobody documents stops the whole synchronization",
      fix: "Use one of the five, and the sub type for the rest",
      check: async (context) =>
        eachField(context, ({ type }) =>
          entityFieldTypes.some((one) => one === type)
            ? undefined
            : `its "type" is ${JSON.stringify(type) ?? "missing"}`,
        ),
    },
    {
      id: "sync-schema.sub-type",
      level: "MUST",
      covers: ["sync.schema"],
      sentence: 'The "subType" of a field is a documented one',
      reason: "The column is made as plain text, or not at all",
      fix: "Take a sub type from the list, or leave the member out",
      check: async (context) =>
        eachField(context, ({ subType }) =>
          !isSet(subType) || subTypes.has(subType)
            ? undefined
            : `its "subType" is ${JSON.stringify(subType)}`,
        ),
    },
    {
      id: "sync-schema.options",
      level: "MUST",
      covers: ["sync.schema"],
      sentence: "Every option of a field has a name",
      reason: "It is what the values of entities are matched with",
      fix: 'Send options as [{"name": "Open"}]',
      check: async (context) => {
        const fields = (await schemaFields(context)).filter(({ value }) => isSet(value["options"]));
        if (fields.length === 0) notApplicable("options", "No field has options");
        for (const { where, value } of fields) {
          const { options } = value;
          if (!Array.isArray(options))
            unmet(`${where}: expected an array as "options", got ${typeof options}`);
          const bad: unknown = options.find(
            (one) => !isObject(one) || typeof one["name"] !== "string" || one["name"] === "",
          );
          if (bad !== undefined) unmet(`${where}: the option ${JSON.stringify(bad)} has no name`);
        }
      },
    },
    {
      id: "sync-schema.workflow",
      level: "MUST",
      covers: ["sync.schema"],
      sentence: "A workflow has one default state and at least one final state",
      reason: "New entities have no state to begin in, and finished ones never count as finished",
      fix: 'Mark one option "default": true and those that mean done "final": true',
      check: async (context) => {
        const fields = (await schemaFields(context)).filter(({ value }) => value["subType"] === "workflow");
        if (fields.length === 0) notApplicable("workflow", 'No field has the sub type "workflow"');
        for (const { where, value } of fields) {
          const states = objectsIn(value["options"]);
          const defaults = states.filter((state) => state["default"] === true).length;
          if (defaults !== 1) unmet(`${where}: expected one default state, got ${defaults}`);
          if (!states.some((state) => state["final"] === true)) unmet(`${where}: no state is final`);
        }
      },
    },
    {
      id: "sync-schema.format",
      level: "SHOULD",
      covers: ["sync.schema"],
      sentence: 'The "format" of a field is a documented one',
      reason: "Numbers are shown without their currency or percent sign",
      fix: 'Send {"format": "Money", "currencyCode": "EUR"} or leave the member out',
      check: async (context) => {
        const fields = (await schemaFields(context)).filter(({ value }) => isSet(value["format"]));
        if (fields.length === 0) notApplicable("format", "No field has a format");
        for (const { where, value } of fields) {
          const format = isObject(value["format"]) ? value["format"]["format"] : value["format"];
          if (!formats.has(format)) unmet(`${where}: its format is ${JSON.stringify(value["format"])}`);
        }
      },
    },
    {
      id: "sync-schema.one-title",
      level: "MUST",
      covers: ["sync.schema"],
      sentence: 'At most one field of a type has the sub type "title"',
      reason: "Nobody can say which of two is the title",
      fix: "Keep it on one field",
      check: async (context) =>
        eachType(context, (fields) => {
          const titles = Object.values(fields).filter(
            (field) => isObject(field) && field["subType"] === "title",
          );
          return titles.length > 1 ? `${titles.length} of its fields are titles` : undefined;
        }),
    },
    {
      id: "sync-schema.stable",
      level: "MUST",
      covers: ["sync.schema"],
      sentence: "The same request gets the same schema again",
      reason: "Columns that come and go are deleted with all their values",
      fix: "Derive the schema from the definition, not from some entities",
      check: async (context) => {
        const again = await askSchema(context, { fresh: 1 });
        if (!deepEqual(builtOn(await askSchema(context)), jsonOf(again)))
          unmet("The second schema differs from the first", { witness: again });
      },
    },
  ],
);

function lacks(fields: JsonObject, id: string): string | undefined {
  return isObject(fields[id]) ? undefined : `it has no field "${id}"`;
}

async function eachType(
  context: CheckContext,
  fault: (fields: JsonObject) => string | undefined,
): Promise<void> {
  const { types, schema } = await syncTarget(context);
  for (const { id } of types) {
    const fields = schema[id];
    const found = fields && fault(fields);
    if (found !== undefined) unmet(`Type "${id}": ${found}`);
  }
}

async function eachField(
  context: CheckContext,
  fault: (field: SchemaField["value"]) => string | undefined,
): Promise<void> {
  for (const { where, value } of await schemaFields(context)) {
    const found = fault(value);
    if (found !== undefined) unmet(`${where}: ${found}`);
  }
}
