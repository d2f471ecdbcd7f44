import { canonical } from "../expect/deep-equal.js";
import { notApplicable, unmet } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { askFiltered, freshTable, hasGrown, tableIn, tableOf, textOf } from "../target/baseline.js";
import { belongsTo, type Choice, cellsOf, choicesOf, takesSeveral } from "../target/choice.js";
import type { Scalar } from "../target/declared.js";
import { drawn } from "../target/selections.js";

/** Maximum number of options whose rows are read one by one, and of those that are only tried, per field. */
const maxOptions = 3;
const maxSelected = 50;

/** Requirements on the effect of filters with options. */
export const choiceRequirements = [
  ...defineRequirements({ area: "filters", section: "POST /" }, [
    {
      id: "filters.chosen",
      level: "MUST",
      covers: ["data.request"],
      sentence: "A filter with options returns the rows that have the chosen value",
      reason: "A report shows rows that nobody requested, and its totals are wrong",
      fix: "Read the filter under its declared id and compare the whole value",
      check: async (context) => eachChoice(context, expectChosen),
    },
    {
      id: "filters.several-chosen",
      level: "MUST",
      covers: ["data.request"],
      sentence: "Each of several chosen values brings its rows",
      reason: "A report that asks for two values shows the rows of one",
      fix: "Use every element of the array, not the first or the last",
      check: async (context) => eachChoice(context, expectEachOfSeveral),
    },
    {
      id: "filters.combined",
      level: "MUST",
      covers: ["data.request"],
      sentence: "Rows have the values of all filters that are set",
      reason: "A report narrowed down twice shows more rows instead of fewer",
      fix: "Join the conditions of the filters with AND",
      check: expectCombined,
    },
    {
      id: "filters.forgotten",
      level: "MUST",
      alone: true,
      covers: ["data.request"],
      sentence: "A filter holds for its own request only",
      reason: "One person's filter hides rows from everybody else",
      fix: "Keep nothing of a request outside of it",
      check: async (context) => eachChoice(context, expectForgotten),
    },
  ]),
  ...defineRequirements({ area: "datalist", section: "POST /datalist" }, [
    {
      id: "datalist.complete",
      level: "SHOULD",
      covers: ["datalist.answer"],
      sentence: "A short list of options has every value that the rows have",
      reason: "Nobody can choose the rows of the missing values",
      fix: "Follow every page of the upstream when options are read",
      check: async (context) => eachChoice(context, expectComplete),
    },
    {
      id: "datalist.selects",
      level: "MUST",
      covers: ["datalist.answer"],
      sentence: "The filter takes the values of its options",
      reason: "Choosing from the list leads to an error or to an empty report",
      fix: "Return values of the form the filter compares with",
      check: async (context) => eachChoice(context, expectSelectable),
    },
  ]),
];

/** Judges every filter with options. The check returns false when a filter does not allow a verdict. */
async function eachChoice(
  context: CheckContext,
  judge: (context: CheckContext, choice: Choice) => Promise<boolean>,
): Promise<void> {
  let judged = false;
  for (const choice of await choicesOf(context)) judged = (await judge(context, choice)) || judged;
  if (!judged) notApplicable("filter with options", "No filter has options that can be seen in the rows");
}

function chosen({ field, dependents }: Choice, ...values: readonly Scalar[]): JsonObject {
  return { ...dependents, [field.id]: takesSeveral(field) ? values : values[0] };
}

async function expectChosen(context: CheckContext, choice: Choice): Promise<boolean> {
  const { column, field, target, rows, live } = choice;
  if (column === undefined) return false;
  for (const value of choice.known.slice(0, maxOptions)) {
    const filter = chosen(choice, value);
    const table = await tableOf(context, target, filter);
    if (table === undefined) continue;
    const what = `"${field.id}" set to ${JSON.stringify(value)}`;
    const odd = table.rows.find((row) => !cellsOf(row[column]).includes(String(value)));
    if (odd !== undefined)
      unmet(`${what} returned a row with ${column} ${JSON.stringify(odd[column] ?? null)}`);
    // Rows that occur twice are judged by data.once.
    const wanted = [...new Set(rows.filter((row) => hasAll(row, choice, filter)).map(canonical))];
    if (table.rows.length === 0 && wanted.length > 0 && !live)
      unmet(`${what} returned no row, though ${wanted.length} rows have that ${column}`);
    if (table.whole && table.rows.length < wanted.length && !live && choice.whole)
      unmet(`${what} returned ${table.rows.length} rows, though ${wanted.length} rows have that ${column}`);
  }
  return choice.known.length > 0;
}

