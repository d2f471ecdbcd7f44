import type { Exchange } from "../exchange/exchange.js";
import { deepEqual } from "../expect/deep-equal.js";
import { expectStatus } from "../expect/expect-status.js";
import { couldNotRun, notApplicable, unmet } from "../expect/finding.js";
import { arrayOf, isObject, type JsonObject, jsonOf, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { wrongAccountOf } from "../target/account.js";
import { askRows, dataTarget } from "../target/data-target.js";
import { datalistTarget, datalistTargets, dependentTarget } from "../target/datalist-target.js";
import { datalistPath } from "../target/option-values.js";
import { isScalar, objectsIn } from "../target/read-declared.js";
import { expectWorking } from "./expect-working.js";

/** Requirements on POST /datalist. */
export const datalistRequirements = defineRequirements({ area: "datalist", section: "POST /datalist" }, [
  {
    id: "datalist.answers",
    level: "MUST",
    covers: ["datalist.request", "datalist.answer"],
    sentence: "A field with a datalist returns its options with 200",
    reason: "The person sees an empty list otherwise",
    fix: 'Serve POST /datalist for every field with "datalist": true',
    check: async (context) => expectWorking(context, await options(context)),
  },
  {
    id: "datalist.every",
    level: "MUST",
    covers: ["fields.datalist-flag"],
    sentence: "Every field with a datalist returns its options",
    reason: "A field that is declared but not served cannot be filled in",
    fix: 'Serve the field, or take "datalist": true away',
    check: async (context) => {
      const [, ...others] = await context.once(datalistTargets);
      if (others.length === 0) notApplicable("several datalist fields", "At most one field has a datalist");
      for (const { path, account, field } of others) {
        const { status } = await context.post(path, account.flat);
        if (status !== 200) unmet(`expected 200 for field "${field.id}", got ${status}`);
      }
    },
  },
  {
    id: "datalist.array",
    level: "MUST",
    covers: ["datalist.answer"],
    sentence: "Options come as a bare array",
    reason: "Both generations read an array and nothing around it",
    fix: "Send the array itself",
    check: async (context) => {
      const answer = await options(context);
      if (context.isPublic && answer.status >= 300) couldNotRun(`POST /datalist returns ${answer.status}`);
      arrayOf(answer);
    },
  },
  {
    id: "datalist.label",
    level: "MUST",
    covers: ["datalist.answer"],
    sentence: "Every option has a label in title or name",
    reason: "People choose by it",
    fix: 'Send {"title", "name", "value"}',
    check: async (context) =>
      eachOption(context, ({ title, name }) =>
        typeof title === "string" || typeof name === "string" ? undefined : "it has neither title nor name",
      ),
  },
  {
    id: "datalist.label-pair",
    level: "MUST",
    covers: ["alias.option"],
    sentence: '"title" and "name" of an option are both set and equal',
    reason: "Each generation reads only one of the two names",
    fix: "Emit both with the same text",
    check: async (context) =>
      eachOption(context, ({ title, name }) =>
        title === name ? undefined : `title is ${JSON.stringify(title)}, name ${JSON.stringify(name)}`,
      ),
  },
  {
    id: "datalist.value",
    level: "MUST",
    covers: ["datalist.answer"],
    sentence: 'Every option has a "value": text, a number or a boolean',
    reason: "It is what is sent back in the filter",
    fix: 'Add "value"',
    check: async (context) =>
      eachOption(context, ({ value }) =>
        isScalar(value) ? undefined : `its value is ${JSON.stringify(value)}`,
      ),
  },
  {
    id: "datalist.stable",
    level: "MUST",
    covers: ["datalist.stable"],
    sentence: "Options come in the same order every time",
    reason: "A list that jumps makes people choose the wrong line",
    fix: "Sort the options",
    check: async (context) => {
      const { path, account } = await datalistTarget(context);
      const again = await context.post(path, account.flat, { fresh: 1 });
      if (!deepEqual(jsonOf(await options(context)), jsonOf(again)))
        unmet("The second list differs from the first");
    },
  },
  {
    id: "datalist.usable",
    level: "SHOULD",
    covers: ["datalist.answer"],
    sentence: "A value from the list is accepted as filter",
    reason: "Otherwise choosing from the list leads to an error",
    fix: "Give values of the form the filter takes",
    check: async (context) => {
      const { source, field, account, dependents } = await datalistTarget(context);
      const [first] = objectsIn(jsonOf(await options(context)));
      if (first === undefined) notApplicable("options", "The list is empty");
      const target = await dataTarget(context);
      if (target.source.id !== source.id)
        notApplicable("datalist in the source", "The list belongs to another source");
      const several = field.type === "multidropdown" || field.type === "multilist";
      const value = several ? [first["value"]] : first["value"];
      const filter = { ...target.filter, ...dependents, [field.id]: value };
      expectStatus(await askRows(context, { ...target, account }, { filter }), 200);
    },
  },
  {
    id: "datalist.body",
    level: "MUST",
    covers: ["datalist.request"],
    sentence: "Source, field, account and dependents can be in a JSON body instead of the query",
    reason: "Newer callers send them there",
    fix: 'Read {"source", "field", "account", "dependsOn"} when the query has none',
    check: async (context) => {
      const { source, field, account, dependents } = await datalistTarget(context);
      const body = { source: source.id, field: field.id, account: account.flat, dependsOn: dependents };
      const found = await context.post("/datalist", body);
      expectStatus(found, (await options(context)).status);
      if (!deepEqual(jsonOf(found), jsonOf(await options(context))))
        unmet("The body returned other options than the query");
    },
  },
  {
    id: "datalist.unknown-argument",
    level: "MUST",
    covers: ["general.unknown-ignored"],
    sentence: "Unknown query arguments are ignored",
    reason: "Platforms add arguments over the years",
    fix: "Read the arguments you know and no others",
    check: async (context) => {
      const { path, account } = await datalistTarget(context);
      expectStatus(await context.post(`${path}&unknown=1`, account.flat), (await options(context)).status);
    },
  },
  {
    id: "datalist.source-unknown",
    level: "MUST",
    covers: ["datalist.400", "errors.400"],
    sentence: "An unknown source returns 400",
    reason: "An empty list looks like the truth",
    fix: "Look the source up first",
    check: async (context) => expectStatus(await askWith(context, { source: "no-such-source" }), 400),
  },
  {
    id: "datalist.source-missing",
    level: "MUST",
    covers: ["datalist.400"],
    sentence: "A request without a source returns 400",
    reason: "It is the caller's mistake, and the status says so",
    fix: "Check for the source first",
    check: async (context) => {
      const { field } = await datalistTarget(context);
      expectStatus(await askExactly(context, { field: field.id }), 400);
    },
  },
  {
    id: "datalist.field-unknown",
    level: "MUST",
    covers: ["datalist.400", "errors.400"],
    sentence: "An unknown field returns 400",
    reason: "An empty list looks like the truth",
    fix: "Look the field up among the filters of the source",
    check: async (context) => expectStatus(await askWith(context, { field: "no-such-field" }), 400),
  },
  {
    id: "datalist.field-missing",
    level: "MUST",
    covers: ["datalist.400"],
    sentence: "A request without a field returns 400",
    reason: "It is the caller's mistake, and the status says so",
    fix: "Check for the field first",
    check: async (context) => {
      const { source } = await datalistTarget(context);
      expectStatus(await askExactly(context, { source: source.id }), 400);
    },
  },
  {
    id: "datalist.field-without",
    level: "MUST",
    covers: ["datalist.400", "fields.datalist-flag"],
    sentence: "A field without a datalist returns 400",
    reason: "An empty list looks like the truth",
    fix: "Return 400 for a field that has no options to ask for",
    check: async (context) => {
      const { source } = await datalistTarget(context);
      const field = source.filter.find(({ datalist, type }) => !datalist && type !== "date");
      if (field === undefined)
        notApplicable("field without datalist", "Every field of the source has a datalist");
      expectStatus(await askWith(context, { field: field.id }), 400);
    },
  },
  {
    id: "datalist.dependent",
    level: "MUST",
    covers: ["datalist.request", "fields.when-set"],
    sentence: "A dependent value in the query is used",
    reason: "Otherwise the list shows what does not belong to the first choice",
    fix: "Read one query argument per id of datalist_requires",
    check: async (context) => {
      const { path, account } = await dependentTarget(context);
      expectStatus(await context.post(path, account.flat), 200);
    },
  },
  {
    id: "datalist.dependent-missing",
    level: "MUST",
    covers: ["datalist.400"],
    sentence: "A missing dependent argument returns 400",
    reason: "A list of everything hides the mistake",
    fix: "Check for every id of datalist_requires first",
    check: async (context) => expectStatus(await askWithoutDependent(context), 400),
  },
  {
    id: "datalist.dependent-named",
    level: "MUST",
    covers: ["datalist.400"],
    sentence: "The response to a missing dependent argument names it",
    reason: "Whoever reads it knows what to choose first",
    fix: 'Name the id in "field" or in the message',
    check: async (context) => {
      const { field } = await dependentTarget(context);
      const answer = objectOf(await askWithoutDependent(context));
      const named = field.requires.some((id) => JSON.stringify(answer).includes(id));
      if (!named) unmet(`The response names none of "${field.requires.join('", "')}"`);
    },
  },
  {
    id: "datalist.account-wrong",
    level: "MUST",
    covers: ["datalist.401", "errors.401"],
    sentence: "An invalid account returns 401",
    reason: "An empty list looks like the truth",
    fix: "Return 401 when the provider refuses the account",
    check: async (context) => {
      const { path } = await datalistTarget(context);
      const { wrong } = await wrongAccountOf(context);
      expectStatus(await context.post(path, wrong.flat), 401);
    },
  },
]);

async function options(context: CheckContext): Promise<Exchange> {
  const { path, account } = await datalistTarget(context);
  return context.post(path, account.flat);
}

async function eachOption(
  context: CheckContext,
  fault: (option: JsonObject) => string | undefined,
): Promise<void> {
  const list = jsonOf(await options(context));
  if (!Array.isArray(list)) couldNotRun("POST /datalist returns no array");
  if (list.length === 0) notApplicable("options", "The list is empty");
  for (const [index, option] of list.entries()) {
    const found = isObject(option) ? fault(option) : "it is not an object";
    if (found !== undefined) unmet(`Option ${index + 1}: ${found}`);
  }
}

async function askWith(context: CheckContext, query: Readonly<Record<string, string>>): Promise<Exchange> {
  const { source, field, dependents } = await datalistTarget(context);
  return askExactly(context, { source: source.id, field: field.id, ...dependents, ...query });
}

async function askExactly(context: CheckContext, query: Readonly<Record<string, string>>): Promise<Exchange> {
  const { account } = await datalistTarget(context);
  return context.post(datalistPath(query), account.flat);
}

async function askWithoutDependent(context: CheckContext): Promise<Exchange> {
  const { source, field, account } = await dependentTarget(context);
  return context.post(datalistPath({ source: source.id, field: field.id }), account.flat);
}
