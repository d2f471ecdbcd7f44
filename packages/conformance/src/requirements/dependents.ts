import type { Exchange } from "../exchange/exchange.js";
import { canonical } from "../expect/deep-equal.js";
import { Finding, notApplicable, unmet } from "../expect/finding.js";
import { isObject, jsonOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { baselines, tableOf } from "../target/baseline.js";
import { cellsOf, choicesOf, takesSeveral } from "../target/choice.js";
import { targetsOf } from "../target/data-target.js";
import { type DatalistTarget, datalistTargets } from "../target/datalist-target.js";
import type { Scalar } from "../target/declared.js";
import { datalistPath, optionValues } from "../target/option-values.js";
import { isScalar, objectsIn } from "../target/read-declared.js";
import { expectUnique } from "./member-checks.js";

/** A value that does not occur in any list of options. */
const noSuchValue = "no-such-value-7f3a";

/** Requirements on all lists of options, and on those that depend on the value of another field. */
export const dependentRequirements = defineRequirements({ area: "datalist", section: "POST /datalist" }, [
  {
    id: "datalist.unique",
    level: "MUST",
    covers: ["datalist.stable"],
    sentence: "No option occurs twice",
    reason: "Nobody knows which of the two to choose",
    fix: "Drop options whose value has occurred before",
    check: async (context) => {
      for (const { path, account, field } of await context.once(datalistTargets)) {
        const exchange = await context.post(path, account.flat);
        const found = (exchange.status === 200 ? objectsIn(jsonOf(exchange)) : []).map(({ value }) =>
          canonical(value ?? null),
        );
        expectUnique(found, `The options of "${field.id}"`, exchange);
      }
    },
  },
  {
    id: "datalist.follows",
    level: "MUST",
    covers: ["datalist.request", "fields.when-set"],
    sentence: "Options that depend on a value change with it",
    reason: "The list offers what does not belong to the first choice, and the report stays empty",
    fix: "Read the query argument named after each id in datalist_requires",
    check: async (context) => eachDependent(context, expectFollows),
  },
  {
    id: "datalist.belongs",
    level: "MUST",
    covers: ["datalist.request", "datalist.answer"],
    sentence: "An option belongs to the value it depends on: both together return rows",
    reason: "Every choice from the list leads to an empty report",
    fix: "Return the options of the value that was sent, not those of another",
    check: async (context) => eachDependent(context, expectBelongs),
  },
]);

async function eachDependent(
  context: CheckContext,
  judge: (context: CheckContext, target: DatalistTarget) => Promise<boolean>,
): Promise<void> {
  const targets = (await context.once(datalistTargets)).filter(({ field }) => field.requires.length > 0);
  let judged = false;
  for (const target of targets) judged = (await judge(context, target)) || judged;
  if (!judged) notApplicable("datalist_requires", "No options depend on a value of which several are known");
}

async function expectFollows(context: CheckContext, target: DatalistTarget): Promise<boolean> {
  let judged = false;
  for (const id of target.field.requires) judged = (await expectFollowsOne(context, target, id)) || judged;
  return judged;
}

/** Options may be the same for every value by nature, such as states; then rows with different values share them. */
async function expectFollowsOne(context: CheckContext, target: DatalistTarget, id: string): Promise<boolean> {
  const { field, dependents } = await withOptions(context, target);
  const right = await optionsFor(context, target, dependents);
  const wrong = await optionsFor(context, target, { ...dependents, [id]: noSuchValue });
  if (right.values.length === 0) return false;
  if (sortedText(wrong.values) !== sortedText(right.values)) return true;
  if (await isShared(context, target, id)) return false;
  return unmet(
    `"${field.id}" has the same options for "${id}" ${dependents[id]} and for a value that does not exist`,
    { witness: wrong.exchange },
  );
}

/** Replaces values that have no option together by those of a list that has one. */
async function withOptions(context: CheckContext, target: DatalistTarget): Promise<DatalistTarget> {
  if (target.field.requires.length < 2) return target;
  const choice = (await choicesOf(context).catch(ignoreFinding))?.find(
    ({ field, target: { source } }) => field === target.field && source.id === target.source.id,
  );
  const filled = choice?.lists.find(({ options }) => options.length > 0);
  return filled === undefined ? target : { ...target, dependents: filled.dependents };
}

/** Returns whether rows with different values of another field have an option in common. */
async function isShared(
  context: CheckContext,
  { source, field }: DatalistTarget,
  id: string,
): Promise<boolean> {
  const all = (await baselines(context).catch(ignoreFinding)) ?? [];
  const rows = all.find(({ target }) => target.source.id === source.id)?.rows ?? [];
  const parents = new Map<string, Set<string>>();
  for (const row of rows)
    for (const option of cellsOf(row[field.id]))
      for (const parent of cellsOf(row[id]))
        parents.set(option, (parents.get(option) ?? new Set()).add(parent));
  return [...parents.values()].some(({ size }) => size > 1);
}

function ignoreFinding(error: unknown): undefined {
  if (error instanceof Finding) return undefined;
  throw error;
}

async function expectBelongs(context: CheckContext, target: DatalistTarget): Promise<boolean> {
  const { field, source, account } = target;
  const [id] = field.requires;
  const parent = source.filter.find((one) => one.id === id);
  const data = (await targetsOf(context)).find((one) => one.source.id === source.id);
  if (id === undefined || parent === undefined || data === undefined || field.requires.length > 1)
    return false;
  let tried = 0;
  for (const value of (await optionValues(context, { source, field: parent, account, filter: {} })).slice(
    0,
    3,
  )) {
    const { values } = await optionsFor(context, target, { [id]: String(value) });
    const all = await tableOf(context, data, { [id]: takesSeveral(parent) ? [value] : value });
    if (all === undefined || all.rows.length === 0) continue;
    for (const option of values.slice(0, 3)) {
      tried += 1;
      const filter = { [id]: value, [field.id]: takesSeveral(field) ? [option] : option };
      const table = await tableOf(context, data, filter);
      if (table === undefined || table.rows.length > 0) return true;
    }
  }
  if (tried > 1)
    unmet(`No option of "${field.id}" returns a row together with the "${id}" it was listed for`);
  return tried > 0;
}

function sortedText(values: readonly Scalar[]): string {
  return values.map(String).toSorted().join("\n");
}

async function optionsFor(
  context: CheckContext,
  { source, field, account }: DatalistTarget,
  dependents: Readonly<Record<string, string>>,
): Promise<{ readonly values: readonly Scalar[]; readonly exchange: Exchange }> {
  const path = datalistPath({ source: source.id, field: field.id, ...dependents });
  const exchange = await context.post(path, account.flat);
  return { values: exchange.status === 200 ? valuesIn(exchange.text) : [], exchange };
}

function valuesIn(text: string): readonly Scalar[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list)
      ? list.filter(isObject).flatMap(({ value }) => (isScalar(value) ? [value] : []))
      : [];
  } catch {
    return [];
  }
}
