import { canonical, deepEqual } from "../expect/deep-equal.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { objectOf } from "../expect/json-of.js";
import { readRows } from "../probe/read-rows.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { askRows, expectRows, rowsOf } from "../target/data-target.js";
import { type DateTarget, dateTarget, timedTarget } from "../target/date-target.js";

/** Requirements on date filters. */
export const dateRequirements = defineRequirements({ area: "dates", section: "Dates in filters" }, [
  {
    id: "dates.day",
    level: "MUST",
    covers: ["dates.forms"],
    sentence: 'A date filter takes a day, "YYYY-MM-DD"',
    reason: "The platform sends what the person typed in this form",
    fix: "Read ISO 8601 dates",
    check: async (context) => expectTaken(context, "2024-01-02"),
  },
  {
    id: "dates.time",
    level: "MUST",
    covers: ["dates.forms"],
    sentence: "A date filter takes a day with a time, without a zone",
    reason: "The first generation sends naive times",
    fix: 'Read "YYYY-MM-DDTHH:MM:SS" in the zone of the account, else UTC',
    check: async (context) => expectTaken(context, "2024-01-02T10:00:00"),
  },
  {
    id: "dates.zulu",
    level: "MUST",
    covers: ["dates.forms"],
    sentence: "A date filter takes a time in UTC with milliseconds",
    reason: "The second generation always sends this form",
    fix: 'Read "YYYY-MM-DDTHH:MM:SS.mmmZ"',
    check: async (context) => expectTaken(context, "2024-01-02T10:00:00.000Z"),
  },
  {
    id: "dates.offset",
    level: "MUST",
    covers: ["dates.forms", "dates.zone"],
    sentence: "A date filter takes a time with an offset",
    reason: "Accounts with a time zone make the platform send offsets",
    fix: 'Read "+02:00" at the end of a time',
    check: async (context) => expectTaken(context, "2024-01-02T10:00:00.000+02:00"),
  },
  {
    id: "dates.range",
    level: "MUST",
    covers: ["dates.forms"],
    sentence: 'A date filter takes {"_min", "_max"}',
    reason: "Ranges arrive in this form",
    fix: "Read an object with both ends",
    check: async (context) => expectTaken(context, { _min: "2024-01-01", _max: "2024-12-31" }),
  },
  {
    id: "dates.open-absent",
    level: "MUST",
    covers: ["alias.open-end"],
    sentence: "A range without one end is open at that end",
    reason: "The first generation leaves the key out",
    fix: "Compare only with the ends that are set",
    check: async (context) => {
      await expectTaken(context, { _min: "1970-01-01" });
      await expectTaken(context, { _max: "2999-12-31" });
    },
  },
  {
    id: "dates.open-null",
    level: "MUST",
    covers: ["alias.open-end"],
    sentence: "An end of a range that is null is open",
    reason: "The second generation sends null",
    fix: "Treat null as absent",
    check: async (context) =>
      expectSameAs(context, { _min: "1970-01-01", _max: null }, { _min: "1970-01-01" }),
  },
  {
    id: "dates.open-empty",
    level: "MUST",
    covers: ["alias.open-end"],
    sentence: "An end of a range that is empty text is open",
    reason: "Forms send empty text for what was left empty",
    fix: "Treat empty text as absent",
    check: async (context) => expectSameAs(context, { _min: "1970-01-01", _max: "" }, { _min: "1970-01-01" }),
  },
  {
    id: "dates.narrow",
    level: "MUST",
    covers: ["dates.bounds"],
    sentence: "A range returns only rows that also come without it, and a range long ago returns fewer",
    reason: "A filter that does nothing misleads whoever reads the report",
    fix: "Apply the range to the rows",
    check: async (context) => {
      const target = await dateTarget(context);
      const all = await rowsOf(context, target);
      if (!all.closed || all.rows.length === 0)
        notApplicable("small source", "The source has no rows, or too many to compare");
      const known = new Set(all.rows.map((row) => canonical(row)));
      const { rows } = await rowsWith(context, target, { _min: "1971-01-01", _max: "1971-01-02" });
      if (rows.some((row) => !known.has(canonical(row))))
        unmet("The range returned rows that are missing without it");
      if (rows.length === all.rows.length)
        unmet(`A range of two days in 1971 returned all ${rows.length} rows`);
    },
  },
  {
    id: "dates.whole-day",
    level: "MUST",
    covers: ["dates.single-day"],
    sentence: "A single day returns the rows of the whole day",
    reason: "Nobody who types a day means midnight",
    fix: "Read a day as its first to its last millisecond",
    check: async (context) => {
      const target = await timedTarget(context);
      const { rows } = await rowsWith(context, target, target.day);
      await expectRowsOfDay(target, rows);
    },
  },
  {
    id: "dates.max-day",
    level: "MUST",
    covers: ["dates.max-day"],
    sentence: "A range that ends on a day includes that day",
    reason: "The last day would be missing from every report",
    fix: 'Read a "_max" without a time as the last millisecond of the day',
    check: async (context) => {
      const target = await timedTarget(context);
      const { rows } = await rowsWith(context, target, { _min: target.day, _max: target.day });
      await expectRowsOfDay(target, rows);
    },
  },
  {
    id: "dates.bounds",
    level: "MUST",
    covers: ["dates.bounds"],
    sentence: "Both ends of a range of instants belong to it",
    reason: "Ranges that meet would lose the rows on the border",
    fix: "Compare with >= and <=",
    check: async (context) => {
      const target = await timedTarget(context);
      const { rows } = await rowsWith(context, target, { _min: target.instant, _max: target.instant });
      const found = rows.filter((row) => target.instantOf(row) === Date.parse(target.instant));
      if (found.length === 0)
        unmet(`No row was returned for the range from ${target.instant} to the same instant`);
    },
  },
  {
    id: "dates.offset-meaning",
    level: "MUST",
    covers: ["dates.zone"],
    sentence: "The same instant written with another offset returns the same rows",
    reason: "Reports of people in other zones would be shifted",
    fix: "Compare instants, not texts",
    check: async (context) => {
      const target = await timedTarget(context);
      const shifted = new Date(Date.parse(target.instant) + 3 * 3_600_000)
        .toISOString()
        .replace("Z", "+03:00");
      const [plain, other] = [
        await rowsWith(context, target, { _min: target.instant, _max: target.instant }),
        await rowsWith(context, target, { _min: shifted, _max: shifted }),
      ];
      if (!deepEqual(plain.rows, other.rows))
        unmet(`${shifted} returned different rows than ${target.instant}`);
    },
  },
  {
    id: "dates.wrong",
    level: "MUST",
    covers: ["data.wrong-value"],
    sentence: "Text that is not a date returns 400",
    reason: "If it is ignored, all rows come where some were requested",
    fix: "Return 400 and say which forms are read",
    check: async (context) => expectStatus(await askDate(context, "not a date"), 400),
  },
  {
    id: "dates.wrong-field",
    level: "MUST",
    covers: ["data.wrong-value", "errors.shape"],
    sentence: 'The response to an invalid date names the filter in "field"',
    reason: "The form can then mark the field",
    fix: 'Add "field" with the id',
    check: async (context) => {
      const { field } = await dateTarget(context);
      const answer = objectOf(await askDate(context, "not a date"));
      if (answer["field"] !== field.id)
        unmet(`expected "${field.id}" as "field", got ${JSON.stringify(answer["field"])}`);
    },
  },
  {
    id: "dates.impossible",
    level: "MUST",
    covers: ["data.wrong-value"],
    sentence: "A day that no calendar has returns 400",
    reason: "Rolling over to the next month hides the mistake",
    fix: "Check the day against the length of the month",
    check: async (context) => expectStatus(await askDate(context, "2024-02-31"), 400),
  },
  {
    id: "dates.expression",
    level: "SHOULD",
    covers: ["dates.expressions"],
    sentence: "Expressions of the date range grammar are read as the range they mean",
    reason: "Scripts and people send what they would type",
    fix: "Parse the text when it is not an ISO date",
    check: async (context) =>
      expectSameAs(context, "FROM 2 Jan 2024 TO 3 Jan 2024", { _min: "2024-01-02", _max: "2024-01-03" }),
  },
]);

