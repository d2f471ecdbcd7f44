import { canonical } from "../expect/deep-equal.js";
import { notApplicable, unmet } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { cellsOf, takesSeveral } from "../target/choice.js";
import {
  describeChange,
  describeMismatch,
  describeRepeat,
  intersectionFault,
  pairsOf,
} from "../target/compare-selections.js";
import { computedColumns } from "../target/computed-columns.js";
import { instantOf } from "../target/dated-rows.js";
import type { DeclaredField } from "../target/declared.js";
import {
  type FieldSelections,
  mismatchesOf,
  rangesToTry,
  type Selection,
  valuesToTry,
} from "../target/selection.js";
import { idOf, type ReadRunOptions, readRun, type SyncRun, wholeRuns } from "./read-run.js";
import { optionsOf, syncTarget } from "./target.js";

/** Maximum number of values and of options to try per field, of fields, and of pairs of fields. */
const maxValues = 4;
const maxOptions = 12;
const maxFields = 12;
const maxPairs = 20;

const pageRequirements = defineRequirements({ area: "sync-pages", section: "Synchronizer: pages" }, [
  {
    id: "sync-pages.filtered",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: "A filter chooses entities on every page, and the same way for each of its values",
    reason: "Entities that nobody chose are synchronized, or chosen ones are deleted",
    fix: "Apply the filter before entities are divided into pages",
    check: async (context) =>
      eachFiltered(context, ({ fields, rows }) => {
        for (const selections of fields) {
          const [first] = mismatchesOf(selections, rows) ?? [];
          if (first !== undefined)
            unmet(describeMismatch(selections, first), { witness: first.selection.exchange });
          const failed = selections.tried.find(({ exchange }) => exchange.status >= 500);
          if (failed !== undefined)
            unmet(`The filter ${JSON.stringify(failed.filter)} got status ${failed.exchange.status}`, {
              witness: failed.exchange,
            });
        }
      }),
  },
  {
    id: "sync-pages.same-entities",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: "An entity that a filter chooses occurs once, with the values that it has without the filter",
    reason: "Values change or disappear when a filter is set",
    fix: "Make entities in one place, whichever filter is set",
    check: async (context) =>
      eachFiltered(context, ({ fields, rows }) => {
        const computed = computedColumns(fields, rows);
        for (const selection of fields.flatMap(({ tried }) => tried)) {
          const fault = describeRepeat(selection, rows) ?? describeChange(selection, rows, computed);
          if (fault !== undefined) unmet(fault, { witness: selection.exchange });
        }
      }),
  },
  {
    id: "sync-pages.together",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: "Two filters together choose the entities that each of them chooses",
    reason: "A synchronization that is narrowed down twice lacks entities or has too many",
    fix: "Join the conditions of all filters with AND",
    check: async (context) =>
      eachFiltered(context, async ({ run, fields, rows }) => {
        const computed = computedColumns(fields, rows);
        const pairs = pairsOf(fields, rows, maxPairs);
        const together = await context.inParallel(pairs, async ([left, right]) => {
          const filter = { ...left.filter, ...right.filter };
          return { left, right, both: await selectEntities(context, run, { filter }) };
        });
        for (const one of together) {
          const fault = intersectionFault(one, rows, computed);
          if (fault !== undefined) unmet(fault, { witness: one.both.exchange });
        }
      }),
  },
]);

/** Requirements on what a filter does to entities, on every page and in deltas. */
export const filteredRequirements = [
  ...pageRequirements,
  ...defineRequirements({ area: "sync-changes", section: "Synchronizer: changes" }, [
    {
      id: "sync-changes.filtered",
      level: "MUST",
      covers: ["sync.changes"],
      sentence: "A delta has the changed entities that the filter chooses, and no others",
      reason: "Entities that nobody chose are added with the first change",
      fix: "Apply the filter in full runs and in deltas",
      check: async (context) => eachFiltered(context, (filtered) => judgeDeltas(context, filtered)),
    },
  ]),
];

/** A type with the entities that each field of the filter chose. */
interface FilteredType {
  readonly run: SyncRun;
  /** All entities without a filter. */
  readonly rows: readonly JsonObject[];
  readonly fields: readonly FieldSelections[];
}

async function eachFiltered(
  context: CheckContext,
  judge: (filtered: FilteredType) => void | Promise<void>,
): Promise<void> {
  const all = (await context.once(readFiltered)).filter(({ fields }) => fields.length > 0);
  if (all.length === 0)
    notApplicable("filter seen in the entities", "No filter chooses by a field that entities show");
  for (const filtered of all) await judge(filtered);
}

