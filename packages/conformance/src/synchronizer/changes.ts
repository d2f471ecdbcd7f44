import { canonical } from "../expect/deep-equal.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isSet, type JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { filledRuns, firstRuns, idsOf, isRounded, readRun, type SyncRun, wholeRuns } from "./read-run.js";
import { askPage } from "./target.js";

/** Everything has changed since then. */
const epoch = "1970-01-01T00:00:00.000Z";

/** Requirements on runs that follow another, and on what they say about changes. */
export const changeRequirements = defineRequirements(
  { area: "sync-changes", section: "Synchronizer: changes" },
  [
    {
      id: "sync-changes.type",
      level: "MUST",
      covers: ["sync.changes"],
      sentence: '"synchronizationType", when set, is "delta" or "full"',
      reason: "It decides whether what is not sent is deleted",
      fix: "Send one of the two",
      check: async (context) => {
        for (const run of [...(await firstRuns(context)), ...(await laterRuns(context))])
          eachAnswer(run, ({ synchronizationType: kind }) =>
            !isSet(kind) || kind === "delta" || kind === "full"
              ? undefined
              : `"synchronizationType" is ${JSON.stringify(kind)}`,
          );
      },
    },
    {
      id: "sync-changes.one-type",
      level: "MUST",
      covers: ["sync.changes"],
      sentence: "All pages of a run say the same about what is not sent",
      reason: "Half of the entities are deleted",
      fix: "Decide once, with the first page, and keep it in the position",
      check: async (context) => {
        for (const run of [...(await firstRuns(context)), ...(await laterRuns(context))]) {
          const kinds = new Set(
            run.pages.map(({ answer }) => JSON.stringify(answer["synchronizationType"] ?? "full")),
          );
          if (kinds.size > 1) unmet(`The pages of type "${run.type.id}" say ${[...kinds].join(" and ")}`);
        }
      },
    },
    {
      id: "sync-changes.action",
      level: "MUST",
      covers: ["sync.changes"],
      sentence: '"__syncAction" of an entity is "SET" or "REMOVE"',
      reason: "Anything else deletes nothing, or the wrong entity",
      fix: "Send one of the two, or leave the member out",
      check: async (context) => {
        for (const run of [...(await firstRuns(context)), ...(await laterRuns(context))]) {
          const other = run.entities.find(
            ({ value: { __syncAction: action } }) => isSet(action) && action !== "SET" && action !== "REMOVE",
          );
          if (other !== undefined)
            unmet(`An entity of type "${run.type.id}" has ${JSON.stringify(other.value["__syncAction"])}`, {
              witness: other.exchange,
            });
        }
      },
    },
    {
      id: "sync-changes.remove-id",
      level: "MUST",
      covers: ["sync.changes"],
      sentence: "An entity that is removed has its id",
      reason: "Nobody knows what to delete",
      fix: "Send the id with REMOVE",
      check: async (context) => {
        const removed = (await laterRuns(context)).flatMap(({ entities }) => entities.filter(isRemoved));
        if (removed.length === 0) notApplicable("removed entities", "No run removes an entity");
        const other = removed.find(({ id }) => id === "");
        if (other !== undefined) unmet("An entity is removed without an id", { witness: other.exchange });
      },
    },
    {
      id: "sync-changes.first-full",
      level: "MUST",
      covers: ["sync.changes"],
      sentence: 'A first run is "full"',
      reason: "After a run that begins anew, what is gone would stay for ever",
      fix: 'Say "delta" only when "lastSynchronizedAt" was sent',
      check: async (context) => {
        for (const run of await firstRuns(context))
          eachAnswer(run, ({ synchronizationType: kind }) =>
            kind === "delta" ? 'a run without "lastSynchronizedAt" is "delta"' : undefined,
          );
      },
    },
    {
      id: "sync-changes.full-removes",
      level: "SHOULD",
      covers: ["sync.changes"],
      sentence: 'A full run contains no "REMOVE"',
      reason: "What is not sent is removed anyway",
      fix: "Send REMOVE in a delta only",
      check: async (context) => {
        for (const { type, entities } of await firstRuns(context)) {
          const other = entities.find(isRemoved);
          if (other !== undefined)
            unmet(`A full run of type "${type.id}" removes entity "${other.id}"`, {
              witness: other.exchange,
            });
        }
      },
    },
    {
      id: "sync-changes.answers",
      level: "MUST",
      covers: ["sync.changes"],
      sentence: 'A request with "lastSynchronizedAt" returns 200',
      reason: "The first run works and every later one fails",
      fix: "Read the instant as ISO 8601 with milliseconds",
      check: async (context) => {
        for (const { type, pages } of await laterRuns(context))
          if (pages.length === 0) unmet(`A later run of type "${type.id}" does not return 200 with items`);
      },
    },
    {
      id: "sync-changes.complete",
      level: "MUST",
      covers: ["sync.changes"],
      sentence: "A later run that is full returns every entity",
      reason: "What is not sent in a full run is deleted",
      fix: 'Send "delta" with changed entities, or all of them',
      check: async (context) => {
        const later = (await laterRuns(context)).filter((run) => run.pages.length > 0 && !isDelta(run));
        await expectAll(context, later, "a later full run");
      },
    },
    {
      id: "sync-changes.since",
      level: "MUST",
      covers: ["sync.changes"],
      sentence: "A delta since 1970 returns every entity",
      reason: "Entities without a date of change are never updated",
      fix: "Compare with the instant of the request, and include what has no date",
      check: async (context) => {
        const runs: SyncRun[] = [];
        for (const { type } of await wholeRuns(context)) {
          const run = await readRun(context, type, { since: epoch });
          if (isDelta(run)) runs.push(run);
        }
        if (runs.length === 0) notApplicable("delta", "No type has a delta");
        await expectAll(context, runs, "a delta since 1970");
      },
    },
    {
      id: "sync-changes.values",
      level: "MUST",
      covers: ["sync.changes"],
      sentence: "A delta returns entities as a full run does",
      reason: "Fields that a delta leaves out lose their values",
      fix: "Make the entity in one place for both",
      check: async (context) => {
        const firsts = await wholeRuns(context);
        let judged = 0;
        for (const first of firsts) {
          const delta = await readRun(context, first.type, { since: epoch });
          if (!isDelta(delta)) continue;
          judged += 1;
          const known = new Map(first.entities.map(({ id, value }) => [id, plain(value)]));
          const other = delta.entities.find(
            (entity) =>
              !isRemoved(entity) &&
              !isRounded(entity.value) &&
              known.has(entity.id) &&
              known.get(entity.id) !== plain(entity.value),
          );
          if (other !== undefined)
            unmet(`Entity "${other.id}" of type "${first.type.id}" differs between a delta and a full run`, {
              witness: other.exchange,
            });
        }
        if (judged === 0) notApplicable("delta", "No type has a delta");
      },
    },
    {
      id: "sync-changes.malformed",
      level: "MUST",
      covers: ["sync.changes", "sync.errors"],
      sentence: 'A "lastSynchronizedAt" that is not a date returns 400',
      reason: "A date that is not understood makes an empty delta, and changes are lost",
      fix: "Check the member; return 400",
      check: async (context) => {
        const [run] = await filledRuns(context);
        const exchange = await askPage(context, {
          requestedType: run?.type.id,
          lastSynchronizedAt: "yesterday",
        });
        if (exchange.status !== 400) unmet(`expected 400, got ${exchange.status}`);
      },
    },
    {
      id: "sync-changes.null",
      level: "MUST",
      covers: ["sync.changes"],
      sentence: 'A "lastSynchronizedAt" of null is a first run',
      reason: "Some callers send the member always",
      fix: "Treat null as absent",
      check: async (context) => {
        const [run] = await filledRuns(context);
        const exchange = await askPage(context, { requestedType: run?.type.id, lastSynchronizedAt: null });
        if (exchange.status !== 200) unmet(`expected 200, got ${exchange.status}`);
      },
    },
  ],
);

