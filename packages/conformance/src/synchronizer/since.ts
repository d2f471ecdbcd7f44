import { notApplicable, unmet } from "../expect/finding.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { instantOf, isoOf } from "../target/dated-rows.js";
import { type Entity, readRun, type SyncRun, wholeRuns } from "./read-run.js";

/** The requirement on deltas that begin in the middle of the entities. */
export const sinceRequirements = defineRequirements(
  { area: "sync-changes", section: "Synchronizer: changes" },
  [
    {
      id: "sync-changes.since-change",
      level: "MUST",
      covers: ["sync.changes"],
      sentence: "A delta has every entity that was created or changed since the instant, by its own fields",
      reason: "The changes of some hours never arrive, and no later run sends them",
      fix: "Compare instants in UTC with the instant of the request, and look back some hours",
      check: expectChanges,
    },
  ],
);

/** Names of fields with the instant at which an entity was created or last changed. */
const changeName = /creat|updat|modif|chang|edit/i;

async function expectChanges(context: CheckContext): Promise<void> {
  let judged = false;
  for (const run of await wholeRuns(context)) {
    for (const field of changeFields(run)) judged = (await judgeField(context, run, field)) || judged;
  }
  if (!judged)
    notApplicable("delta by a field", "No type has a delta and a field with the instant of a change");
}

/** An instant without a zone may be local time. */
function changeFields({ entities }: SyncRun): readonly string[] {
  const names = Object.keys(entities[0]?.value ?? {}).filter((name) => changeName.test(name));
  return names.filter((name) =>
    entities.every(({ value: { [name]: text } }) => typeof text === "string" && /T.*Z$/.test(text)),
  );
}

async function judgeField(
  context: CheckContext,
  { type, entities }: SyncRun,
  field: string,
): Promise<boolean> {
  const at = ({ value }: Entity): number => instantOf(value[field]) ?? Number.NaN;
  const instants = [...new Set(entities.map(at))].toSorted((left, right) => left - right);
  const middle = instants[Math.floor(instants.length / 2)];
  if (middle === undefined || instants.length < 4) return false;
  // An entity of exactly the instant of the request may be left out.
  const since = isoOf(middle - 1);
  const delta = await readRun(context, type, { since });
  if (!delta.whole || delta.pages[0]?.answer["synchronizationType"] !== "delta") return false;
  const sent = new Set(delta.entities.map(({ id }) => id));
  const missing = entities.filter((entity) => at(entity) >= middle && !sent.has(entity.id));
  const [lost] = missing;
  if (lost !== undefined)
    unmet(
      `A delta of type "${type.id}" since ${since} lacks ${missing.length} of the entities that changed later, such as "${lost.id}" with "${field}" ${JSON.stringify(lost.value[field])}`,
      { witness: delta.last },
    );
  return true;
}
