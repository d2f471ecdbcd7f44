import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { declaredBy } from "../target/application.js";
import { askRows, type DataTarget, dataBody, dataTarget, filterField } from "../target/data-target.js";
import type { DeclaredField } from "../target/declared.js";
import { expectServed } from "../target/offered.js";

const section = "Optional v2 endpoints, checking a filter";

/** Requirements on POST /validate/filter. */
export const filterCheckRequirements = defineRequirements({ area: "filter-check", section }, [
  {
    id: "filter-check.right",
    level: "MUST",
    covers: ["filter-check.right"],
    sentence: "A valid filter returns 200",
    reason: "The form cannot be saved otherwise",
    fix: "Return 200 when nothing is wrong",
    check: async (context) => {
      const target = await checkTarget(context);
      const wanted = context.isPublic ? [200, 204] : [200];
      expectStatus(await context.post("/validate/filter", dataBody(target)), ...wanted);
    },
  },
  {
    id: "filter-check.object",
    level: "MUST",
    covers: ["filter-check.right"],
    sentence: "The response to a valid filter is an empty object",
    reason: "Some platforms parse it",
    fix: "Send {}",
    check: async (context) => {
      const target = await checkTarget(context);
      const answer = objectOf(await context.post("/validate/filter", dataBody(target)));
      if (Object.keys(answer).length > 0) unmet(`expected {}, got ${JSON.stringify(answer).slice(0, 80)}`);
    },
  },
  {
    id: "filter-check.wrong",
    level: "MUST",
    covers: ["filter-check.wrong"],
    sentence: "A filter with an invalid value returns 400",
    reason: "The mistake should be seen while the form is open",
    fix: "Check values as POST / does",
    check: async (context) => expectStatus(await askWrong(context), 400),
  },
  {
    id: "filter-check.as-data",
    level: "MUST",
    covers: ["filter-check.wrong"],
    sentence: "A filter that POST / refuses is not called valid",
    reason: "The report is saved with a filter that makes it fail",
    fix: "Check values with the same code as POST / does",
    check: async (context) => {
      const answer = await askWrong(context);
      const { field, ...target } = await filterField(context, "number filter", isNumber);
      const filter = { ...target.filter, [field.id]: "not a number" };
      const data = await askRows(context, target, { filter });
      if (data.status >= 400 && data.status < 500 && answer.status < 300)
        unmet(`POST / returns ${data.status} for the filter that POST /validate/filter calls valid`, {
          witness: answer,
        });
    },
  },
  {
    id: "filter-check.wrong-field",
    level: "MUST",
    covers: ["filter-check.wrong", "errors.shape"],
    sentence: 'The response to an invalid value names the filter in "field"',
    reason: "The form can then mark the field",
    fix: 'Add "field" with the id',
    check: async (context) => {
      const { field } = objectOf(await askWrong(context));
      if (typeof field !== "string" || field === "")
        unmet(`expected the id of the field as "field", got ${JSON.stringify(field)}`);
    },
  },
  {
    id: "filter-check.required",
    level: "MUST",
    covers: ["filter-check.wrong"],
    sentence: "A filter without a required value returns 400",
    reason: "The mistake should be seen while the form is open",
    fix: "Check for required values as POST / does",
    check: async (context) => {
      const { account } = await checkTarget(context);
      const { sources } = await declaredBy(context);
      const needy = sources.find(({ filter }) =>
        filter.some(({ saysRequired, raw }) => saysRequired && raw["defaultValue"] === undefined),
      );
      if (needy === undefined)
        notApplicable("required filter", "No source has a required filter without default");
      const body = { source: needy.id, account: account.flat, filter: {} };
      expectStatus(await context.post("/validate/filter", body), 400);
    },
  },
  {
    id: "filter-check.source-unknown",
    level: "MUST",
    covers: ["errors.400"],
    sentence: "An unknown source returns 400",
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

function isNumber({ type }: DeclaredField): boolean {
  return type === "number";
}

async function checkTarget(context: CheckContext): Promise<DataTarget> {
  const target = await dataTarget(context);
  await expectServed(context, "/validate/filter", await context.post("/validate/filter", dataBody(target)));
  return target;
}

async function askWrong(context: CheckContext): ReturnType<CheckContext["post"]> {
  await checkTarget(context);
  const { field, ...target } = await filterField(context, "number filter", isNumber);
  return context.post(
    "/validate/filter",
    dataBody(target, { filter: { ...target.filter, [field.id]: "not a number" } }),
  );
}