/** Returns whether a row has the chosen value and, if visible in the row, the values that the options depend on. */
function hasAll(row: JsonObject, { column = "" }: Choice, filter: JsonObject): boolean {
  return Object.entries(filter).every(([id, value], index, all) => {
    const cells = cellsOf(row[index === all.length - 1 ? column : id]);
    return cells.length === 0 ? index < all.length - 1 : cellsOf(value).some((one) => cells.includes(one));
  });
}

async function expectEachOfSeveral(context: CheckContext, choice: Choice): Promise<boolean> {
  const { column, field, target, rows, live } = choice;
  if (column === undefined || !takesSeveral(field)) return false;
  const pair = distinctPair(choice);
  if (pair === undefined || live) return false;
  const exchange = await askFiltered(context, target, chosen(choice, ...pair));
  const table = await tableOf(context, target, chosen(choice, ...pair));
  const what = `"${field.id}" set to ${JSON.stringify(pair)}`;
  if (table === undefined) {
    const alone = await askFiltered(context, target, chosen(choice, pair[0]));
    if (alone.status < 300 && exchange.status >= 300)
      unmet(`${what} got status ${exchange.status}, one value alone ${alone.status}`, {
        witness: exchange,
      });
    return false;
  }
  const odd = table.rows.find((row) => !pair.some((value) => cellsOf(row[column]).includes(String(value))));
  if (odd !== undefined)
    unmet(`${what} returned a row with ${column} ${JSON.stringify(odd[column] ?? null)}`, {
      witness: exchange,
    });
  const all = await tableOf(context, target, chosen(choice, ...choice.known.slice(0, 8)));
  const twice = repeatedRow(table.rows, rows) ?? repeatedRow(all?.rows ?? [], rows);
  if (twice !== undefined)
    unmet(`Several values of "${field.id}" returned a row more than once: ${twice}`, { witness: exchange });
  // Some sources return only rows that have all values at once, which is possible in a column of several values.
  const both = (row: JsonObject): boolean =>
    pair.every((value) => cellsOf(row[column]).includes(String(value)));
  if (table.rows.every(both) && (rows.some(both) || rows.some((row) => cellsOf(row[column]).length > 1)))
    return table.rows.length > 0;
  for (const [value, other] of [pair, pair.toReversed()]) {
    const only = (row: JsonObject): boolean => has(row, column, value) && !has(row, column, other);
    if (rows.some(only) && !table.rows.some(only))
      unmet(`${what} returned no row that has ${JSON.stringify(value)} alone`, { witness: exchange });
  }
  return true;
}

/**
 * Returns a row that occurs more often than without a filter. Rows that also repeat without it are judged by data.once.
 */
function repeatedRow(found: readonly JsonObject[], all: readonly JsonObject[]): string | undefined {
  const known = new Set(all.map(canonical));
  if (known.size < all.length) return undefined;
  const seen = new Set<string>();
  for (const row of found) {
    const text = canonical(row);
    if (seen.has(text) && known.has(text)) return text.slice(0, 80);
    seen.add(text);
  }
  return undefined;
}

function has(row: JsonObject, column: string, value: unknown): boolean {
  return cellsOf(row[column]).includes(String(value));
}

/** Returns two options each of which has rows that the other does not have. */
function distinctPair({ known, rows, column = "" }: Choice): readonly [Scalar, Scalar] | undefined {
  const pairs = known.flatMap((left, at) => known.slice(at + 1).map((right) => [left, right] as const));
  return pairs.find(([left, right]) => {
    const [some, others] = [
      rows.filter((row) => has(row, column, left)),
      rows.filter((row) => has(row, column, right)),
    ];
    return some.some((row) => !has(row, column, right)) && others.some((row) => !has(row, column, left));
  });
}

