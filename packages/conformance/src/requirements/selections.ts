import { notApplicable, unmet } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import {
  describeChange,
  describeMismatch,
  describeRepeat,
  intersectionFault,
  pairsOf,
} from "../target/compare-selections.js";
import { computedColumns } from "../target/computed-columns.js";
import { type FieldSelections, mismatchesOf } from "../target/selection.js";
import { type SourceSelections, selectionsOf, selectRows } from "../target/selections.js";

/** Maximum number of pairs of filters to try. */
const maxPairs = 70;

/** Requirements that compare the rows of filters with each other and with the rows without a filter. */
export const selectionRequirements = [
  ...defineRequirements({ area: "filters", section: "POST /" }, [
    {
      id: "filters.exact",
      level: "MUST",
      covers: ["data.request"],
      sentence: "A filter chooses the same way for each of its values: no row is missing and none is added",
      reason: "A report lacks rows or shows rows that nobody requested, for one value only",
      fix: "Compare the column with every value, also with 0 and false, and send every row that matches",
      check: async (context) =>
        eachSource(context, (source) => judgeFields(source, ({ type }) => type !== "date")),
    },
    {
      id: "filters.same-rows",
      level: "MUST",
      covers: ["data.request"],
      sentence: "A row that a filter chooses occurs once, with the values that it has without the filter",
      reason: "Two reports of the same rows disagree",
      fix: "Make rows in one place, whichever filter is set",
      check: async (context) => eachSource(context, judgeRows),
    },
    {
      id: "filters.together",
      level: "MUST",
      covers: ["data.request"],
      sentence: "Two filters together choose the rows that each of them chooses",
      reason: "A report that is narrowed down twice lacks rows or has too many",
      fix: "Join the conditions of all filters with AND",
      check: async (context) => eachSource(context, (source) => judgePairs(context, source)),
    },
    {
      id: "filters.answered",
      level: "MUST",
      covers: ["data.request"],
      sentence: "A filter set to a value that occurs in the rows does not make the connector fail",
      reason: "The report of one value fails, and nobody knows why",
      fix: "Handle every value that the rows can have",
      check: async (context) => eachSource(context, judgeAnswers),
    },
  ]),
  ...defineRequirements({ area: "dates", section: "Dates in filters" }, [
    {
      id: "dates.exact",
      level: "MUST",
      covers: ["dates.bounds"],
      sentence: "A range of dates returns exactly the rows between its ends, both included",
      reason: "Rows at midnight, in the last hour or after an open end are lost or added in silence",
      fix: "Compare instants, with both ends included; leave an end that is absent or null open",
      check: async (context) =>
        eachSource(context, (source) => judgeFields(source, ({ type }) => type === "date")),
    },
  ]),
];

async function eachSource(
  context: CheckContext,
  judge: (source: SourceSelections) => boolean | Promise<boolean>,
): Promise<void> {
  let judged = false;
  for (const source of await selectionsOf(context)) judged = (await judge(source)) || judged;
  if (!judged) notApplicable("filter seen in the rows", "No filter chooses by a column that the rows show");
}

function judgeFields(
  { fields, rows }: SourceSelections,
  isMeant: (field: FieldSelections["field"]) => boolean,
): boolean {
  let judged = false;
  for (const selections of fields.filter(({ field }) => isMeant(field))) {
    const mismatches = mismatchesOf(selections, rows);
    if (mismatches === undefined) continue;
    judged = true;
    const [first] = mismatches;
    if (first !== undefined)
      unmet(describeMismatch(selections, first), { witness: first.selection.exchange });
  }
  return judged;
}

function judgeRows({ fields, rows }: SourceSelections): boolean {
  const computed = computedColumns(fields, rows);
  for (const { tried } of fields) {
    for (const selection of tried) {
      const fault = describeRepeat(selection, rows) ?? describeChange(selection, rows, computed);
      if (fault !== undefined) unmet(fault, { witness: selection.exchange });
    }
  }
  return fields.some(({ tried }) => tried.length > 0);
}

async function judgePairs(context: CheckContext, source: SourceSelections): Promise<boolean> {
  const pairs = pairsOf(source.fields, source.rows, maxPairs);
  const computed = computedColumns(source.fields, source.rows);
  const together = await context.inParallel(pairs, async ([left, right]) => {
    const filter: JsonObject = { ...left.filter, ...right.filter };
    return { left, right, both: await selectRows(context, source, filter) };
  });
  for (const one of together) {
    const fault = intersectionFault(one, source.rows, computed);
    if (fault !== undefined) unmet(fault, { witness: one.both.exchange });
  }
  return pairs.length > 0;
}

function judgeAnswers({ fields }: SourceSelections): boolean {
  for (const { tried } of fields) {
    const failed = tried.find(({ exchange }) => exchange.status >= 500);
    if (failed !== undefined)
      unmet(
        `The filter ${JSON.stringify(failed.filter).slice(0, 120)} got status ${failed.exchange.status}`,
        {
          witness: failed.exchange,
        },
      );
  }
  return fields.some(({ tried }) => tried.length > 0);
}
