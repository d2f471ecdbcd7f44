import { Connector, ConnectorError } from "@wellhead/client";
import { SynchronizerConnector } from "@wellhead/test-support/services/synchronizer-connector";
import { assert, asyncProperty } from "fast-check";
import { afterAll, expect, test } from "vitest";
import { historyTargets, isLong, stopTargets } from "../../test/history-targets.js";
import { expectKept } from "../../test/kept-rows.js";
import { Killer, killable } from "../../test/killer.js";
import { type Change, type History, history, minuteMs, type Value } from "../../test/sync-histories.js";
import {
  actualLinks,
  actualRows,
  expectStagesAsStated,
  isRunPending,
  keysIn,
} from "../../test/synchronized-rows.js";
import { SyncStore } from "./sync-store.js";
import { synchronize } from "./synchronize.js";
import { PostgresDatabase } from "./targets/postgres-database.js";
import { SqliteDatabase } from "./targets/sqlite-database.js";
import type { SyncDatabase } from "./targets/sync-database.js";

afterAll(stopTargets);

const typeNames = ["issue", "Issue"];
const fields = {
  size: { name: "Size", type: "number" },
  at: { name: "At", type: "date" },
  open: { name: "Open", type: "text", subType: "boolean" },
  tags: {
    name: "Tags",
    type: "array[text]",
    relation: { cardinality: "many-to-many", name: "Tags", targetName: "Tagged", targetType: "Issue" },
  },
};

/** A source whose clock the history sets. */
class ChangingSource {
  readonly connector: SynchronizerConnector;
  readonly #history: History;
  now = Date.UTC(2026, 0, 1);

  constructor(given: History) {
    this.#history = given;
    this.connector = new SynchronizerConnector({
      ...given.oddities,
      lookbackMs: (given.lookbacks[0] ?? 0) * minuteMs,
    });
    for (const type of typeNames) this.connector.addType(type, fields);
  }

  get serverTime(): number {
    return this.now + this.#history.skew * minuteMs;
  }

  /** Keys of the entities that are not deleted, each after its type. */
  aliveKeys(): ReadonlySet<string> {
    const keys = [...this.connector.sources].flatMap(([type, { entities }]) =>
      [...entities].flatMap(([id, { isRemoved }]) => (isRemoved ? [] : [`${type} ${id}`])),
    );
    return new Set(keys);
  }

  apply({ type, key, value: row, late }: Change): void {
    const [connector = 0, command = 0] = this.#history.lookbacks;
    const changedAt = this.serverTime - Math.floor(late * (connector + command) * minuteMs);
    const { entities } = this.connector.sources.get(type) ?? this.connector.addType(type, fields);
    const id = `k${key}`;
    if (row !== null) entities.set(id, { row: written(row), changedAt, isRemoved: false });
    else if (entities.has(id)) entities.set(id, { row: {}, changedAt, isRemoved: true });
  }
}

function written(row: Value): Record<string, unknown> {
  return { ...row, size: row.size === null ? null : `digits:${row.size}` };
}

let kills = 0;

async function runOnce(
  source: ChangingSource,
  database: SyncDatabase,
  { given, step, isLast }: { given: History; step: History["runs"][number] | undefined; isLast: boolean },
): Promise<void> {
  const { connector } = source;
  const killer = new Killer(step?.killAt ?? Number.POSITIVE_INFINITY);
  let request = 0;
  connector.spoil = (path) => {
    if (!path.endsWith("/data")) return undefined;
    const now = request;
    request += 1;
    for (const one of step?.during ?? []) if (one.request === now) source.apply(one.change);
    return step?.faults.find((one) => one.request === now)?.fault;
  };
  const { synchronizer } = new Connector("http://plain.test", {
    fetch: async (input, init) => {
      killer.step();
      const response = await connector.fetch(input, init);
      killer.step();
      return response;
    },
  });
  const isComplete = given.oddities.paging === "offset" && isLast;
  const before = await keysIn(database);
  try {
    const { failures } = await synchronize({
      synchronizer,
      store: await SyncStore.open(killable(database, killer)),
      filter: {},
      account: async () => ({ auth: "none" }),
      lookbackMs: (given.lookbacks[1] ?? 0) * minuteMs,
      // Rows that an offset has skipped are found by a complete read only.
      isFull: isComplete,
      // A source without rows has to be confirmed.
      allowsDeletions: isLast,
      signal: new AbortController().signal,
      begin: () => undefined,
      page: () => undefined,
      note: () => undefined,
      now: () => source.now,
      serverTime: () => source.serverTime,
      wait: async (milliseconds) => {
        source.now += milliseconds;
      },
      makeId: () => `run-${source.now}`,
    });
    const refused = expectKept(failures, { before, after: await keysIn(database) });
    for (const { error } of failures.filter((one) => !refused.includes(one))) throw error;
  } catch (error) {
    if (killer.isDead) kills += 1;
    if (isLast || !(killer.isDead || error instanceof ConnectorError)) throw error;
  }
}

