import { notApplicable, unmet } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import type { Table } from "../probe/read-table.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { askFiltered, tableOf, textOf } from "../target/baseline.js";
import { type DatedRows, datedRowsOf, instantOf, isoOf } from "../target/dated-rows.js";

const dayMs = 86_400_000;

/** Requirements on the effect of date filters. */
export const dateMeaningRequirements = defineRequirements({ area: "dates", section: "Dates in filters" }, [
  {
    id: "dates.taken",
    level: "MUST",
    covers: ["dates.forms"],
    sentence: "A date filter takes every form in which its generation sends a date",
    reason: "The report fails for whoever leaves one end of the range open, or asks for one day",
    fix: "Read a day, an instant, and a range of which either end may be absent or null",
    check: async (context) => eachDated(context, expectTaken),
  },
  {
    id: "dates.from",
    level: "MUST",
    covers: ["dates.bounds"],
    sentence: "No row comes from before the beginning of a range",
    reason: "The report shows rows that were not requested, and its totals are wrong",
    fix: 'Compare with "_min"',
    check: async (context) => eachDated(context, (given, dated) => expectEnd(given, dated, "_min")),
  },
  {
    id: "dates.until",
    level: "MUST",
    covers: ["dates.bounds"],
    sentence: "No row comes from after the end of a range",
    reason: "The report shows rows that were not requested, and its totals are wrong",
    fix: 'Compare with "_max"',
    check: async (context) => eachDated(context, (given, dated) => expectEnd(given, dated, "_max")),
  },
  {
    id: "dates.one-day",
    level: "MUST",
    covers: ["dates.single-day"],
    sentence: "A range of one day returns the rows of that day",
    reason: "The report of a day shows every day, or none",
    fix: "Read both ends of the range",
    check: async (context) => eachDated(context, expectOneDay),
  },
  {
    id: "dates.day-used",
    level: "MUST",
    covers: ["dates.single-day"],
    sentence: "A single day chooses rows",
    reason: "The report of a day shows every day",
    fix: "Read a text as a day, not only an object as a range",
    check: async (context) => eachDated(context, expectDayUsed),
  },
  {
    id: "dates.last-day",
    level: "MUST",
    covers: ["dates.max-day"],
    sentence: "A range that ends on a day without a time has the rows of that day",
    reason: "The last day is missing from every report",
    fix: 'Read a "_max" without a time as the last millisecond of the day',
    check: async (context) => eachDated(context, expectLastDay),
  },
  {
    id: "dates.open-end",
    level: "MUST",
    covers: ["alias.open-end"],
    sentence: "An end of a range that is absent or null is open",
    reason: "Whoever asks for everything since a day gets nothing",
    fix: "Compare only with the ends that are set",
    check: async (context) => eachDated(context, expectOpenEnd),
  },
  {
    id: "dates.same-instant",
    level: "MUST",
    covers: ["dates.zone"],
    sentence: "One instant written with two offsets returns the same rows",
    reason: "Reports of people in other zones are shifted",
    fix: "Compare instants, not texts",
    check: async (context) => eachDated(context, expectSameInstant),
  },
]);

async function eachDated(
  context: CheckContext,
  judge: (context: CheckContext, dated: DatedRows) => Promise<boolean>,
): Promise<void> {
  let judged = false;
  for (const dated of await datedRowsOf(context)) judged = (await judge(context, dated)) || judged;
  if (!judged)
    notApplicable("date filter", "No date filter chooses by a column that can be told from the rows");
}

function ask(
  context: CheckContext,
  { target, field }: DatedRows,
  value: unknown,
): Promise<Table | undefined> {
  return tableOf(context, target, { [field.id]: value });
}

/** The generations send different forms: the first naive days, the second instants and null. */
async function expectTaken(context: CheckContext, { target, field }: DatedRows): Promise<boolean> {
  const plain = await askFiltered(context, target, {});
  const day = "2024-01-02";
  const values =
    context.run.generation === "v1"
      ? [day, `${day}T10:00:00`, { _min: day, _max: "2024-01-31" }, { _min: day }, { _max: day }]
      : [
          { _min: `${day}T00:00:00.000Z`, _max: `${day}T23:59:59.999Z` },
          { _min: `${day}T00:00:00.000Z`, _max: null },
        ];
  for (const value of values) {
    const answer = await askFiltered(context, target, { [field.id]: value });
    if (answer.status >= 400 && plain.status < 300)
      unmet(`"${field.id}" set to ${JSON.stringify(value)} got status ${answer.status}`, {
        witness: answer,
      });
  }
  return plain.status < 300;
}

