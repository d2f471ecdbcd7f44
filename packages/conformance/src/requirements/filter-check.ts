import { expectStatus } from "../expect/expect-status.js";
import { objectOf } from "../expect/json-of.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { notApplicable, unmet } from "../requirement/finding.js";
import { levels } from "../requirement/level.js";
import type { CheckContext } from "../run/check-context.js";
import { declaredBy } from "../target/application.js";
import { type DataTarget, dataBody, dataTarget, filterField } from "../target/data-target.js";

const section = "Optional v2 endpoints, checking a filter";

/** POST /validate/filter. */
export const filterCheckRequirements = defineRequirements({ area: "filter-check", section }, [
  {
    id: "filter-check.right",
    levels: levels.second,
    covers: ["filter-check.right"],
    sentence: "A right filter is answered with 200",
    reason: "The form cannot be saved otherwise",
    fix: "Answer 200 when nothing is wrong",
    check: async (context) => {
      const target = await checkTarget(context);
      const wanted = context.run.profile === "v2" ? [200, 204] : [200];
      expectStatus(await context.post("/validate/filter", dataBody(target)), ...wanted);
    },
  },
  {
    id: "filter-check.object",
    levels: levels.ours,
    covers: ["filter-check.right"],
    sentence: "The answer to a right filter is an empty object",
    reason: "Some platforms parse it",
    fix: "Send {}",
    check: async (context) => {
      const target = await checkTarget(context);
      const answer = objectOf(await context.post("/validate/filter", dataBody(target)));
      if (Object.keys(answer).length > 0)
        unmet(`The answer is ${JSON.stringify(answer).slice(0, 80)}, wanted {}`);
    },
  },
  {
    id: "filter-check.wrong",
    levels: levels.second,
    covers: ["filter-check.wrong"],
    sentence: "A filter with a wrong value is answered 400",
    reason: "The mistake should be seen while the form is open",
    fix: "Check values as POST / does",
    check: async (context) => expectStatus(await askWrong(context), 400),
  },
  {
    id: "filter-check.wrong-field",
    levels: levels.ours,
    covers: ["filter-check.wrong", "errors.shape"],
    sentence: 'The answer to a wrong value names the filter in "field"',
    reason: "The form can then mark the box",
    fix: 'Add "field" with the id',
    check: async (context) => {
      const { field } = objectOf(await askWrong(context));
      if (typeof field !== "string" || field === "")
        unmet(`"field" is ${JSON.stringify(field)}, wanted the id`);
    },
  },
  {
    id: "filter-check.required",
    levels: levels.second,
    covers: ["filter-check.wrong"],
    sentence: "A filter without a required value is answered 400",
    reason: "The mistake should be seen while the form is open",
    fix: "Look for required values as POST / does",
    check: async (context) => {
      const { account } = await checkTarget(context);
      const { sources } = await declaredBy(context);
      const needy = sources.find(({ filter }) =>
        filter.some(({ required, raw }) => required && raw["defaultValue"] === undefined),
      );
      if (needy === undefined)
        notApplicable("required filter", "No source has a required filter without default");
      const body = { source: needy.id, account: account.flat, filter: {} };
      expectStatus(await context.post("/validate/filter", body), 400);
    },
  },
  {
    id: "filter-check.source-unknown",
    levels: levels.second,
    covers: ["errors.400"],
    sentence: "An unknown source is answered 400",
    reason: "It is the caller's mistake, and the status says so",
    fix: "Look the source up first",
    check: async (context) => {
      const target = await checkTarget(context);
      expectStatus(
        await context.post("/validate/filter", dataBody(target, { source: "no-such-source" })),
        400,
      );
    },
  },
]);

/** Nothing in GET / says whether the path is served: a connector says so by not answering 404. */
async function checkTarget(context: CheckContext): Promise<DataTarget> {
  const target = await dataTarget(context);
  const { status } = await context.post("/validate/filter", dataBody(target));
  if (status === 404 || status === 405)
    notApplicable("POST /validate/filter", `The connector answers ${status} there`);
  return target;
}

async function askWrong(context: CheckContext): ReturnType<CheckContext["post"]> {
  await checkTarget(context);
  const { field, ...target } = await filterField(context, "number filter", ({ type }) => type === "number");
  return context.post(
    "/validate/filter",
    dataBody(target, { filter: { ...target.filter, [field.id]: "not a number" } }),
  );
}
