import type { Exchange } from "../exchange/exchange.js";
import { canonical, deepEqual } from "../expect/deep-equal.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { firstRuns, idOf, isRounded, pagedRuns, pageOf, type SyncPage, type SyncRun } from "./read-run.js";
import { askPage } from "./target.js";

/** Consecutive empty pages after which a run seems to stand still. */
const maxEmptyPages = 5;

/** Consecutive empty pages after which a run is assumed to be endless. */
const endlessPages = 100;

/** Requirements on the pages of a run. */
export const pageRequirements = defineRequirements({ area: "sync-pages", section: "Synchronizer: pages" }, [
  {
    id: "sync-pages.pagination",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: '"pagination", when set, says in "hasNext" whether another page follows',
    reason: "The run ends early, or never",
    fix: 'Send {"hasNext": true, "nextPageConfig": {…}} or {"hasNext": false}',
    check: async (context) =>
      eachPage(context, ({ pagination, hasNext }) => {
        if (pagination === undefined || pagination === null)
          return hasNext === true ? '"hasNext" is next to "items": expected it in "pagination"' : undefined;
        if (!isObject(pagination)) return `"pagination" is ${JSON.stringify(pagination).slice(0, 60)}`;
        return typeof pagination["hasNext"] === "boolean"
          ? undefined
          : `"hasNext" is ${JSON.stringify(pagination["hasNext"]) ?? "missing"}`;
      }),
  },
  {
    id: "sync-pages.next",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: 'A page that has a next one says in "nextPageConfig" where it begins',
    reason: "The platform asks for the first page again, without end",
    fix: "Send an object from which the next page can be read",
    check: async (context) =>
      eachPage(context, ({ pagination }) => {
        if (!isObject(pagination) || pagination["hasNext"] !== true) return undefined;
        const next = pagination["nextPageConfig"];
        return isObject(next) ? undefined : `"nextPageConfig" is ${JSON.stringify(next) ?? "missing"}`;
      }),
  },
  {
    id: "sync-pages.answers",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: 'A request with "nextPageConfig" as "pagination" returns 200 with "items"',
    reason: "Everything after the first page is lost",
    fix: 'Read the position from "pagination" itself',
    check: async (context) => {
      for (const { type, pages } of await pagedRuns(context)) {
        const last = pages.at(-1);
        if (last?.next === undefined) continue;
        const exchange = await askPage(context, { requestedType: type.id, pagination: last.next });
        if (pageOf(exchange) === undefined)
          unmet(
            `expected page ${pages.length + 1} of type "${type.id}", got ${exchange.status} ${exchange.text.slice(0, 120)}`,
          );
      }
    },
  },
  {
    id: "sync-pages.moves",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: 'No page names the "nextPageConfig" of a page before',
    reason: "The run never ends",
    fix: "Advance the position with every page",
    check: async (context) => {
      for (const { type, pages } of await pagedRuns(context)) {
        const keys = pages.flatMap(({ next }) => (next === undefined ? [] : [canonical(next)]));
        const at = keys.findIndex((key, index) => keys.indexOf(key) !== index);
        if (at >= 0)
          unmet(`Page ${at + 1} of type "${type.id}" leads to the same page as one before`, {
            witness: pages[at]?.exchange,
          });
      }
    },
  },
  {
    id: "sync-pages.once",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: "No entity comes twice in a run",
    reason: "Pages that overlap elsewhere leave a gap, and what is in the gap is deleted",
    fix: "Page in a total order: break ties by the id",
    check: async (context) => {
      for (const { type, entities } of await firstRuns(context)) {
        const seen = new Set<string>();
        for (const { id, value, exchange } of entities) {
          if (isRounded(value)) continue;
          if (id !== "" && seen.has(id))
            unmet(`Entity "${id}" of type "${type.id}" comes twice`, { witness: exchange });
          seen.add(id);
        }
      }
    },
  },
  {
    id: "sync-pages.ends",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: "A run reaches an entity or its end",
    reason: "The run never ends",
    fix: 'Send {"hasNext": false} after the last entity',
    check: async (context) => {
      for (const run of await pagedRuns(context)) {
        const witness = await endless(context, run);
        const pages = `${endlessPages} consecutive pages of type "${run.type.id}"`;
        if (witness !== undefined) unmet(`${pages} are empty, and the last has a next one`, { witness });
      }
    },
  },
  {
    id: "sync-pages.empty",
    level: "SHOULD",
    covers: ["sync.pages"],
    sentence: "A run does not consist of empty pages",
    reason: "It looks as if it stood still, and costs a request each",
    fix: "Read on until a page has an entity",
    check: async (context) => {
      for (const { type, pages } of await pagedRuns(context)) {
        const empty = pages.findIndex((_, index) => {
          const some = pages.slice(index, index + maxEmptyPages);
          return some.length === maxEmptyPages && some.every(({ items }) => items.length === 0);
        });
        if (empty >= 0)
          unmet(`Pages ${empty + 1} to ${empty + maxEmptyPages} of type "${type.id}" are empty`);
      }
    },
  },
  {
    id: "sync-pages.again",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: "A page requested twice has the same entities",
    reason: "A page is requested again after an error; rows that moved to another page are lost",
    fix: "Keep nothing between two pages that the first request for a page uses up",
    check: async (context) => {
      for (const run of await pagedRuns(context)) {
        const [first, second] = run.pages;
        if (first === undefined || second === undefined) continue;
        // Nothing is requested in between, because a position that the service keeps in memory would advance.
        const again = [
          pageOf(await askNext(context, run, { pagination: first.next, fresh: 1 })),
          pageOf(await askNext(context, run, { pagination: first.next, fresh: 2 })),
        ];
        const same = again.every((page) => page !== undefined && deepEqual(ids(page), ids(second)));
        if (!same && !(await isLive(context, run)))
          unmet(`Page 2 of type "${run.type.id}" had other entities the second time`);
      }
    },
  },
  {
    id: "sync-pages.order",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: "A position leads to its page after other pages were read, too",
    reason: "Two runs at once share a position that lives in the service, and each loses half",
    fix: 'Put everything that the next page needs into "nextPageConfig"',
    check: async (context) => {
      for (const run of await pagedRuns(context)) {
        const [first, second, third] = run.pages;
        if (first?.next === undefined || second?.next === undefined || third === undefined) continue;
        if (await isLive(context, run)) continue;
        await askPage(context, { requestedType: run.type.id }, { fresh: 3 });
        const again = pageOf(await askNext(context, run, { pagination: second.next, fresh: 3 }));
        if (again === undefined || !deepEqual(ids(again), ids(third)))
          unmet(`Page 3 of type "${run.type.id}" had other entities after page 1 was read again`);
      }
    },
  },
  {
    id: "sync-pages.version",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: '"version" is read as text and as a number',
    reason: "The platform stores it and sends it back as text",
    fix: "Convert it, or compare both as text",
    check: async (context) => {
      const [run] = await firstRuns(context);
      for (const version of ["1", 1]) {
        // A connector may refuse the version of another definition, but must not fail.
        const exchange = await askPage(context, { requestedType: run?.type.id, version });
        if (exchange.status >= 500)
          unmet(`expected no failure for version ${JSON.stringify(version)}, got ${exchange.status}`);
      }
      const { pages } = run ?? { pages: [] };
      const plain = await askPage(context, { requestedType: run?.type.id, version: undefined });
      if (pages.length > 0) expectStatus(plain, 200);
    },
  },
  {
    id: "sync-pages.operation",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: 'Members that a connector does not know, such as "operationId", change nothing',
    reason: "Newer platforms send more than older ones",
    fix: "Ignore what you do not know",
    check: async (context) => {
      const [run] = await firstRuns(context);
      if (run === undefined) return;
      const extra = { requestedType: run.type.id, operationId: "5f1", unknown: { member: [1] } };
      expectStatus(await askPage(context, extra), 200);
    },
  },
  {
    id: "sync-pages.nested",
    level: "MUST",
    covers: ["sync.pages"],
    sentence: "The position is also read from inside the pagination of the page before",
    reason: "Some callers send back the whole member",
    fix: 'Accept "pagination" as it was sent: {"hasNext", "nextPageConfig"}',
    check: async (context) => {
      for (const run of await pagedRuns(context)) {
        const [first, second] = run.pages;
        if (first === undefined || second === undefined) continue;
        const nested = [first.answer["pagination"], { nextPageConfig: first.next }];
        for (const pagination of nested) {
          const page = pageOf(await askPage(context, { requestedType: run.type.id, pagination }));
          if (page === undefined || !deepEqual(ids(page), ids(second)))
            unmet(`expected page 2 of type "${run.type.id}" for a nested position`);
        }
      }
    },
  },
]);