/** Returns an instant in the middle of the rows, between two days, so that no row on the border decides. */
function middleOf({ instants }: DatedRows): number | undefined {
  const days = [...new Set(instants.map((instant) => Math.floor(instant / dayMs)))];
  const [earliest, latest] = [days[0], days.at(-1)];
  if (earliest === undefined || latest === undefined || latest - earliest < 4) return undefined;
  return (days[Math.floor(days.length / 2)] ?? 0) * dayMs;
}

/** A connector may read days in another zone, but a zone cannot shift them by more than a day. */
async function expectEnd(context: CheckContext, dated: DatedRows, end: "_min" | "_max"): Promise<boolean> {
  const middle = middleOf(dated);
  const { column, field } = dated;
  if (column === undefined || middle === undefined) return false;
  const table = await ask(context, dated, rangeOf(context, dated, { [end]: middle }));
  if (table === undefined) return false;
  const odd = table.rows.find((row) => {
    const instant = instantOf(row[column]);
    if (instant === undefined) return false;
    return end === "_min" ? instant < middle - dayMs : instant > middle + dayMs;
  });
  if (odd !== undefined)
    unmet(
      `"${field.id}" ${end === "_min" ? "from" : "until"} ${isoOf(middle).slice(0, 10)} returned a row of ${JSON.stringify(odd[column])}`,
    );
  return true;
}

/** Formats a range as the connector's generation sends it; the other end is far away. */
function rangeOf(
  context: CheckContext,
  _dated: DatedRows,
  { _min = Date.UTC(1971), _max = Date.UTC(2199) }: { readonly _min?: number; readonly _max?: number },
): JsonObject {
  const length = context.run.generation === "v1" ? 10 : 24;
  return { _min: isoOf(_min).slice(0, length), _max: isoOf(_max).slice(0, length) };
}

/** Returns the day of the median instant, ignoring instants more than six hours from noon if the values have times. */
function fullDay({ instants, timed }: DatedRows): number | undefined {
  const inner = instants.filter((instant) => !timed || Math.abs((instant % dayMs) - dayMs / 2) < dayMs / 4);
  const middle = inner[Math.floor(inner.length / 2)];
  return middle === undefined || instants.length < 3 ? undefined : Math.floor(middle / dayMs) * dayMs;
}

function isNoonOf(day: number, timed: boolean): (instant: number | undefined) => boolean {
  return (instant) =>
    instant !== undefined && (timed ? Math.abs(instant - day - dayMs / 2) < dayMs / 4 : instant === day);
}

async function expectOneDay(context: CheckContext, dated: DatedRows): Promise<boolean> {
  const day = fullDay(dated);
  const { column, field, rows, timed } = dated;
  if (column === undefined || day === undefined || context.run.generation === "v1") return false;
  const value = { _min: isoOf(day), _max: isoOf(day + dayMs - 1) };
  const table = await ask(context, dated, value);
  if (table === undefined) return false;
  const isInside = isNoonOf(day, timed);
  const wanted = rows.filter((row) => isInside(instantOf(row[column]))).length;
  const found = table.rows.filter((row) => isInside(instantOf(row[column]))).length;
  const what = `"${field.id}" set to ${JSON.stringify(value)}`;
  if (found === 0 && wanted > 0) unmet(`${what} returned none of the ${wanted} rows of that day`);
  const odd = table.rows.find((row) => Math.abs((instantOf(row[column]) ?? day) - day) > 2 * dayMs);
  if (odd !== undefined) unmet(`${what} returned a row of ${JSON.stringify(odd[column])}`);
  return true;
}

