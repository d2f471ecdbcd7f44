import { notApplicable, unmet } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { askFiltered, type Baseline, baselines, tableOf, textOf } from "../target/baseline.js";
import { cellsOf } from "../target/choice.js";
import type { DeclaredField } from "../target/declared.js";

/** Text that no cell contains. */
const noSuchText = "zz7f3a-none";

/** Maximum number of fields of one type to check. */
const maxFields = 4;

/** Requirements on the effect of filters without options on the column they are named after. */
export const valueFilterRequirements = defineRequirements({ area: "filters", section: "POST /" }, [
  {
    id: "filters.flag",
    level: "MUST",
    covers: ["data.request"],
    sentence:
      "A bool filter that is set returns the rows in which its column is true, and otherwise hides no rows",
    reason: "A report shows rows that nobody requested",
    fix: "Compare the column with the value",
    check: async (context) => eachNamed(context, "bool", expectFlag),
  },
  {
    id: "filters.number",
    level: "MUST",
    covers: ["data.request"],
    sentence: "A number filter chooses rows by its column",
    reason: "A report shows rows that nobody requested",
    fix: "Compare the column with the value",
    check: async (context) => eachNamed(context, "number", expectNumber),
  },
  {
    id: "filters.text",
    level: "MUST",
    covers: ["data.request"],
    sentence: "A text filter chooses rows by its column",
    reason: "A search that finds everything misleads the person who searches",
    fix: "Compare the column with the value",
    check: async (context) => eachNamed(context, "text", expectText),
  },
  {
    id: "filters.digits",
    level: "MUST",
    covers: ["data.coerced"],
    sentence: "A number filter takes text of digits for the number",
    reason: "The platform sends numbers as text",
    fix: "Convert text to a number by the declared type",
    check: async (context) => eachNamed(context, "number", expectDigits),
  },
  {
    id: "filters.zero-one",
    level: "MUST",
    covers: ["data.coerced"],
    sentence: "A bool filter takes 1 for true and 0 for false",
    reason: "Older platforms send digits",
    fix: "Convert 0 and 1 by the declared type",
    check: async (context) => eachNamed(context, "bool", expectDigit),
  },
]);

interface Named extends Baseline {
  readonly field: DeclaredField;
  /** The non-empty values of the column with the same name. */
  readonly cells: readonly string[];
}

async function eachNamed(
  context: CheckContext,
  type: string,
  judge: (context: CheckContext, named: Named) => Promise<boolean>,
): Promise<void> {
  let judged = false;
  for (const baseline of await baselines(context)) {
    const fields = baseline.target.source.filter.filter((field) => isFree(field, type));
    for (const field of fields.slice(0, maxFields)) {
      const cells = baseline.rows.flatMap((row) => cellsOf(row[field.id]));
      judged = (await judge(context, { ...baseline, field, cells })) || judged;
    }
  }
  if (!judged) notApplicable(`${type} filter named after a column`, "No source with rows has one");
}

function isFree({ type, datalist, options }: DeclaredField, wanted: string): boolean {
  return type === wanted && !datalist && options.length === 0;
}

function isTrue(cell: string): boolean {
  return /^(?:true|1|yes)$/i.test(cell);
}

async function expectFlag(context: CheckContext, { field, target, cells }: Named): Promise<boolean> {
  const isMixed = cells.some(isTrue) && cells.some((cell) => /^(?:false|0|no)$/i.test(cell));
  if (!isMixed) return false;
  const table = await tableOf(context, target, { [field.id]: true });
  const odd = table?.rows.find((row) => !cellsOf(row[field.id]).some(isTrue));
  if (odd !== undefined)
    unmet(`"${field.id}" set to true returned a row in which it is ${JSON.stringify(odd[field.id] ?? null)}`);
  if (table?.rows.length === 0) unmet(`"${field.id}" set to true returned no row, though it is true in some`);
  await expectFalse(context, { field, target });
  return table !== undefined;
}

/** A boolean filter that is false may mean that any row matches; it must never act as true or match no rows. */
async function expectFalse(
  context: CheckContext,
  { field, target }: Pick<Named, "field" | "target">,
): Promise<void> {
  const table = await tableOf(context, target, { [field.id]: false });
  if (table === undefined) return;
  const isSet = table.rows.filter((row) => cellsOf(row[field.id]).some(isTrue)).length;
  if (table.rows.length === 0)
    unmet(`"${field.id}" set to false returned no row, though it is false in some`);
  if (isSet === table.rows.length) unmet(`"${field.id}" set to false returned only rows in which it is true`);
}

async function expectNumber(context: CheckContext, { field, target, cells, live }: Named): Promise<boolean> {
  const numbers = cells
    .map(Number)
    .filter(Number.isFinite)
    .toSorted((left, right) => left - right);
  const [lowest, highest] = [numbers[0], numbers.at(-1)];
  const middle = numbers[Math.floor(numbers.length / 2)];
  if (lowest === undefined || highest === undefined || middle === undefined || lowest === highest || live)
    return false;
  let changed = false;
  for (const value of [middle, lowest - 1, highest + 1]) {
    const exchange = await askFiltered(context, target, { [field.id]: value });
    const table = await tableOf(context, target, { [field.id]: value });
    if (table === undefined) changed ||= exchange.status >= 400;
    else changed ||= textOf(table.rows) !== textOf((await tableOf(context, target, {}))?.rows ?? []);
  }
  if (!changed)
    unmet(`"${field.id}" returns all rows, whether it is ${lowest - 1}, ${middle} or ${highest + 1}`);
  return true;
}

async function expectText(context: CheckContext, { field, target, cells }: Named): Promise<boolean> {
  if (new Set(cells).size < 2) return false;
  const table = await tableOf(context, target, { [field.id]: noSuchText });
  if (table === undefined) return false;
  const [odd] = table.rows;
  if (odd !== undefined)
    unmet(
      `"${field.id}" set to "${noSuchText}" returned a row in which it is ${JSON.stringify(odd[field.id] ?? null)}`,
    );
  return true;
}

async function expectDigits(context: CheckContext, named: Named): Promise<boolean> {
  const { cells } = named;
  const numbers = cells
    .map(Number)
    .filter(Number.isFinite)
    .toSorted((left, right) => left - right);
  const middle = numbers[Math.floor(numbers.length / 2)] ?? Number(named.field.raw["defaultValue"] ?? 1);
  return expectAlike(context, named, [middle, String(middle)]);
}

async function expectDigit(context: CheckContext, named: Named): Promise<boolean> {
  const isOneRead = await expectAlike(context, named, [true, 1]);
  return (await expectAlike(context, named, [false, 0])) || isOneRead;
}

/** Checks that two representations of one value return the same rows. */
async function expectAlike(
  context: CheckContext,
  { field, target, live }: Named,
  [plain, other]: readonly [unknown, unknown],
): Promise<boolean> {
  const filters: readonly JsonObject[] = [{ [field.id]: plain }, { [field.id]: other }];
  const [right, written] = [
    await tableOf(context, target, filters[0] ?? {}),
    await tableOf(context, target, filters[1] ?? {}),
  ];
  if (right === undefined) return false;
  const what = `"${field.id}" set to ${JSON.stringify(other)}`;
  if (written === undefined) {
    const exchange = await askFiltered(context, target, filters[1] ?? {});
    unmet(`${what} got status ${exchange.status}, ${JSON.stringify(plain)} 200`, { witness: exchange });
  }
  if (!live && textOf(right.rows) !== textOf(written.rows))
    unmet(`${what} returned different rows than ${JSON.stringify(plain)}`);
  return true;
}
