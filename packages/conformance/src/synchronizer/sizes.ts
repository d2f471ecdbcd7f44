import { canonical } from "../expect/deep-equal.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { type Entity, idOf, pagedRuns, readRun, type SyncRun } from "./read-run.js";

/** The requirement that compares pages of one size with pages of another. */
export const sizeRequirements = defineRequirements({ area: "sync-pages", section: "Synchronizer: pages" }, [
  {
    id: "sync-pages.sizes",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: "Pages of another size have the same entities, if the position names their size",
    reason: "An entity at the border of two pages is lost, and the platform deletes it",
    fix: "Begin each page with the entity that follows the last one of the page before",
    check: async (context) => {
      let judged = 0;
      for (const run of (await pagedRuns(context)).filter(({ whole }) => whole)) {
        const fault = await smallerPagesFault(context, run);
        if (fault === undefined) continue;
        judged += 1;
        if (fault !== "") unmet(fault);
      }
      if (judged === 0) notApplicable("page size in positions", "No position names the size of its page");
    },
  },
]);

/**
 * Reads the pages after the first with half of their size.
 *
 * @returns What differs, an empty text if nothing does, or `undefined` when pages have no other size or entities change
 */
async function smallerPagesFault(context: CheckContext, run: SyncRun): Promise<string | undefined> {
  const next = run.pages[0]?.next;
  const member = Object.entries(next ?? {}).find(
    ([name, value]) => /limit|size|count|per|take/i.test(name) && typeof value === "number" && value > 1,
  );
  if (next === undefined || member === undefined) return undefined;
  const half = Math.floor(Number(member[1]) / 2);
  const smaller = await readRun(context, run.type, { from: { ...next, [member[0]]: half } });
  const isSmaller = smaller.pages[0] !== undefined && smaller.pages[0].items.length <= half;
  if (!smaller.whole || !isSmaller) return undefined;
  const fault = differenceOf(run, smaller);
  if (fault === undefined) return "";
  const again = await readRun(context, run.type, { fresh: 6 });
  const isLive = canonical(again.entities.map(valueOf)) !== canonical(run.entities.map(valueOf));
  return isLive
    ? undefined
    : `Read in pages of ${half} instead of ${String(member[1])}, type "${run.type.id}" ${fault}`;
}

function valueOf({ value }: Entity): JsonObject {
  return value;
}

/** Entities of the first page may be missing from the smaller pages, which follow it. */
function differenceOf({ pages, entities }: SyncRun, smaller: SyncRun): string | undefined {
  const known = new Map(entities.map(({ id, value }) => [id, canonical(value)]));
  const other = smaller.entities.find(({ id, value }) => known.get(id) !== canonical(value));
  if (other !== undefined)
    return known.has(other.id)
      ? `has other values in entity "${other.id}"`
      : `has entity "${other.id}", which is missing otherwise`;
  const found = new Set(smaller.entities.map(({ id }) => id));
  const rest = pages.slice(1).flatMap(({ items }) => items.filter(isObject).map(idOf));
  const lost = rest.find((id) => id !== "" && !found.has(id));
  return lost === undefined ? undefined : `lacks entity "${lost}"`;
}
