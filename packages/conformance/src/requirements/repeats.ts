import type { Exchange } from "../exchange/exchange.js";
import { canonical } from "../expect/deep-equal.js";
import { notApplicable, unmet } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import {
  type Baseline,
  baselines,
  differ,
  freshTable,
  hasGrown,
  type SomeRows,
  tableIn,
  tableOf,
  textOf,
} from "../target/baseline.js";
import { choicesOf } from "../target/choice.js";
import { askRows, dataBody, targetsOf } from "../target/data-target.js";
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
]);

/** Requirements on what differed between requests of the whole run. They are judged last. */
export const lapseRequirements = [
  ...defineRequirements({ area: "data", section: "POST /" }, [
    {
      id: "data.again",
      level: "MUST",
      alone: true,
      covers: ["data.json-array"],
      sentence: "A request that is sent again returns the same rows while the data does not change",
      reason: "Each refresh of a report shows other totals",
      fix: "Keep nothing of a request that changes the response to the next one",
      check: async (context) => eachBaseline(context, expectAgain),
    },
  ]),
  ...defineRequirements({ area: "http", section: "Errors" }, [
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
  ]),
];

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

/**
 * Rows that change by themselves say nothing. Rows that come back as they were have not changed: what another response
 * lacked was lost on the way, or what it returned instead was wrong.
 */
async function expectAgain(context: CheckContext, baseline: Baseline): Promise<void> {
  if (baseline.live) await expectSameAfterOther(context, baseline);
  await expectNoneLost(context, baseline);
}

/** A limit that no source reaches makes another text of the same request, which shows whether the data has changed. */
async function expectSameAfterOther(context: CheckContext, { target, rows, whole }: Baseline): Promise<void> {
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

/** Maximum number of readings that look for rows which are lost now and then. */
const maxReadings = 12;

/** A list that ends early, or lacks a page, and is whole again afterwards. It is read again when that may be so. */
async function expectNoneLost(context: CheckContext, { target }: Baseline): Promise<void> {
  const { request } = await askRows(context, target);
  const known = (await context.run.probe.answersTo(request)).flatMap(readingOf);
  if (!known.some((one) => known.some((other) => lacksBlock(one, other)))) return;
  const readings: Reading[] = [];
  for (let index = 0; index < maxReadings; index += 1) {
    readings.push(...readingOf(await context.send(request, 960 + index)));
    const [before, short] = lossIn(readings) ?? [];
    if (before !== undefined && short !== undefined)
      unmet(
        `Source "${target.source.id}" returned ${before.rows.length} rows, then ${short.rows.length}, then the same ${before.rows.length} again: ${differenceOf(before.rows, short.rows)}`,
        { witness: short.exchange },
      );
  }
}

interface Reading {
  readonly exchange: Exchange;
  readonly rows: readonly JsonObject[];
  /** The rows in a form that can be compared. */
  readonly texts: readonly string[];
}

/** A response that is an error or ends with an error says itself that rows are missing. */
function readingOf(exchange: Exchange): readonly Reading[] {
  const table = tableIn(exchange);
  return table?.whole === true ? [{ exchange, rows: table.rows, texts: table.rows.map(canonical) }] : [];
}

/** Finds a reading that lacks rows which were there before and are there again. */
function lossIn(readings: readonly Reading[]): readonly [Reading, Reading] | undefined {
  const last = readings.at(-1);
  const text = last?.texts.join("\n");
  const first = readings.findIndex(({ texts }) => texts.join("\n") === text);
  const before = readings[first];
  const short = readings.slice(first + 1, -1).find((one) => before !== undefined && lacksBlock(before, one));
  return before === undefined || short === undefined ? undefined : [before, short];
}

/** Whether a reading has all rows of another one but several in a row. A single row may have been away for a moment. */
function lacksBlock({ texts: whole }: Reading, { texts: part }: Reading): boolean {
  const lost = whole.length - part.length;
  if (lost < 2 || part.length === 0) return false;
  const until = part.findIndex((text, index) => text !== whole[index]);
  const before = until < 0 ? part.length : until;
  return part.slice(before).every((text, index) => text === whole[before + lost + index]);
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
      const body = bodies[index];
      if (answer === undefined || body === undefined || !differ(answer, body.alone)) continue;
      if (await hasGrownMeanwhile(answer, body, 916 + round * 10 + index)) continue;
      unmet(
        `One of ${bodies.length} concurrent requests got ${answer.rows.length} rows, and ${body.alone.rows.length} alone: ${differenceOf(body.alone.rows, answer.rows)}`,
      );
    }
  }
}

/** Whether the rows that were new in a response also come when its request is sent alone again. */
async function hasGrownMeanwhile(
  { rows }: SomeRows,
  { alone, ask }: DifferentRequest,
  fresh: number,
): Promise<boolean> {
  if (!hasGrown(rows, alone.rows)) return false;
  const again = await ask(fresh);
  return again !== undefined && (textOf(again.rows) === textOf(rows) || hasGrown(again.rows, rows));
}

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