async function askDate(context: CheckContext, value: unknown): ReturnType<CheckContext["post"]> {
  const target = await dateTarget(context);
  return askRows(context, target, { filter: { ...target.filter, [target.field.id]: value } });
}

async function expectTaken(context: CheckContext, value: unknown): Promise<void> {
  const answer = await askDate(context, value);
  if (answer.status !== 200) unmet(`expected 200 for ${JSON.stringify(value)}, got ${answer.status}`);
}

async function expectSameAs(context: CheckContext, value: unknown, plain: unknown): Promise<void> {
  const [found, wanted] = [await askDate(context, value), await askDate(context, plain)];
  expectStatus(found, wanted.status);
  if (!deepEqual(readRows(found)?.rows, readRows(wanted)?.rows)) {
    unmet(`${JSON.stringify(value)} returned different rows than ${JSON.stringify(plain)}`);
  }
}

function rowsWith(context: CheckContext, target: DateTarget, value: unknown): ReturnType<typeof expectRows> {
  return expectRows(context, target, { filter: { ...target.filter, [target.field.id]: value } });
}

async function expectRowsOfDay(
  target: Awaited<ReturnType<typeof timedTarget>>,
  rows: readonly unknown[],
): Promise<void> {
  const inside = target.rows.filter((row) => {
    const instant = target.instantOf(row);
    return instant !== undefined && new Date(instant + target.offset).toISOString().startsWith(target.day);
  });
  if (!deepEqual(rows, inside))
    unmet(`expected the ${inside.length} rows of ${target.day}, got ${rows.length}`);
}
