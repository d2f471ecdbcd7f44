import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import { readRows } from "../probe/read-rows.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { declaredBy } from "../target/application.js";
import type { DeclaredSource } from "../target/declared.js";
import { idsOf, readRun, type SyncRun, wholeRuns } from "./read-run.js";
import { maxPageBytes, syncTarget } from "./target.js";

/** The requirement that compares a run with what an earlier generation returns for the same source. */
export const everyRowRequirements = defineRequirements(
  { area: "sync-pages", section: "Synchronizer: pages" },
  [
    {
      id: "sync-pages.every-row",
      level: "MUST",
      covers: ["sync.pages"],
      sentence: "A full run has every row that POST / returns for the source with the id of the type",
      reason: "What a full run does not have is deleted",
      fix: "Compare the pages, joined, with the rows of POST /: a page skips rows, or the last one is lost",
      check: async (context) => {
        const comparisons = await Promise.all(
          (await wholeRuns(context)).map((run) => compareRun(context, run)),
        );
        const compared = comparisons.filter((comparison) => comparison !== undefined);
        if (compared.length === 0)
          notApplicable("both generations", "No source has the id of a type, and a column with its ids");
        for (const { type, missing, count } of compared) {
          const [first] = missing;
          if (first !== undefined)
            unmet(
              `expected ${count} entities of type "${type}", as POST / returns rows for source "${type}", got ${count - missing.length}: "${first}" is in no page`,
            );
        }
      },
    },
  ],
);

interface Comparison {
  readonly type: string;
  /** Number of rows. */
  readonly count: number;
  /** Keys of rows that no page has. */
  readonly missing: readonly string[];
}

/** Compares a run with the rows of its source; `undefined` when it has none, or they cannot be compared. */
async function compareRun(context: CheckContext, run: SyncRun): Promise<Comparison | undefined> {
  const { id: type } = run.type;
  const source = (await declaredBy(context)).sources.find(({ id }) => id === type);
  const rows = source && (await readSource(context, source));
  const ids = idsOf(run);
  const keys = rows && keysOf(rows, ids);
  if (source === undefined || keys === undefined) return undefined;
  let missing = keys.filter((key) => !ids.has(key));
  if (missing.length > 0) {
    // A row may have come after its page was read, or be gone by now.
    const second = await readRun(context, run.type, { fresh: 4 });
    if (!second.whole) return undefined;
    const again = idsOf(second);
    const rest = new Set(keysOf((await readSource(context, source, 4)) ?? [], again));
    missing = missing.filter((key) => !again.has(key) && rest.has(key));
  }
  return { type, count: keys.length, missing };
}

/** Requests the rows of a source with the filter of the synchronization; `undefined` when that is not possible. */
async function readSource(
  context: CheckContext,
  { id, filter: fields }: DeclaredSource,
  fresh = 0,
): Promise<readonly JsonObject[] | undefined> {
  const { account, filter: all } = await syncTarget(context);
  const filter = Object.fromEntries(
    fields.flatMap((field) => (field.id in all ? [[field.id, all[field.id]]] : [])),
  );
  if (fields.some((field) => field.saysRequired && !(field.id in filter))) return undefined;
  const exchange = await context.send(
    {
      method: "POST",
      path: "/",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source: id, account: account.flat, filter }),
      readBytes: maxPageBytes,
    },
    fresh,
  );
  const read = exchange.status === 200 ? readRows(exchange) : undefined;
  return read?.mark === undefined ? read?.rows.filter(isObject) : undefined;
}

/** Finds the column that has the id of every entity, and a value of its own in every row. Returns its values. */
function keysOf(rows: readonly JsonObject[], ids: ReadonlySet<string>): readonly string[] | undefined {
  for (const column of Object.keys(rows[0] ?? {})) {
    const keys = rows.flatMap(({ [column]: value }) =>
      typeof value === "string" || typeof value === "number" ? [String(value)] : [],
    );
    const distinct = new Set(keys);
    if (distinct.size === rows.length && [...ids].every((id) => distinct.has(id))) return keys;
  }
  return undefined;
}
