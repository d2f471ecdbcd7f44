import { canonical } from "../expect/deep-equal.js";
import { notApplicable, unmet } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import type { Table } from "../probe/read-table.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { type Baseline, baselines, freshTable, tableIn, tableOf, textOf } from "../target/baseline.js";
import { choicesOf } from "../target/choice.js";
import { dataBody, targetsOf } from "../target/data-target.js";
import { eachBaseline } from "./content.js";

/** Requirements on requests for rows that are sent again, or several at once. */
export const repeatRequirements = defineRequirements({ area: "data", section: "POST /" }, [
  {
    id: "data.steady",
    level: "MUST",
    covers: ["data.json-array"],
    sentence: "A source that has just returned rows does not return an empty list",
    reason: "A report that was full is empty after it is refreshed",
    fix: "Build the rows anew for each request",
    check: expectSteady,
  },
  {
    id: "data.again",
    level: "MUST",
    covers: ["data.json-array"],
    sentence: "A request that is sent again returns the same rows while the data does not change",
    reason: "Each refresh of a report shows other totals",
    fix: "Keep nothing of a request that changes the response to the next one",
    check: async (context) => eachBaseline(context, expectAgain),
  },
]);

/** The requirement on requests that failed and succeeded when they were sent again. It is judged last. */
export const lapseRequirements = defineRequirements({ area: "http", section: "Errors" }, [
  {
    id: "http.steady",
    level: "SHOULD",
    alone: true,
    covers: ["errors.429", "errors.503"],
    sentence: "No request is refused as unavailable and served when it is sent again at once",
    reason: "Reports fail now and then, and nobody can tell when",
    fix: "Find out what fails for a moment; if it must, retry it, or return 503 with Retry-After",
    check: async ({ run: { probe } }) => {
      const { lapses } = probe.patience;
      const [first] = lapses;
      if (first === undefined) return;
      const { request, status } = first;
      unmet(
        `${lapses.length} of ${probe.requests} requests were refused and served when sent again, the first ${request.method} ${request.path} with status ${status}`,
        { witness: first },
      );
    },
  },
]);

async function expectSteady(context: CheckContext): Promise<void> {
  for (const target of (await targetsOf(context)).slice(0, 3)) {
    const first = await tableOf(context, target, {});
    if (first === undefined || first.rows.length === 0) continue;
    const statuses: number[] = [];
    for (const fresh of [901, 903]) {
      const exchange = await context.post("/", dataBody(target), { fresh });
      statuses.push(exchange.status);
      if (tableIn(exchange)?.rows.length === 0)
        unmet(`Source "${target.source.id}" returned ${first.rows.length} rows, then none`);
    }
    if (statuses.every((status) => status >= 500))
      unmet(
        `Source "${target.source.id}" returned ${first.rows.length} rows, then status ${statuses[0]} twice`,
      );
  }
  await baselines(context);
}

/** A limit that no source reaches makes another text of the same request, which shows whether the data has changed. */
async function expectAgain(context: CheckContext, { target, rows, whole, live }: Baseline): Promise<void> {
  if (!live) return;
  const other = tableIn(await context.post("/", dataBody(target, { limit: 99_999 }), { fresh: 905 }));
  const exchange = await context.post("/", dataBody(target), { fresh: 906 });
  const again = tableIn(exchange);
  if (other === undefined || again === undefined || textOf(other.rows) !== textOf(rows)) return;
  if (differ(again, { rows, whole }))
    unmet(
      `Source "${target.source.id}" returned ${rows.length} rows at first and ${again.rows.length} when asked again: ${differenceOf(rows, again.rows)}`,
      { witness: exchange },
    );
}

/** Whether two responses have other rows. One that ended early, as where an API refuses more requests, may lack some. */
function differ(one: SomeRows, other: SomeRows): boolean {
  if (one.whole && other.whole) return textOf(one.rows) !== textOf(other.rows);
  const [few, many] = one.rows.length < other.rows.length ? [one, other] : [other, one];
  const known = new Set(many.rows.map(canonical));
  return few.rows.some((row) => !known.has(canonical(row)));
}

function differenceOf(rows: readonly JsonObject[], again: readonly JsonObject[]): string {
  const [before, after] = [rows, again].map((some) => new Set(some.map(canonical)));
  const lost = rows.find((row) => after?.has(canonical(row)) === false);
  const added = again.find((row) => before?.has(canonical(row)) === false);
  if (lost !== undefined) return `${canonical(lost).slice(0, 120)} is missing`;
  return added === undefined ? "a row occurs more often" : `${canonical(added).slice(0, 120)} is new`;
}

/**
 * Compares the rows of concurrent requests with those of the same requests sent one after the other.
 *
 * @param context - Context of the check
 * @throws Finding when a request got the rows of another one
 */
export async function expectApart(context: CheckContext): Promise<void> {
  const bodies = await differentRequests(context);
  if (bodies.length < 2)
    notApplicable("two different requests", "There is one source and no filter with options");
  for (const round of [1, 2]) {
    const answers = await Promise.all(bodies.map(({ ask }, index) => ask(910 + round * 10 + index)));
    for (const [index, answer] of answers.entries()) {
      const alone = bodies[index]?.alone;
      if (answer !== undefined && alone !== undefined && differ(answer, alone))
        unmet(`One of ${bodies.length} concurrent requests got rows that it does not get alone`);
    }
  }
}

type SomeRows = Pick<Table, "rows" | "whole">;

interface DifferentRequest {
  /** The rows of the request that is sent alone. */
  readonly alone: SomeRows;
  readonly ask: (fresh: number) => ReturnType<typeof tableOf>;
}

async function differentRequests(context: CheckContext): Promise<readonly DifferentRequest[]> {
  const found: DifferentRequest[] = [];
  for (const { target, rows, whole, live } of await baselines(context)) {
    if (!live)
      found.push({
        alone: { rows, whole },
        ask: (fresh) => freshTable(context, target, { filter: {}, fresh }),
      });
  }
  for (const { target, field, known, live, dependents } of await choicesOf(context)) {
    const [value] = known;
    if (value === undefined || live || found.length > 3) continue;
    const filter = { ...dependents, [field.id]: value };
    const alone = await tableOf(context, target, filter);
    if (alone === undefined) continue;
    found.push({ alone, ask: (fresh) => freshTable(context, target, { filter, fresh }) });
  }
  const texts = found.map(({ alone }) => textOf(alone.rows));
  return found.filter((_, index) => texts.indexOf(texts[index] ?? "") === index).slice(0, 3);
}