/** Old connectors treat a single day as a lower bound, which does not count as ignoring it. */
async function expectDayUsed(context: CheckContext, dated: DatedRows): Promise<boolean> {
  const middle = middleOf(dated);
  const { column, field } = dated;
  if (column === undefined || middle === undefined) return false;
  const day = isoOf(middle).slice(0, 10);
  const table = await ask(context, dated, day);
  if (table === undefined) return false;
  const odd = table.rows.find((row) => (instantOf(row[column]) ?? middle) < middle - dayMs);
  if (odd !== undefined)
    unmet(`"${field.id}" set to "${day}" returned a row of ${JSON.stringify(odd[column])}`);
  await expectWholeDay(context, dated, column);
  return true;
}

/** A day is not its first instant: the rows of the morning belong to it, in any zone in which midnight does. */
async function expectWholeDay(context: CheckContext, dated: DatedRows, column: string): Promise<void> {
  const { instants, field } = dated;
  const midnight = instants.find(
    (one) => one % dayMs === 0 && instants.some((other) => other > one && other < one + dayMs / 2),
  );
  if (midnight === undefined) return;
  const day = isoOf(midnight).slice(0, 10);
  const { rows = [] } = (await ask(context, dated, day)) ?? {};
  if (rows.length > 0 && rows.every((row) => instantOf(row[column]) === midnight))
    unmet(`"${field.id}" set to "${day}" returned only the rows of midnight, none of the morning`);
}

async function expectLastDay(context: CheckContext, dated: DatedRows): Promise<boolean> {
  const day = fullDay(dated);
  const { column, field, rows, timed } = dated;
  if (column === undefined || day === undefined) return false;
  const isInside = isNoonOf(day, timed);
  const wanted = rows.filter((row) => isInside(instantOf(row[column]))).length;
  const value = { _min: isoOf(day - 30 * dayMs).slice(0, 10), _max: isoOf(day).slice(0, 10) };
  const table = await ask(context, dated, value);
  const wider = await ask(context, dated, { ...value, _max: isoOf(day + 2 * dayMs).slice(0, 10) });
  if (table === undefined || wider === undefined || wanted === 0) return false;
  const has = ({ rows: found }: Table): boolean => found.some((row) => isInside(instantOf(row[column])));
  if (has(wider) && !has(table))
    unmet(
      `"${field.id}" set to ${JSON.stringify(value)} returned none of the ${wanted} rows of its last day`,
    );
  return true;
}

async function expectOpenEnd(context: CheckContext, dated: DatedRows): Promise<boolean> {
  const middle = middleOf(dated);
  const { column, field } = dated;
  if (column === undefined || middle === undefined) return false;
  const first = context.run.generation === "v1";
  const [low, high] = [isoOf(middle), isoOf(Date.UTC(2199))].map((text) =>
    first ? text.slice(0, 10) : text,
  );
  const closed = await ask(context, dated, { _min: low, _max: high });
  const open = await ask(context, dated, first ? { _min: low } : { _min: low, _max: null });
  if (closed === undefined || open === undefined || closed.rows.length === 0 || dated.live) return false;
  if (open.rows.length < closed.rows.length)
    unmet(
      `"${field.id}" from ${low} without an end returned ${open.rows.length} rows, but until 2199 it returned ${closed.rows.length}`,
    );
  const start = isoOf(Date.UTC(1971)).slice(0, first ? 10 : 24);
  const since = await ask(context, dated, { _min: start, _max: low });
  const until = await ask(context, dated, first ? { _max: low } : { _min: null, _max: low });
  if (since !== undefined && until !== undefined && until.rows.length < since.rows.length)
    unmet(
      `"${field.id}" until ${low} without a beginning returned ${until.rows.length} rows, but from 1971 it returned ${since.rows.length}`,
    );
  return true;
}

async function expectSameInstant(context: CheckContext, dated: DatedRows): Promise<boolean> {
  const { column, field, instants, timed } = dated;
  const instant = instants[Math.floor(instants.length / 2)];
  if (column === undefined || instant === undefined || !timed || dated.live) return false;
  const shifted = isoOf(instant + 9 * 3_600_000).replace("Z", "+09:00");
  const [plain, other] = [
    await ask(context, dated, { _min: isoOf(instant), _max: null }),
    await ask(context, dated, { _min: shifted, _max: null }),
  ];
  if (plain === undefined || other === undefined) return false;
  if (textOf(plain.rows) !== textOf(other.rows))
    unmet(
      `"${field.id}" from ${shifted} returned different rows than from ${isoOf(instant)}, which is the same instant`,
    );
  return true;
}
