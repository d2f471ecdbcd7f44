import { deepEqual } from "../expect/deep-equal.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, isSet, type JsonObject, jsonOf, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { objectsIn } from "../target/read-declared.js";
import { askConfig, configOf } from "./target.js";

const flags = ["default", "isUser"];

/** Requirements on POST config. */
export const configRequirements = defineRequirements(
  { area: "sync-config", section: "Synchronizer: config" },
  [
    {
      id: "sync-config.answers",
      level: "MUST",
      covers: ["sync.config"],
      sentence: "POST /api/v1/synchronizer/config returns 200 with a JSON object",
      reason: "Without it nothing can be chosen, so nothing is ever synchronized",
      fix: "Serve the endpoint for every account that works",
      check: async (context) => {
        const exchange = await askConfig(context);
        expectStatus(exchange, 200);
        objectOf(exchange);
      },
    },
    {
      id: "sync-config.types",
      level: "MUST",
      covers: ["sync.config"],
      sentence: '"types" is a list with at least one type',
      reason: "People choose from it what they want to have",
      fix: "List every kind of entity that POST data can return",
      check: async (context) => {
        const { types } = await configOf(context);
        if (!Array.isArray(types)) unmet(`expected an array as "types", got ${typeof types}`);
        if (types.length === 0) unmet('"types" is empty');
      },
    },
    {
      id: "sync-config.type-members",
      level: "MUST",
      covers: ["sync.config"],
      sentence: 'Every type has an "id" and a "name"',
      reason: "One is sent back in every request, the other is what people read",
      fix: "Give each type both, as text",
      check: async (context) => {
        const { types } = await configOf(context);
        for (const [index, type] of (Array.isArray(types) ? types : []).entries()) {
          const missing = ["id", "name"].find((name) => !isText(type, name));
          if (missing !== undefined) unmet(`expected text as "${missing}" of type ${index + 1}`);
        }
      },
    },
    {
      id: "sync-config.type-unique",
      level: "MUST",
      covers: ["sync.config"],
      sentence: "No two types have the same id",
      reason: "Entities of the one would overwrite those of the other",
      fix: "Rename one of them",
      check: async (context) => expectUniqueIds(await configOf(context), "types"),
    },
    {
      id: "sync-config.type-flags",
      level: "SHOULD",
      covers: ["sync.config"],
      sentence: '"default" and "isUser" of a type are true or false',
      reason: 'The text "false" is taken for true',
      fix: "Send booleans, or leave the member out",
      check: async (context) => {
        for (const type of objectsIn((await configOf(context))["types"])) {
          const wrong = flags.find((flag) => isSet(type[flag]) && typeof type[flag] !== "boolean");
          if (wrong !== undefined) unmet(`"${wrong}" of type ${JSON.stringify(type["id"])} is not a boolean`);
        }
      },
    },
    {
      id: "sync-config.filters",
      level: "MUST",
      covers: ["sync.config"],
      sentence: '"filters" is a list of fields',
      reason: "The form is made from it",
      fix: "Send an array, empty when there is nothing to filter by",
      check: async (context) => {
        const { filters } = await configOf(context);
        if (isSet(filters) && !Array.isArray(filters))
          unmet(`expected an array as "filters", got ${typeof filters}`);
      },
    },
    {
      id: "sync-config.filter-members",
      level: "MUST",
      covers: ["sync.config"],
      sentence: "Every filter field has an id, a label and a type",
      reason: "The form shows no control for a field without them",
      fix: 'Add "id", "title" and "type"',
      check: async (context) => {
        for (const field of await filtersOf(context)) {
          const missing = ["id", "type"].find((name) => !isText(field, name));
          if (missing !== undefined)
            unmet(`A filter field has no "${missing}": ${JSON.stringify(field).slice(0, 120)}`);
          if (!isText(field, "title") && !isText(field, "name"))
            unmet(`The filter field ${JSON.stringify(field["id"])} has neither "title" nor "name"`);
        }
      },
    },
    {
      id: "sync-config.filter-unique",
      level: "MUST",
      covers: ["sync.config"],
      sentence: "No two filter fields have the same id",
      reason: "A value would be read by both",
      fix: "Rename one of them",
      check: async (context) => {
        await filtersOf(context);
        expectUniqueIds(await configOf(context), "filters");
      },
    },
    {
      id: "sync-config.version",
      level: "SHOULD",
      covers: ["sync.config"],
      sentence: '"version" is a number or text',
      reason: "The platform sends it back, so that a connector can tell an old schema from a new one",
      fix: "Send a number that grows when the schema changes",
      check: async (context) => {
        const { version } = await configOf(context);
        if (typeof version !== "number" && (typeof version !== "string" || version === ""))
          unmet(`expected a number or text as "version", got ${JSON.stringify(version) ?? "nothing"}`);
      },
    },
    {
      id: "sync-config.webhooks",
      level: "MUST",
      covers: ["sync.config"],
      sentence: '"webhooks", when set, says in "enabled" whether there are any',
      reason: "The platform requests webhooks that do not exist, or never requests any",
      fix: 'Send {"enabled": true} or {"enabled": false}',
      check: async (context) => {
        const { webhooks } = await configOf(context);
        if (!isSet(webhooks)) notApplicable("webhooks", '"webhooks" is missing');
        if (!isObject(webhooks) || typeof webhooks["enabled"] !== "boolean")
          unmet(`"webhooks" is ${JSON.stringify(webhooks)}`);
      },
    },
    {
      id: "sync-config.stable",
      level: "MUST",
      covers: ["sync.config"],
      sentence: "The same account gets the same configuration again",
      reason: "Types that come and go are deleted with all their entities",
      fix: "Derive the list from the account alone, in a fixed order",
      check: async (context) => {
        const again = await askConfig(context, { fresh: 1 });
        if (!deepEqual(await configOf(context), jsonOf(again)))
          unmet("The second configuration differs from the first", { witness: again });
      },
    },
  ],
);

function isText(value: unknown, name: string): boolean {
  return isObject(value) && typeof value[name] === "string" && value[name] !== "";
}

async function filtersOf(context: CheckContext): Promise<readonly JsonObject[]> {
  const filters = objectsIn((await configOf(context))["filters"]);
  return filters.length > 0 ? filters : notApplicable("filters", "The configuration has no filter");
}

function expectUniqueIds(config: JsonObject, list: string): void {
  const ids = objectsIn(config[list]).map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) unmet(`${JSON.stringify(twice)} is in "${list}" twice`);
}