async function readFiltered(context: CheckContext): Promise<readonly FilteredType[]> {
  const { fields, filter } = await syncTarget(context);
  const [run] = await wholeRuns(context);
  if (run === undefined) return [];
  const rows = run.entities.map(({ value }) => value);
  const again = await readRun(context, run.type, { fresh: 5 });
  if (canonical(rows) !== canonical(again.entities.map(({ value }) => value))) return [];
  const found: FieldSelections[] = [];
  for (const field of fields.filter(({ id }) => !(id in filter)).slice(0, maxFields)) {
    const values = valuesOf(field, rows, await optionsOf(context, field));
    const tried = await context.inParallel(values, async (value) => ({
      ...(await selectEntities(context, run, { filter: { [field.id]: value } })),
      value,
    }));
    if (tried.length > 0) found.push({ field, column: field.id, tried });
  }
  return [{ run, rows, fields: found }];
}

/** Lists values to try: options that entities have, or values of entities. */
function valuesOf(
  field: DeclaredField,
  rows: readonly JsonObject[],
  options: readonly unknown[],
): readonly unknown[] {
  const { id, type, datalist } = field;
  if (type === "date") {
    const texts = rows.map((row) => row[id]);
    if (!texts.every((text) => typeof text !== "string" || text.length === 10 || text.endsWith("Z")))
      return [];
    const instants = [...new Set(texts.flatMap((text) => instantOf(text) ?? []))].toSorted((a, b) => a - b);
    return rangesToTry(instants, false, maxValues);
  }
  if (options.length === 0 && !datalist) return valuesToTry(field, rows, maxValues);
  const cells = new Set(rows.flatMap((row) => cellsOf(row[id])));
  const known = options.filter((one) => cells.has(String(one))).slice(0, maxOptions);
  if (known.length < 2) return [];
  return takesSeveral(field) ? [...known.map((one) => [one]), known.slice(0, 2), known] : known;
}

async function selectEntities(
  context: CheckContext,
  { type }: SyncRun,
  { since, filter: values = {} }: ReadRunOptions,
): Promise<Selection> {
  const { filter } = await syncTarget(context);
  const set = { ...filter, ...values };
  const run = await readRun(context, type, { filter: set, ...(since !== undefined && { since }) });
  return {
    filter: values,
    exchange: run.last,
    rows: run.whole ? run.entities.map(({ value }) => value) : undefined,
  };
}

/** Compares the deltas of filters with the delta without one: both have the entities that changed. */
async function judgeDeltas(context: CheckContext, { run, rows, fields }: FilteredType): Promise<void> {
  const since = "1971-01-01T00:00:00.000Z";
  const changed = await readRun(context, run.type, { since });
  if (!changed.whole || changed.pages[0]?.answer["synchronizationType"] !== "delta")
    notApplicable("delta", "The type has no delta");
  const ids = new Set(changed.entities.map(({ id }) => id));
  const computed = computedColumns(fields, rows);
  for (const { tried } of fields) {
    for (const { filter, rows: chosen } of tried.slice(0, 2)) {
      if (chosen === undefined || chosen.length === 0 || chosen.length === rows.length) continue;
      const delta = await selectEntities(context, run, { filter, since });
      const wanted = chosen.filter((entity) => ids.has(idOf(entity)));
      const fault =
        deltaFault(delta, wanted) ?? describeRepeat(delta, rows) ?? describeChange(delta, rows, computed);
      if (fault !== undefined) unmet(fault, { witness: delta.exchange });
    }
  }
}

/** A delta of a filter may remove entities that no longer match. */
function deltaFault(
  { filter, rows, exchange }: Selection,
  wanted: readonly JsonObject[],
): string | undefined {
  const what = `A delta with the filter ${JSON.stringify(filter).slice(0, 120)}`;
  if (exchange.status >= 500) return `${what} got status ${exchange.status}`;
  const set = rows?.filter((entity) => entity["__syncAction"] !== "REMOVE");
  if (set === undefined) return undefined;
  const [found, right] = [set, wanted].map((some) => new Set(some.map(idOf)));
  const missing = wanted.find((entity) => !found?.has(idOf(entity)));
  const extra = set.find((entity) => !right?.has(idOf(entity)));
  if (extra !== undefined)
    return `${what} has entity "${idOf(extra)}", which a full run with the filter does not have`;
  if (missing !== undefined)
    return `${what} lacks entity "${idOf(missing)}", which a delta without it and a full run with it have`;
  return undefined;
}
