import { findFaults, runConformance } from "@wellhead/conformance";
import { startConnector } from "@wellhead/testing";
import { faults, upstreamOf } from "./ask-stand-in.mjs";
import { compareRows } from "./compare-rows.mjs";

const day = 86_400_000;

/**
 * Grades a connector: serves it with the stand-in of its task as upstream, and compares what it returns with the oracle.
 *
 * @param {object} task
 * @param {import("@wellhead/sdk").Connector} connector
 * @param {readonly string[]} [chosen] Checks to run. Default: all
 * @returns {Promise<{ check: string, faults: readonly string[] }[]>} What is wrong, by check
 */
export async function grade(task, connector, chosen = Object.keys(checks)) {
  const bench = { task, connector };
  const results = [];
  for (const check of chosen) {
    results.push({ check, faults: await faultsOf(checks[check], bench) });
  }
  return results;
}

async function faultsOf(check, bench) {
  try {
    return await check(bench);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const checks = {
  description: checkDescription,
  account: checkAccount,
  rows: checkRows,
  filters: checkFilters,
  increments: checkIncrements,
  endings: checkEndings,
  judge: checkJudge,
};

/**
 * Serves the connector while a function calls it.
 *
 * @param {object} bench Task and connector
 * @param {{ world?: object, now?: number, fault?: object }} options
 * @param {(calls: { served: object, world: object, sent: readonly object[] }) => Promise<any>} use
 */
async function serving({ task, connector }, { world = task.create(), now = Date.now(), fault }, use) {
  const clock = { now: () => now };
  const upstream = upstreamOf(world, () => clock.now(), fault);
  const served = await startConnector(connector, { account: task.account, upstream, now: new Date(now) });
  clock.now = () => served.now().getTime();
  try {
    return await use({ served, world, sent: upstream.sent });
  } finally {
    await served.stop();
  }
}

function checkDescription(bench) {
  return serving(bench, {}, async ({ served }) => {
    const { sources, accountKinds } = await served.describe();
    const kinds = Object.entries(bench.task.accounts).flatMap(([kind, fields]) => {
      const found = accountKinds.find(({ id }) => id === kind);
      if (found === undefined) return [`there is no account kind "${kind}"`];
      const given = new Set(found.fields.map(({ id }) => id));
      return fields
        .filter((field) => !given.has(field))
        .map((field) => `the account kind "${kind}" has no field "${field}"`);
    });
    const wanted = Object.entries(bench.task.sources).map(async ([id, source]) => {
      const found = sources.find((one) => one.id === id);
      return found === undefined
        ? [`there is no source "${id}"`]
        : describedFaults(bench, served, { id, source, found });
    });
    return [...kinds, ...(await Promise.all(wanted)).flat()];
  });
}

async function describedFaults({ task }, served, { id, source, found }) {
  const columns = new Map(
    (
      await served.client.schema({
        source: id,
        account: task.account,
        filter: source.filter ?? {},
        validate: false,
      })
    )?.map((column) => [column.id, column.type]),
  );
  const fields = new Set(found.filter?.map((field) => field.id));
  return [
    ...Object.entries(source.columns).flatMap(([name, text]) => {
      const [type] = text.split(":");
      return columns.get(name) === type
        ? []
        : [`${id}.${name}: expected a column of type ${type}, got ${columns.get(name)}`];
    }),
    ...Object.keys(source.filters ?? {}).flatMap((name) =>
      fields.has(name) ? [] : [`${id}: there is no filter "${name}"`],
    ),
  ];
}

function checkAccount(bench) {
  return serving(bench, {}, async ({ served }) => {
    const { name } = await served.validate();
    const isRefused = await served.validate(bench.task.wrong).then(
      () => false,
      () => true,
    );
    return [
      ...(typeof name === "string" && name !== "" ? [] : ["a valid account has no name"]),
      ...(isRefused ? [] : ["an account with wrong credentials is accepted"]),
    ];
  });
}

/** Reads every source, and compares rows, requests and refusals. */
async function checkRows(bench) {
  const found = [];
  for (const [source, { filter = {}, maxRequests }] of Object.entries(bench.task.sources)) {
    await serving(bench, {}, async ({ served, world, sent }) => {
      const { rows, verdict } = await served.rows(source, { filter });
      const expected = world.rows[source](filter);
      found.push(...endingFaults(source, verdict), ...differences(bench, source, { expected, got: rows }));
      found.push(...refusals(bench, sent).map((line) => `${source}: ${line}`));
      if (sent.length > maxRequests)
        found.push(`${source}: sent ${sent.length} requests, expected at most ${maxRequests}`);
    });
  }
  return found;
}

function endingFaults(source, { ending, message }) {
  return ending === "whole" ? [] : [`${source}: expected a whole list, got ${ending}: ${message}`];
}

/** A request that the API refuses is a mistake, unless its task says that it happens. */
function refusals({ task }, sent) {
  const refused = sent.filter(
    ({ status }) => status >= 400 && status !== 429 && !task.expectedStatuses?.includes(status),
  );
  return [...new Set(refused.map(({ request, status }) => `the API answered ${status} to ${request}`))].slice(
    0,
    3,
  );
}

async function checkFilters(bench) {
  const { questions = [], options = [] } = bench.task;
  const found = [];
  for (const { source, filter, keeps } of questions) {
    await serving(bench, {}, async ({ served, world }) => {
      const { rows, verdict } = await served.rows(source, { filter });
      const expected = world.rows[source](filter).filter(keeps);
      const place = `${source} with ${JSON.stringify(filter)}`;
      if (expected.length === 0) throw new TypeError(`The question ${place} has no rows.`);
      found.push(
        ...endingFaults(place, verdict),
        ...differences(bench, source, { expected, got: rows, place }),
      );
    });
  }
  for (const { source, field, dependsOn = {}, values } of options) {
    await serving(bench, {}, async ({ served }) => {
      const got = (await served.options(source, { field, dependsOn })).map(({ value }) => String(value));
      const missing = values.filter((value) => !got.includes(value));
      const extra = got.filter((value) => !values.includes(value));
      if (missing.length + extra.length > 0)
        found.push(
          `${source}: the options of "${field}" lack ${missing.join(", ") || "none"}, have besides ${extra.join(", ") || "none"}`,
        );
    });
  }
  return found;
}

/** Reads everything, changes the upstream, and reads only the changes a day later. */
async function checkIncrements(bench) {
  const now = Date.now();
  const found = [];
  for (const [type, { changes, maxRequestsForChanges }] of Object.entries(bench.task.sources)) {
    if (changes !== true) continue;
    const world = bench.task.create();
    const copy = new Map();
    await serving(bench, { world, now: now - day }, async ({ served }) => {
      for await (const page of pagesOf(bench, served, { type })) applyPage(copy, page);
    });
    world.change(now - 3_600_000);
    await serving(bench, { world, now }, async ({ served, sent }) => {
      const since = new Date(now - day).toISOString();
      for await (const page of pagesOf(bench, served, { type, lastSynchronizedAt: since })) {
        if (!page.isDelta) found.push(`${type}: expected only what has changed, got all rows`);
        applyPage(copy, page);
      }
      if (sent.length > maxRequestsForChanges)
        found.push(
          `${type}: sent ${sent.length} requests for the changes, expected at most ${maxRequestsForChanges}`,
        );
    });
    const expected = world.rows[type]({});
    found.push(
      ...differences(bench, type, { expected, got: [...copy.values()], place: `${type} after a change` }),
    );
  }
  return [...new Set(found)];
}

function pagesOf({ task }, served, options) {
  return served.client.synchronizer.pages({
    ...options,
    account: task.account,
    exact: true,
    validate: false,
  });
}

function applyPage(copy, { rows }) {
  for (const { id, row, __syncAction: action } of rows) {
    if (action === "REMOVE") copy.delete(id);
    else copy.set(id, row);
  }
}

/** Plays each fault at the first, a middle and the last request of each list. */
async function checkEndings(bench) {
  const found = [];
  for (const [source, { filter = {} }] of Object.entries(bench.task.sources)) {
    const count = await serving(bench, {}, async ({ served, sent }) => {
      await served.rows(source, { filter });
      return sent.length;
    });
    const places = new Set([1, 2, Math.ceil(count / 2), count].filter((at) => at <= count));
    for (const kind of Object.keys(faults)) {
      for (const at of places)
        found.push(...(await endingAfter(bench, { source, filter, fault: { at, kind } })));
    }
  }
  return found;
}

function endingAfter(bench, { source, filter, fault }) {
  return serving(bench, { fault }, async ({ served, world }) => {
    const read = await served.rows(source, { filter }).catch((error) => ({ error }));
    const place = `${source} with "${fault.kind}" at request ${fault.at}`;
    if (read.error === undefined && read.verdict.ending === "whole") {
      return differences(bench, source, { expected: world.rows[source](filter), got: read.rows, place });
    }
    // The API says when to come again, so nobody needs to hear of it.
    const reason = read.error?.message ?? read.verdict.message;
    return fault.kind === "rate limit" ? [`${place}: expected the rows, got an error: ${reason}`] : [];
  });
}

/** What the judge cannot know: a filter with fixed choices offers them to everybody. */
const explained = new Set(["datalist.refuses"]);

function checkJudge(bench) {
  return serving(bench, {}, async ({ served }) => {
    const { account } = bench.task;
    const { results } = await runConformance(served.url, { account, requestTimeout: 60_000 });
    return findFaults(results.filter(({ id, verdict }) => verdict !== "warn" || !explained.has(id)));
  });
}

function differences({ task }, source, { expected, got, place = source }) {
  return compareRows(task.sources[source], { expected, got }).map((line) => `${place}: ${line}`);
}