async function expectCombined(context: CheckContext): Promise<void> {
  const choices = (await choicesOf(context)).filter(({ known, dependents }) => {
    return known.length > 1 && Object.keys(dependents).length === 0;
  });
  for (const [index, left] of choices.entries()) {
    for (const right of choices.slice(index + 1)) {
      if (left.target !== right.target || left.column === right.column) continue;
      await expectBoth(context, left, right);
      return;
    }
  }
  notApplicable("two filters with options", "No source has two filters whose values occur in the rows");
}

async function expectBoth(context: CheckContext, left: Choice, right: Choice): Promise<void> {
  for (const [one, other] of left.known.flatMap((a) => right.known.map((b) => [a, b] as const)).slice(0, 4)) {
    const filter = { ...chosen(left, one), ...chosen(right, other) };
    const table = await tableOf(context, left.target, filter);
    const odd = table?.rows.find(
      (row) => !(has(row, left.column ?? "", one) && has(row, right.column ?? "", other)),
    );
    if (odd !== undefined)
      unmet(
        `${JSON.stringify(filter)} returned a row without ${has(odd, left.column ?? "", one) ? right.column : left.column}`,
      );
  }
}

async function expectForgotten(context: CheckContext, choice: Choice): Promise<boolean> {
  const { known, rows, target, live, field } = choice;
  const [value] = known;
  if (value === undefined || live) return false;
  await freshTable(context, target, { filter: chosen(choice, value), fresh: 902 });
  const after = await freshTable(context, target, { filter: {}, fresh: 902 });
  // A filter that is kept hides rows; it adds none.
  if (after !== undefined && textOf(after.rows) !== textOf(rows) && !hasGrown(after.rows, rows))
    unmet(
      `After "${field.id}" was set once, ${after.rows.length} rows come without it instead of ${rows.length}`,
    );
  return true;
}

/**
 * Skips lists of more than 50 options, which may be truncated, and lists that fewer than two options in the rows
 * confirm.
 */
async function expectComplete(_context: CheckContext, choice: Choice): Promise<boolean> {
  const { column, field, rows, lists } = choice;
  const cells = new Set(rows.flatMap((row) => cellsOf(row[column ?? ""])));
  const offered = new Set(lists.flatMap(({ options }) => options.map(String)));
  const known = [...offered].filter((option) => cells.has(option));
  const isEmpty = lists.every(({ options }) => options.length === 0);
  if (column === undefined || (known.length < 2 && !isEmpty) || !field.datalist) return false;
  for (const { options, dependents } of lists) {
    if (options.length > maxSelected || (options.length === 0 && !isEmpty)) continue;
    const texts = new Set(options.map(String));
    const own = rows.filter((row) => belongsTo(row, dependents));
    const missing = own.flatMap((row) => cellsOf(row[column])).find((cell) => !texts.has(cell));
    if (missing === undefined) continue;
    const where = Object.keys(dependents).length === 0 ? "" : ` for ${JSON.stringify(dependents)}`;
    unmet(`"${field.id}" does not offer "${missing}"${where}, which rows have in "${column}"`);
  }
  return true;
}

async function expectSelectable(context: CheckContext, choice: Choice): Promise<boolean> {
  const { options, target, rows, field } = choice;
  if (options.length === 0) return false;
  const tried = drawn(options, maxSelected);
  const found = await context.inParallel(tried, async (value) => {
    const exchange = await askFiltered(context, target, chosen(choice, value));
    return { value, exchange, isEmpty: tableIn(exchange)?.rows.length === 0 };
  });
  const failed = found.find(({ exchange }) => exchange.status >= 400);
  if (failed !== undefined)
    unmet(
      `"${field.id}" set to its option ${JSON.stringify(failed.value)} got status ${failed.exchange.status}`,
      { witness: failed.exchange },
    );
  // Some of the options of a longer list may legitimately have no rows.
  if (found.every(({ isEmpty }) => isEmpty) && options.length === tried.length && rows.length > 0)
    unmet(`No option of "${field.id}" returns a row, though there are ${rows.length} rows without it`);
  return true;
}
