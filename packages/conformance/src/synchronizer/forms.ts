import type { Exchange } from "../exchange/exchange.js";
import { canonical } from "../expect/deep-equal.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { type JsonObject, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements, type RequirementDraft } from "../requirement/define-requirements.js";
import { cellsOf } from "../target/choice.js";
import type { DeclaredField } from "../target/declared.js";
import { isScalar, objectsIn } from "../target/read-declared.js";
import { wholeRuns } from "./read-run.js";
import { builtOn, paths, syncTarget } from "./target.js";

const maxFields = 6;

const optionDrafts: readonly RequirementDraft[] = [
  {
    id: "sync-forms.options",
    level: "MUST",
    covers: ["sync.forms"],
    sentence: 'POST datalist returns {"items": […]} for every filter field with a datalist',
    reason: "People see an empty list and cannot go on",
    fix: 'Return the options of each field that declares "datalist": true',
    check: async (context) => {
      for (const field of await listFields(context)) {
        const exchange = await askOptions(context, field);
        expectStatus(exchange, 200);
        const { items } = objectOf(exchange);
        if (!Array.isArray(items))
          unmet(`expected an array as "items" of "${field.id}", got ${typeof items}`);
      }
    },
  },
  {
    id: "sync-forms.option-members",
    level: "MUST",
    covers: ["sync.forms"],
    sentence: 'Every option has a "title" and a "value"',
    reason: "People choose by the one, the other is sent back",
    fix: 'Send {"title", "value"}',
    check: async (context) => {
      for (const field of await listFields(context)) {
        for (const item of objectsIn(builtOn(await askOptions(context, field))["items"])) {
          const label = item["title"] ?? item["name"];
          if (typeof label !== "string" || !isScalar(item["value"]))
            unmet(`Field "${field.id}" has the option ${JSON.stringify(item).slice(0, 100)}`);
        }
      }
    },
  },
  {
    id: "sync-forms.option-unique",
    level: "SHOULD",
    covers: ["sync.forms"],
    sentence: "No option occurs twice",
    reason: "Nobody knows which of the two to choose",
    fix: "Drop options whose value has occurred before",
    check: async (context) => {
      for (const field of await listFields(context)) {
        const items = objectsIn(builtOn(await askOptions(context, field))["items"]);
        const values = items.map(({ value }) => canonical(value ?? null));
        const twice = values.find((value, index) => values.indexOf(value) !== index);
        if (twice !== undefined) unmet(`The value ${twice} of field "${field.id}" occurs twice`);
      }
    },
  },
  {
    id: "sync-forms.complete",
    level: "SHOULD",
    covers: ["sync.forms"],
    sentence: "A list offers every value that entities have",
    reason: "Entities with a value that is not offered can never be chosen",
    fix: "Return all options, not the first page of them",
    check: expectComplete,
  },
  {
    id: "sync-forms.depends",
    level: "MUST",
    covers: ["sync.forms"],
    sentence: 'Options follow the values in "dependsOn"',
    reason: "People choose the project of another organisation",
    fix: 'Read the values from "dependsOn"',
    check: async (context) => {
      const { fields } = await syncTarget(context);
      const field = (await listFields(context)).find(({ requires }) => requires.length === 1);
      const parent = fields.find(({ id }) => id === field?.requires[0]);
      if (field === undefined || parent === undefined)
        notApplicable("datalist_requires", "No filter field depends on another");
      const values = objectsIn(builtOn(await askOptions(context, parent))["items"]).map(({ value }) => value);
      if (values.length < 2) notApplicable("two values", "The field it depends on has fewer than two values");
      const answered: string[] = [];
      for (const value of values.slice(0, 4)) {
        const asked = await askOptions(context, field, { [parent.id]: value });
        // The account may see what a value names and still not be allowed to look into it.
        if (asked.status === 200) answered.push(canonical(builtOn(asked)["items"]));
      }
      if (answered.length < 2) notApplicable("two values", "Options are answered for fewer than two values");
      if (new Set(answered).size === 1)
        unmet(`The options of "${field.id}" are the same for ${answered.length} values of "${parent.id}"`);
    },
  },
  {
    id: "sync-forms.unknown-field",
    level: "MUST",
    covers: ["sync.forms", "sync.errors"],
    sentence: "A request for the options of an unknown field returns 400",
    reason: "An empty list looks as if nothing could be chosen",
    fix: "Look the field up first",
    check: async (context) => {
      await listFields(context);
      const { account, types } = await syncTarget(context);
      const body = { types: types.map(({ id }) => id), account: account.flat, field: "no-such-field" };
      expectStatus(await context.post(paths.datalist, body), 400);
    },
  },
];