function ids({ items }: SyncPage): readonly string[] {
  return items.map((item) => (isObject(item) ? idOf(item) : ""));
}

/** Reads on after a run that ends in empty pages. Returns the last of {@link endlessPages}. */
async function endless(context: CheckContext, { type, pages }: SyncRun): Promise<Exchange | undefined> {
  const filled = pages.findLastIndex(({ items }) => items.length > 0);
  let empty = pages.length - 1 - filled;
  if (empty < maxEmptyPages) return undefined;
  for (let page = pages.at(-1); page?.next !== undefined; empty += 1) {
    if (empty >= endlessPages) return page.exchange;
    page = pageOf(await askPage(context, { requestedType: type.id, pagination: page.next }));
    if (page === undefined || page.items.length > 0) return undefined;
  }
  return undefined;
}

/** The first page of live data changes from one request to the next, so nothing can be said about the second. */
async function isLive(context: CheckContext, { type, pages }: SyncRun): Promise<boolean> {
  const [first] = pages;
  const again = pageOf(await askPage(context, { requestedType: type.id }, { fresh: 2 }));
  return first === undefined || again === undefined || !deepEqual(ids(first), ids(again));
}

function askNext(
  context: CheckContext,
  { type }: SyncRun,
  { pagination, fresh }: { readonly pagination: JsonObject | undefined; readonly fresh: number },
): Promise<Exchange> {
  return askPage(context, { requestedType: type.id, pagination }, { fresh });
}

async function eachPage(
  context: CheckContext,
  fault: (answer: JsonObject) => string | undefined,
): Promise<void> {
  const runs = await firstRuns(context);
  if (runs.length === 0) notApplicable("pages", "No type has a page");
  for (const { type, pages } of runs) {
    for (const { answer, exchange } of pages) {
      const found = fault(answer);
      if (found !== undefined) unmet(`Type "${type.id}": ${found}`, { witness: exchange });
    }
  }
}
