import { columnTypes } from "@wellhead/contract";
import { expectStatus } from "../expect/expect-status.js";
import { couldNotRun, notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { wrongAccountOf } from "../target/account.js";
import { applicationOf, declaredBy } from "../target/application.js";
import { type DataTarget, dataBody, dataTarget, rowsOf } from "../target/data-target.js";
import { readColumns } from "../target/read-declared.js";
import { columnFault } from "./sources.js";
import { valueFault } from "./value-fault.js";

/** Requirements on POST /schema. */
export const schemaRequirements = defineRequirements(
  { area: "schema", section: "Optional v2 endpoints, schema" },
  [
    {
      id: "schema.answers",
      level: "MUST",
      covers: ["schema.request"],
      sentence: "POST /schema returns 200 for a source, an account and a filter",
      reason: "The platform builds its columns from it before any row comes",
      fix: "Respond with the columns of the source",
      check: async (context) => expectStatus(await askSchema(context), 200),
    },
    {
      id: "schema.object",
      level: "MUST",
      covers: ["schema.columns"],
      sentence: "The schema is an object by column id, with at least one column",
      reason: "Without columns nothing is shown",
      fix: "Send an object from id to column",
      check: async (context) => {
        if (Object.keys(objectOf(await askSchema(context))).length === 0) unmet("The schema has no column");
      },
    },
    {
      id: "schema.columns",
      level: "MUST",
      covers: ["schema.columns"],
      sentence: "Every column says id, name, description, type, ignore, readonly and order",
      reason: "A column that is described by half is shown by half",
      fix: "Send all seven members",
      check: async (context) => eachColumn(context, (_id, column) => columnFault(column)),
    },
    {
      id: "schema.column-name",
      level: "MUST",
      covers: ["schema.columns"],
      sentence: "Every column has a name",
      reason: "People see it above the column",
      fix: 'Add "name"',
      check: async (context) =>
        eachColumn(context, (_id, { name }) =>
          typeof name === "string" && name !== "" ? undefined : "it has no name",
        ),
    },
    {
      id: "schema.column-id",
      level: "MUST",
      covers: ["schema.columns"],
      sentence: "The key of a column is its id",
      reason: "Rows are matched by key, forms by id",
      fix: "Use the same text for both",
      check: async (context) =>
        eachColumn(context, (key, { id }) =>
          id === key || (id === undefined && context.isPublic)
            ? undefined
            : `its id is ${JSON.stringify(id)}`,
        ),
    },
    {
      id: "schema.column-type",
      level: "MUST",
      covers: ["schema.columns"],
      sentence: `Every column is of type ${columnTypes.join(", ")}`,
      reason: "A platform does not show a column of a type it does not know",
      fix: "Use one of the types; every number is number, every date and time is date",
      check: async (context) =>
        eachColumn(context, (_id, { type }) =>
          columnTypes.some((known) => known === type) ? undefined : `its type is ${JSON.stringify(type)}`,
        ),
    },
    {
      id: "schema.rows-known",
      level: "MUST",
      covers: ["schema.columns"],
      sentence: "Rows hold no member that the schema does not have",
      reason: "What is not in the schema is not shown, and nobody knows why",
      fix: "Add the column to the schema, or do not send it",
      check: async (context) => {
        const { schema, rows } = await schemaAndRows(context);
        const names = new Set(rows.flatMap((row) => Object.keys(row)));
        const odd = [...names].find((name) => !schema.has(name));
        if (odd !== undefined) unmet(`Rows hold "${odd}", which the schema does not have`);
      },
    },
    {
      id: "schema.rows-types",
      level: "MUST",
      covers: ["schema.columns"],
      sentence: "Values of rows are of the type the schema says, or null",
      reason: "A text among numbers turns the whole column into text",
      fix: "Send numbers as numbers, dates as ISO 8601, several values as arrays",
      check: async (context) => {
        const { schema, rows } = await schemaAndRows(context);
        for (const [index, row] of rows.entries()) {
          for (const [name, value] of Object.entries(row)) {
            const fault = valueFault(schema.get(name) ?? "", value);
            if (fault !== undefined) unmet(`Row ${index + 1}, column "${name}": ${fault}`);
          }
        }
      },
    },
    {
      id: "schema.declared",
      level: "SHOULD",
      covers: ["schema.account"],
      sentence: "The schema has the columns that GET / declares, with the same types",
      reason: "Two truths about one column confuse both generations",
      fix: "Make both from the same declaration",
      check: async (context) => {
        const { source } = await schemaTarget(context);
        if (source.columns === undefined) notApplicable("columns of the source", "GET / declares no columns");
        const schema = readColumns(objectOf(await askSchema(context)));
        for (const [id, type] of schema) {
          const declared = source.columns.get(id);
          if (declared !== undefined && declared !== type)
            unmet(`Column "${id}" is ${type} in the schema and ${declared} in GET /`);
        }
      },
    },
    {
      id: "schema.source-unknown",
      level: "MUST",
      covers: ["errors.400"],
      sentence: "An unknown source returns 400",
      reason: "A schema of another source shows wrong columns",
      fix: "Look the source up first",
      check: async (context) => {
        const target = await schemaTarget(context);
        expectStatus(await context.post("/schema", dataBody(target, { source: "no-such-source" })), 400);
      },
    },
    {
      id: "schema.source-omitted",
      level: "MUST",
      covers: ["schema.source"],
      sentence: "Without a source, the only or default one is used",
      reason: "The documents of the second generation show no source in the request",
      fix: "Take the only source, or the one marked as default",
      check: async (context) => {
        const target = await schemaTarget(context);
        const { sources } = await declaredBy(context);
        const single =
          sources.length === 1 || sources.filter(({ raw }) => raw["default"] === true).length === 1;
        if (!single)
          notApplicable(
            "only or default source",
            "Several sources are declared and no single one is the default",
          );
        const { account, filter } = target;
        expectStatus(await context.post("/schema", { account: account.flat, filter }), 200);
      },
    },
    {
      id: "schema.account-wrong",
      level: "MUST",
      covers: ["errors.401", "schema.account"],
      sentence: "A schema that GET / does not publish is kept from an invalid account: 401",
      reason: "Such a schema comes from the account's own data and must not leak to strangers",
      fix: "Try the account before the schema is sent",
      check: async (context) => {
        const target = await schemaTarget(context);
        if (target.source.columns !== undefined) {
          notApplicable("schema that GET / does not publish", "GET / shows the columns to everybody");
        }
        const { wrong } = await wrongAccountOf(context);
        expectStatus(await context.post("/schema", dataBody(target, { account: wrong.flat })), 401);
      },
    },
  ],
);

async function schemaTarget(context: CheckContext): Promise<DataTarget> {
  const { type } = await applicationOf(context);
  if (type !== "crunch") notApplicable('type "crunch"', `GET / declares the type ${JSON.stringify(type)}`);
  return dataTarget(context);
}

async function askSchema(context: CheckContext): ReturnType<CheckContext["post"]> {
  return context.post("/schema", dataBody(await schemaTarget(context)));
}

async function eachColumn(
  context: CheckContext,
  fault: (id: string, column: JsonObject) => string | undefined,
): Promise<void> {
  for (const [id, column] of Object.entries(objectOf(await askSchema(context)))) {
    const found = isObject(column) ? fault(id, column) : "it is not an object";
    if (found !== undefined) unmet(`Column "${id}": ${found}`);
  }
}

async function schemaAndRows(
  context: CheckContext,
): Promise<{ readonly schema: ReadonlyMap<string, string>; readonly rows: readonly JsonObject[] }> {
  const target = await schemaTarget(context);
  const exchange = await askSchema(context);
  if (exchange.status !== 200) couldNotRun("POST /schema does not return 200");
  const rows = (await rowsOf(context, target)).rows.filter(isObject);
  if (rows.length === 0)
    notApplicable("rows", `Source "${target.source.id}" has no row with this account and filter`);
  return { schema: readColumns(objectOf(exchange)), rows };
}