const filterDrafts: readonly RequirementDraft[] = [
  {
    id: "sync-forms.right-filter",
    level: "MUST",
    covers: ["sync.forms"],
    sentence: "POST filter/validate returns 200 or 204 for a valid filter",
    reason: "The form cannot be saved",
    fix: "Return 200 when every value can be used",
    check: async (context) => expectStatus(await expectChecked(context), 200, 204),
  },
  {
    id: "sync-forms.required",
    level: "MUST",
    covers: ["sync.forms"],
    sentence: "A filter without a required value returns 400",
    reason: "The mistake is seen only when the run fails",
    fix: "Check for required values as POST data does",
    check: async (context) => {
      const { fields } = await syncTarget(context);
      const field = fields.find(({ saysRequired, raw }) => saysRequired && raw["defaultValue"] === undefined);
      if (field === undefined) notApplicable("required filter", "No filter field is required");
      await expectChecked(context);
      expectStatus(await checkFilter(context, { [field.id]: undefined }), 400);
    },
  },
  {
    id: "sync-forms.wrong-value",
    level: "MUST",
    covers: ["sync.forms"],
    sentence: "A filter with a value of the wrong type returns 400 with a message",
    reason: "The person is told nothing, and the run fails later",
    fix: "Check each value by the type of its field",
    check: async (context) => {
      const { fields } = await syncTarget(context);
      const field = fields.find(({ type }) => type === "number");
      if (field === undefined) notApplicable("number filter", "No filter field is a number");
      await expectChecked(context);
      const exchange = await checkFilter(context, { [field.id]: "not a number" });
      expectStatus(exchange, 400);
      const { message } = objectOf(exchange);
      if (typeof message !== "string" || message === "") unmet('expected text as "message"');
    },
  },
];

/** Requirements on the filter form: its options, and its check. */
export const formRequirements = defineRequirements(
  { area: "sync-forms", section: "Synchronizer: datalist and filter/validate" },
  [...optionDrafts, ...filterDrafts],
);

/** Maximum number of options of a list that is surely not cut at a stated bound. */
const maxCompared = 50;

/** A list is compared with the entities if two of its options confirm that they are meant. */
async function expectComplete(context: CheckContext): Promise<void> {
  const [run] = await wholeRuns(context);
  let judged = false;
  for (const field of await listFields(context)) {
    const cells = new Set((run?.entities ?? []).flatMap(({ value }) => cellsOf(value[field.id])));
    if (field.requires.length > 0 || field.type === "date") continue;
    const exchange = await askOptions(context, field);
    const offered = new Set(objectsIn(builtOn(exchange)["items"]).map(({ value }) => String(value)));
    const known = [...offered].filter((option) => cells.has(option));
    if (known.length < 2 || offered.size > maxCompared) continue;
    judged = true;
    const missing = [...cells].find((cell) => !offered.has(cell));
    if (missing !== undefined)
      unmet(`"${field.id}" does not offer "${missing}", which entities of type "${run?.type.id}" have`, {
        witness: exchange,
      });
  }
  if (!judged) notApplicable("list seen in the entities", "No list offers values that entities have");
}

async function listFields(context: CheckContext): Promise<readonly DeclaredField[]> {
  const { fields } = await syncTarget(context);
  const lists = fields.filter(({ datalist }) => datalist).slice(0, maxFields);
  return lists.length > 0 ? lists : notApplicable("datalist", 'No filter field has "datalist": true');
}

/** A field that others depend on gets the first option of each. */
async function askOptions(
  context: CheckContext,
  field: DeclaredField,
  given: JsonObject = {},
): Promise<Exchange> {
  const { account, types, fields, filter } = await syncTarget(context);
  const dependsOn: Record<string, unknown> = {};
  for (const id of field.requires) {
    const parent = fields.find((one) => one.id === id);
    dependsOn[id] = given[id] ?? filter[id] ?? (parent && (await firstValue(context, parent)));
  }
  const body = { types: types.map(({ id }) => id), account: account.flat, field: field.id, dependsOn };
  return context.post(paths.datalist, body);
}

async function firstValue(context: CheckContext, field: DeclaredField): Promise<unknown> {
  if (field.options.length > 0) return field.options[0];
  if (!field.datalist || field.requires.length > 0) return undefined;
  return objectsIn(builtOn(await askOptions(context, field))["items"])[0]?.["value"];
}

/** A connector without this endpoint leaves the check to its requests for data. */
async function expectChecked(context: CheckContext): Promise<Exchange> {
  const exchange = await checkFilter(context, {});
  return exchange.status === 404
    ? notApplicable("filter check", "POST filter/validate is not there")
    : exchange;
}

async function checkFilter(context: CheckContext, extra: JsonObject): Promise<Exchange> {
  const { account, types, filter } = await syncTarget(context);
  const body = { types: types.map(({ id }) => id), account: account.flat, filter: { ...filter, ...extra } };
  return context.post(paths.validateFilter, body);
}
