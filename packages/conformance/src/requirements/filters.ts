import { canonical, deepEqual } from "../expect/deep-equal.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { accountOf } from "../target/account.js";
import { declaredBy } from "../target/application.js";
import { askRows, dataTarget, expectRows, filterField, rowsOf } from "../target/data-target.js";
import type { DeclaredField } from "../target/declared.js";
import { optionValues } from "../target/option-values.js";

const several = ["multidropdown", "multilist"];

/** Requirements on the filter of POST /. */
export const filterRequirements = defineRequirements({ area: "filters", section: "POST /" }, [
  {
    id: "filters.required",
    level: "MUST",
    covers: ["data.wrong-value"],
    sentence: "A missing required filter returns 400",
    reason: "The person needs to know what to fill in, not that something broke",
    fix: "Check for every required filter before the source is asked",
    check: async (context) => expectStatus(await askWithoutFilter(context), 400),
  },
  {
    id: "filters.required-field",
    level: "MUST",
    covers: ["data.wrong-value", "errors.shape"],
    sentence: 'The response to a missing required filter names it in "field"',
    reason: "The form can then mark the field",
    fix: 'Add "field" with the id',
    check: async (context) => {
      const { field } = objectOf(await askWithoutFilter(context));
      const { ids } = await requiredFilter(context);
      if (!ids.some((id) => id === field))
        unmet(`expected "${ids.join('" or "')}" as "field", got ${JSON.stringify(field)}`);
    },
  },
  {
    id: "filters.number-text",
    level: "MUST",
    covers: ["data.coerced"],
    sentence: "A number filter takes text of digits like the number",
    reason: "The documents' own example sends numbers as text",
    fix: "Convert text to a number by the declared type",
    check: async (context) => {
      const { field, ...target } = await filterField(
        context,
        "number filter",
        ({ type }) => type === "number",
      );
      const value = target.filter[field.id] ?? field.raw["defaultValue"] ?? 1;
      const number = await askRows(context, target, {
        filter: { ...target.filter, [field.id]: Number(value) },
      });
      const text = await askRows(context, target, {
        filter: { ...target.filter, [field.id]: String(Number(value)) },
      });
      expectStatus(text, number.status);
      if (text.text !== number.text) unmet("Text of digits returned different rows than the number");
    },
  },
  {
    id: "filters.number-wrong",
    level: "MUST",
    covers: ["data.wrong-value", "errors.400"],
    sentence: "A number filter returns 400 for text that is not a number",
    reason: "If the value is ignored, rows come that were not requested",
    fix: "Check values by the declared type",
    check: async (context) => expectStatus(await askWrongNumber(context), 400),
  },
  {
    id: "filters.wrong-field",
    level: "MUST",
    covers: ["data.wrong-value", "errors.shape"],
    sentence: 'The response to an invalid filter value names the filter in "field"',
    reason: "The form can then mark the field",
    fix: 'Add "field" with the id',
    check: async (context) => {
      const { field } = await filterField(context, "number filter", ({ type }) => type === "number");
      const answer = objectOf(await askWrongNumber(context));
      if (answer["field"] !== field.id)
        unmet(`expected "${field.id}" as "field", got ${JSON.stringify(answer["field"])}`);
    },
  },
  {
    id: "filters.bool-digit",
    level: "MUST",
    covers: ["data.coerced"],
    sentence: "A bool filter takes 1 like true and 0 like false",
    reason: "Older platforms send digits",
    fix: "Convert 0 and 1 by the declared type",
    check: async (context) => {
      const { field, ...target } = await filterField(context, "bool filter", ({ type }) => type === "bool");
      for (const [digit, flag] of [
        [1, true],
        [0, false],
      ] as const) {
        const right = await askRows(context, target, { filter: { ...target.filter, [field.id]: flag } });
        const found = await askRows(context, target, { filter: { ...target.filter, [field.id]: digit } });
        expectStatus(found, right.status);
        if (found.text !== right.text) unmet(`${digit} returned different rows than ${flag}`);
      }
    },
  },
  {
    id: "filters.several-text",
    level: "MUST",
    covers: ["alias.several-values", "data.coerced"],
    sentence: "A filter of several values takes text joined with commas like an array",
    reason: "Older platforms send one, newer ones the other",
    fix: "Split text at commas when the field takes several values",
    check: async (context) => {
      const { field, ...target } = await filterField(
        context,
        "filter of several values with options",
        isSeveralWithOptions,
      );
      const values = field.options.filter((value) => !String(value).includes(",")).slice(0, 2);
      const array = await askRows(context, target, { filter: { ...target.filter, [field.id]: values } });
      const text = await askRows(context, target, {
        filter: { ...target.filter, [field.id]: values.join(",") },
      });
      expectStatus(text, array.status);
      if (text.text !== array.text) unmet("Joined text returned different rows than the array");
    },
  },
  {
    id: "filters.several-array",
    level: "MUST",
    covers: ["alias.several-values", "data.coerced"],
    sentence: "A filter of several values takes an array",
    reason: "It is what the form sends",
    fix: "Accept an array when the field takes several values",
    check: async (context) => {
      const { field, ...target } = await filterField(
        context,
        "filter of several values with options",
        isSeveralWithOptions,
      );
      await rowsOf(context, target);
      const filter = { ...target.filter, [field.id]: field.options.slice(0, 2) };
      expectStatus(await askRows(context, target, { filter }), 200);
    },
  },
  {
    id: "filters.narrow",
    level: "SHOULD",
    covers: ["data.request"],
    sentence: "An option returns only rows that also come without it",
    reason: "A filter that does nothing, or adds rows, misleads whoever reads the report",
    fix: "Apply the filter to the rows",
    check: async (context) => {
      const { field, ...target } = await filterField(context, "optional list filter", isOptionalList);
      const base = { ...target.filter };
      delete base[field.id];
      const all = await rowsOf(context, target, { filter: base });
      if (!all.closed || all.rows.length === 0)
        notApplicable("small source", "The source has no rows, or too many to compare");
      const options = await optionValues(context, { ...target, field, filter: base });
      const known = new Set(all.rows.map((row) => canonical(row)));
      let narrowed = false;
      for (const value of options.slice(0, 2)) {
        const { rows } = await expectRows(context, target, { filter: { ...base, [field.id]: value } });
        if (rows.some((row) => !known.has(canonical(row))))
          unmet(`"${field.id}" set to ${JSON.stringify(value)} returned rows that are missing without it`);
        narrowed ||= rows.length < all.rows.length;
      }
      if (!narrowed && options.length > 1)
        unmet(`"${field.id}" changed nothing, whichever option was chosen`);
    },
  },
  {
    id: "filters.empty-values",
    level: "MUST",
    covers: ["data.request"],
    sentence: "An optional filter that is null or empty text counts as not set",
    reason: "Forms send what was left empty in one of these ways",
    fix: "Treat null and empty text as absent",
    check: async (context) => {
      const target = await dataTarget(context);
      const free = target.source.filter.filter(
        ({ id, required, type }) => !required && target.filter[id] === undefined && type !== "link",
      );
      if (free.length === 0) notApplicable("optional filter", "The source has no optional filter");
      const plain = await rowsOf(context, target);
      for (const empty of [null, ""]) {
        const filter = { ...target.filter, ...Object.fromEntries(free.map(({ id }) => [id, empty])) };
        const { rows } = await expectRows(context, target, { filter });
        const both = Math.min(rows.length, plain.rows.length, 20);
        const equal =
          deepEqual(rows.slice(0, both), plain.rows.slice(0, both)) &&
          rows.length > 0 === plain.rows.length > 0;
        if (!equal) unmet(`Filters set to ${JSON.stringify(empty)} returned different rows than no filter`);
      }
    },
  },
  {
    id: "filters.absent",
    level: "MUST",
    covers: ["data.request"],
    sentence: 'A request without "filter", or with null, is read as one with no filter set',
    reason: "Platforms leave the member out when nothing was filled in",
    fix: "Treat an absent filter as an empty one",
    check: async (context) => {
      const target = await dataTarget(context);
      if (Object.keys(target.filter).length > 0)
        notApplicable("source without required filters", "The source needs a filter");
      const { status } = await askRows(context, target);
      const body = { source: target.source.id, account: target.account.flat };
      expectStatus(await context.post("/", body), status);
      expectStatus(await askRows(context, target, { filter: null }), status);
    },
  },
  {
    id: "filters.quotes",
    level: "MUST",
    covers: ["errors.500"],
    sentence: "Quotes and percent signs in a text filter are text",
    reason: "Where they break a query, a person with bad intent can change it",
    fix: "Bind values; never paste them into a query",
    check: async (context) => {
      const { field, ...target } = await filterField(context, "text filter", ({ type }) => type === "text");
      const filter = { ...target.filter, [field.id]: `' " \` % _ \\ )` };
      expectStatus(await askRows(context, target, { filter }), 200, 400);
    },
  },
]);

function isSeveralWithOptions({ type, options }: DeclaredField): boolean {
  return several.includes(type) && options.length > 1;
}

function isOptionalList({ type, required, options, datalist }: DeclaredField): boolean {
  return type === "list" && !required && (options.length > 1 || datalist);
}

async function requiredFilter(
  context: CheckContext,
): Promise<{ readonly source: string; readonly ids: readonly string[] }> {
  const { sources } = await declaredBy(context);
  for (const { id: source, filter } of sources) {
    const ids = filter
      .filter(({ saysRequired, raw }) => saysRequired && raw["defaultValue"] === undefined)
      .map(({ id }) => id);
    if (ids.length > 0) return { source, ids };
  }
  return notApplicable("required filter", "No source has a required filter without default");
}

async function askWithoutFilter(context: CheckContext): ReturnType<CheckContext["post"]> {
  const { source } = await requiredFilter(context);
  const { flat } = await accountOf(context);
  return context.post("/", { source, account: flat, filter: {} });
}

async function askWrongNumber(context: CheckContext): ReturnType<CheckContext["post"]> {
  const { field, ...target } = await filterField(context, "number filter", ({ type }) => type === "number");
  return askRows(context, target, { filter: { ...target.filter, [field.id]: "not a number" } });
}