/** What the target must hold, computed from the source alone. */
function expectedRows(source: ChangingSource, type: string, hasExtra: boolean) {
  const entities = source.connector.sources.get(type)?.entities ?? new Map<string, never>();
  const alive = [...entities].filter(([, { isRemoved }]) => !isRemoved);
  const escape = (text: string) => text.replace("\0", "\\u0000").replace("\ud83d half", "\\ud83d half");
  return alive
    .map(([id, { row }]) => {
      const { name, size, at, open, tags, extra } = row as Record<string, string | string[] | null>;
      const isOpen = open === null ? null : open === "true" || open === "yes";
      return [
        id,
        escape(String(name)),
        size === null ? null : String(size).replace("digits:", ""),
        at === null ? null : Date.parse(String(at)),
        isOpen,
        tags === null ? null : JSON.stringify(([] as string[]).concat(tags ?? []).map(escape)),
        ...(hasExtra ? [extra] : []),
      ];
    })
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

async function play(given: History, database: SyncDatabase): Promise<void> {
  const source = new ChangingSource(given);
  let hasExtra = false;
  /** Keys that changed while a run was pending: it may have read them before they were inserted again. */
  let touched = new Set<string>();
  for (const step of given.runs) {
    const isPending = await isRunPending(database);
    if (!isPending) touched = new Set();
    for (const { change: one, passes } of step.changes) {
      source.now += passes;
      if (isPending) touched.add(`${one.type} k${one.key}`);
      source.apply(one);
    }
    const before = await keysIn(database);
    if (step.raisesVersion) source.connector.version += 1;
    if (step.addsField && !hasExtra) {
      hasExtra = true;
      for (const one of source.connector.sources.values())
        one.fields = { ...one.fields, extra: { name: "Extra", type: "text" } };
    }
    const alive = source.aliveKeys();
    await runOnce(source, database, { given, step, isLast: false });
    for (const { change: one } of step.during) touched.add(`${one.type} k${one.key}`);
    // An offset skips rows when others are deleted before it, so such a run may take them for deleted.
    const isExact = given.oddities.paging === "key" || touched.size === 0;
    const kept = [...before].filter((key) => isExact && alive.has(key) && !touched.has(key));
    const after = await keysIn(database);
    expect(kept.filter((key) => !after.has(key))).toEqual([]);
    await expectStagesAsStated(database);
    source.now += 1;
  }
  // The source no longer changes. The killed run is finished, and one more run reads what changed during it.
  await runOnce(source, database, { given, step: undefined, isLast: true });
  await runOnce(source, database, { given, step: undefined, isLast: true });
  for (const [type, table] of [
    ["issue", "issue"],
    ["Issue", "Issue_2"],
  ] as const) {
    const rows = expectedRows(source, type, hasExtra);
    expect(await actualRows(database, table, hasExtra)).toEqual(rows);
    expect(await actualLinks(database, `${table}_tags`)).toEqual(
      rows
        .flatMap(([id, , , , , tags]) =>
          [...new Set<string>(JSON.parse(String(tags ?? "[]")))].map((tag) => `${id} ${tag}`),
        )
        .toSorted(),
    );
  }
  const tables = database instanceof SqliteDatabase ? "sqlite_master" : "information_schema.tables";
  const name = database instanceof SqliteDatabase ? "name" : "table_name";
  const here = database instanceof PostgresDatabase ? "AND table_schema = current_schema()" : "";
  const left = await database.run(
    `SELECT CAST(${name} AS TEXT) FROM ${tables} WHERE ${name} LIKE 'wellhead_stage%' ${here}`,
  );
  expect(left).toEqual([]);
}

test.each(historyTargets)(
  "synchronize() makes %s equal to the source after any history of changes, faults and kills",
  async (name, open, numRuns) => {
    const checked = assert(
      asyncProperty(history, async (given) => {
        const database = await open();
        try {
          await play(given, database);
        } finally {
          await database.close();
        }
      }),
      { numRuns },
    );
    await expect(checked).resolves.toBeUndefined();
    if (isLong) process.stdout.write(`${name}: ${numRuns} histories, ${kills} kills so far\n`);
  },
  7_200_000,
);
