import { deepEqual } from "../expect/deep-equal.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { askRows, type DataTarget, dataTarget, expectRows, rowsOf } from "../target/data-target.js";

const hugeLimit = 1_000_000_000;

/** Requirements on `limit` and `skip` of POST /. */
export const pagingRequirements = defineRequirements({ area: "data", section: "POST /" }, [
  {
    id: "data.limit",
    level: "MUST",
    covers: ["data.request"],
    sentence: '"limit" returns the first rows and no more',
    reason: "Platforms ask for a few rows to guess the schema",
    fix: "Stop after that many rows",
    check: async (context) => expectSlice(context, { limit: 2 }, [0, 2]),
  },
  {
    id: "data.limit-digits",
    level: "MUST",
    covers: ["data.request"],
    sentence: '"limit" may be written as text of digits',
    reason: "Older platforms send numbers as text",
    fix: "Convert digits to a number",
    check: async (context) => expectSlice(context, { limit: "2" }, [0, 2]),
  },
  {
    id: "data.limit-null",
    level: "MUST",
    covers: ["data.no-limit", "data.request"],
    sentence: 'A "limit" of null returns everything',
    reason: "Older platforms send it always",
    fix: "Treat null as absent",
    check: async (context) => expectEverything(context, { limit: null }),
  },
  {
    id: "data.limit-absent",
    level: "MUST",
    covers: ["data.no-limit"],
    sentence: 'Without "limit" everything is sent',
    reason: "Newer platforms never send one; a default of 100 cuts their reports",
    fix: "Have no default limit",
    check: async (context) => expectEverything(context, {}),
  },
  {
    id: "data.limit-zero",
    level: "SHOULD",
    covers: ["data.request"],
    sentence: 'A "limit" of 0 returns no row',
    reason: "Zero is a number like any other",
    fix: "Do not take 0 for absent",
    check: async (context) => expectSlice(context, { limit: 0 }, [0, 0]),
  },
  {
    id: "data.skip",
    level: "MUST",
    covers: ["data.request"],
    sentence: '"skip" leaves out the first rows',
    reason: "Platforms page with it",
    fix: "Drop that many rows before the first that is sent",
    check: async (context) => expectSlice(context, { skip: 1 }, [1, 5]),
  },
  {
    id: "data.skip-digits",
    level: "MUST",
    covers: ["data.request"],
    sentence: '"skip" may be written as text of digits',
    reason: "Older platforms send numbers as text",
    fix: "Convert digits to a number",
    check: async (context) => expectSlice(context, { skip: "1" }, [1, 5]),
  },
  {
    id: "data.skip-limit",
    level: "MUST",
    covers: ["data.request"],
    sentence: '"skip" and "limit" together return the rows in between',
    reason: "Platforms page with both",
    fix: "Skip first, then count the limit",
    check: async (context) => expectSlice(context, { skip: 1, limit: 1 }, [1, 2]),
  },
  {
    id: "data.skip-beyond",
    level: "MUST",
    covers: ["data.request"],
    sentence: '"skip" beyond the last row returns an empty array',
    reason: "It is how a platform learns that paging is over",
    fix: "Return [] instead of an error",
    check: async (context) => {
      const target = await dataTarget(context);
      const whole = await askRows(context, target);
      if (whole.ending === "left") notApplicable("small source", "The source is too large to skip over");
      const { rows } = await expectRows(context, target, { skip: hugeLimit });
      if (rows.length > 0) unmet(`expected no rows, got ${rows.length}`);
    },
  },
  {
    id: "data.limit-malformed",
    level: "MUST",
    covers: ["errors.400"],
    sentence: 'A "limit" that is not a number returns 400',
    reason: "If it is ignored, all rows come where a few were requested",
    fix: "Check the member before anything is sent",
    check: async (context) =>
      expectStatus(await askRows(context, await dataTarget(context), { limit: "ten" }), 400),
  },
  {
    id: "data.limit-negative",
    level: "MUST",
    covers: ["errors.400"],
    sentence: 'A negative "limit" returns 400',
    reason: "Nobody can send fewer than no rows",
    fix: "Check the member before anything is sent",
    check: async (context) =>
      expectStatus(await askRows(context, await dataTarget(context), { limit: -1 }), 400),
  },
  {
    id: "data.skip-malformed",
    level: "MUST",
    covers: ["errors.400"],
    sentence: 'A "skip" that is not a number returns 400',
    reason: "Ignoring it sends the first page for ever",
    fix: "Check the member before anything is sent",
    check: async (context) =>
      expectStatus(await askRows(context, await dataTarget(context), { skip: "ten" }), 400),
  },
]);

async function firstRows(context: CheckContext, target: DataTarget): Promise<readonly unknown[]> {
  const { rows } = await rowsOf(context, target);
  if (rows.length < 3)
    notApplicable(
      "three rows",
      `expected at least 3 rows of source "${target.source.id}", got ${rows.length}`,
    );
  return rows;
}

/**
 * Compares a page with the corresponding rows of the full result. Of a page without a limit, compares only the first
 * rows.
 */
async function expectSlice(
  context: CheckContext,
  page: Readonly<Record<string, unknown>>,
  [start, end]: readonly [number, number],
): Promise<void> {
  const target = await dataTarget(context);
  const wanted = (await firstRows(context, target)).slice(start, end);
  const { rows } = await expectRows(context, target, page);
  const found = "limit" in page ? rows : rows.slice(0, wanted.length);
  if (!deepEqual(found, wanted))
    unmet(`${JSON.stringify(page)} returned ${rows.length} rows that are not rows ${start + 1} to ${end}`);
}

async function expectEverything(
  context: CheckContext,
  page: Readonly<Record<string, unknown>>,
): Promise<void> {
  const target = await dataTarget(context);
  const all = await expectRows(context, target, { limit: hugeLimit });
  const found = await expectRows(context, target, page);
  const both = Math.min(all.rows.length, found.rows.length);
  const equal = deepEqual(all.rows.slice(0, both), found.rows.slice(0, both));
  const cut = found.closed && all.rows.length > found.rows.length;
  if (!equal || cut) unmet(`expected all ${all.rows.length} rows, got ${found.rows.length}`);
}