/** Runs that follow a first one at once. */
function laterRuns(context: CheckContext): Promise<readonly SyncRun[]> {
  return context.once(readLaterRuns);
}

async function readLaterRuns(context: CheckContext): Promise<readonly SyncRun[]> {
  const since = new Date().toISOString();
  const runs: SyncRun[] = [];
  for (const { type } of await firstRuns(context)) runs.push(await readRun(context, type, { since }));
  return runs;
}

function isDelta({ pages }: SyncRun): boolean {
  return pages[0]?.answer["synchronizationType"] === "delta";
}

function isRemoved({ value }: { readonly value: JsonObject }): boolean {
  return value["__syncAction"] === "REMOVE";
}

function plain({ __syncAction: _action, ...members }: JsonObject): string {
  return canonical(members);
}

/** An entity that has disappeared from a first run that is read again was really deleted. */
async function expectAll(context: CheckContext, runs: readonly SyncRun[], what: string): Promise<void> {
  const firsts = await wholeRuns(context);
  let judged = 0;
  for (const run of runs) {
    const first = firsts.find(({ type }) => type.id === run.type.id);
    if (first === undefined || !run.whole) continue;
    judged += 1;
    const ids = idsOf(run);
    const lost = [...idsOf(first)].filter((id) => !ids.has(id));
    if (lost.length === 0) continue;
    const still = idsOf(await readRun(context, run.type, { fresh: 2 }));
    const gone = lost.find((id) => still.has(id));
    if (gone !== undefined)
      unmet(`Entity "${gone}" of type "${run.type.id}" is missing from ${what}`, {
        witness: run.pages[0]?.exchange,
      });
  }
  if (judged === 0) notApplicable("whole runs", `No type could be compared with ${what}`);
}

function eachAnswer({ type, pages }: SyncRun, fault: (answer: JsonObject) => string | undefined): void {
  for (const { answer, exchange } of pages) {
    const found = fault(answer);
    if (found !== undefined) unmet(`Type "${type.id}": ${found}`, { witness: exchange });
  }
}
