import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { configureEgress } from "@wellhead/runtime";
import { type App, createApp } from "@wellhead/server";
import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ExactSource, mariadbSource, postgresSource } from "../../test/exact-sources.js";
import { sqliteSource } from "../../test/exact-sqlite-source.js";
import { ExactTable } from "../../test/exact-table.js";
import {
  duckdbTarget,
  type ExactTarget,
  parquetTarget,
  postgresTarget,
  sqliteTarget,
} from "../../test/exact-targets.js";
import { plainValue } from "../../test/exact-values.js";
import { killAtStatement } from "../../test/kill-at-statement.js";
import { runWellhead } from "../../test/run-wellhead.js";

const asked = process.env["WELLHEAD_EXACT_HISTORIES"];
const count = Number(asked ?? 1);
const firstSeed = Number(process.env["WELLHEAD_EXACT_SEED"] ?? 1);
const statementKinds = ["CREATE", "ALTER", "INSERT", "DELETE", "UPDATE", "DROP", "BEGIN", "COMMIT"];
/** How often each kind of statement was the last one of a client. */
const kills: Record<string, number> = {};

let folder = "";
let copies: PostgresServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-exact-histories-"));
  copies = await startPostgres();
  configureEgress({ allow: "127.0.0.1/32:*" });
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  configureEgress({});
  await copies.stop();
  await rm(folder, { recursive: true });
  if (asked !== undefined) process.stdout.write(`killed with SIGKILL at: ${JSON.stringify(kills)}\n`);
});

let targets = 0;
const targetKinds: readonly (readonly [name: string, make: () => ExactTarget])[] = [
  ["SQLite", () => sqliteTarget(folder, `copy-${targets}.sqlite`)],
  ["DuckDB", () => duckdbTarget(folder, `copy-${targets}.duckdb`)],
  ["PostgreSQL", () => postgresTarget(copies, `copy${targets}`)],
  ["Parquet files", () => parquetTarget(folder, `copy-${targets}`)],
];

/** The usual run copies each source into one target, and the long form into all of them. */
const isLong = asked !== undefined || process.env["WELLHEAD_LONG"] !== undefined;

describe.each([
  ["PostgreSQL", "DuckDB", postgresSource],
  ["MariaDB", "PostgreSQL", mariadbSource],
  ["SQLite", "SQLite", sqliteSource],
])("a copy of a table of %s that changes", (sourceName, usualTarget, open) => {
  let source: ExactSource;
  let app: App;
  let url = "";
  beforeAll(async () => {
    source = await open();
    app = await createApp({
      connectors: [source.connector],
      logger: false,
      accounts: { variables: { WELLHEAD_SECRET: "a secret of the deployment, which replicas share" } },
      limits: {
        drainDelay: 0,
        maxPageRows: 5,
        maxEventLoopDelay: 60_000,
        maxQueueDelay: 60_000,
        maxLoopHold: 0,
      },
    });
    url = `${(await app.listen({ port: 0 })).url}/${source.connector.id}`;
  });
  afterAll(async () => {
    await app.close();
    await source.stop();
  });

  test.each(targetKinds.filter(([name]) => isLong || name === usualTarget))(
    "is equal to it in %s, in values and types",
    async (targetName, make) => {
      for (let index = 0; index < count; index += 1) {
        const seed = firstSeed + index;
        targets += 1;
        await play({ source, url, target: make(), seed, label: `${sourceName} ${targetName}` });
      }
      if (asked !== undefined) process.stdout.write(`${sourceName} in ${targetName}: ${count} histories\n`);
      expect(targets).toBeGreaterThanOrEqual(count);
    },
    7_200_000,
  );
});

interface Play {
  readonly source: ExactSource;
  readonly url: string;
  readonly target: ExactTarget;
  readonly seed: number;
  readonly label: string;
}

async function play({ source, url, target, seed, label }: Play): Promise<void> {
  const random = randomFrom(seed);
  const table = new ExactTable(source, random);
  table.create();
  const steps = 2 + Math.floor(random() * 3);
  for (let step = 0; step < steps; step += 1) {
    if (step > 0) table.change();
    // The service reads the columns again once a minute, or when rows cannot be read.
    vi.setSystemTime(Date.now() + 61_000);
    if (asked !== undefined && random() < 0.3) {
      const kind = statementKinds[Math.floor(random() * statementKinds.length)] ?? "";
      await pullAndKill({ url, target: target.address, kind, isAfter: random() < 0.5 });
      if (random() < 0.3) table.change();
      vi.setSystemTime(Date.now() + 61_000);
    }
    const words = ["--types", source.typeId, "--allow-deletions"];
    const pulled = await runWellhead(["pull", url, "--sync", target.address, ...words], {
      directory: folder,
    });
    const place = { label, seed, step, statements: table.statements };
    expect({ ...place, code: pulled.code, note: pulled.code === 0 ? "" : pulled.stderr }).toEqual({
      ...place,
      code: 0,
      note: "",
    });
    expect({ ...place, ...copyOf(target, source, table) }).toEqual({
      ...place,
      ...originalOf(target, source, table),
    });
    if (step < steps - 1) continue;
    const verified = await runWellhead(["sync", "verify", url, target.address, "--types", source.typeId], {
      directory: folder,
    });
    const note = verified.code === 0 ? "" : verified.stdout + verified.stderr;
    expect({ ...place, code: verified.code, note }).toEqual({ ...place, code: 0, note: "" });
  }
}

interface KillOptions {
  readonly url: string;
  readonly target: string;
  readonly kind: string;
  readonly isAfter: boolean;
}

/** Runs the client in a process of its own, which ends before or after a kind of statement as SIGKILL ends it. */
async function pullAndKill({ url, target, kind, isAfter }: KillOptions): Promise<void> {
  const program = fileURLToPath(new URL("../../bin/wellhead.js", import.meta.url));
  const child = spawn(
    process.execPath,
    ["--import", killAtStatement(), program, "pull", url, "--sync", target, "--allow-deletions"],
    { cwd: folder, env: { ...process.env, KILL_AT: kind, KILL_AFTER: String(isAfter) }, stdio: "ignore" },
  );
  const [, signal] = (await once(child, "exit")) as [unknown, unknown];
  if (signal === "SIGKILL") kills[kind] = (kills[kind] ?? 0) + 1;
}

/** What the client of the source shows, with the types that the target should have. */
function originalOf(target: ExactTarget, source: ExactSource, table: ExactTable): object {
  const facts = table.facts().toSorted(byName);
  const rows = source.read(facts.map(({ sql }) => sql));
  return {
    columns: facts.map(({ name }) => name),
    types: facts.map(({ kind, digits }) => typeOf(target, kind, digits)),
    rows: rows
      .map((row) => JSON.stringify(row.map((text, index) => plainValue(facts[index]?.kind ?? "text", text))))
      .toSorted(),
  };
}

function copyOf(target: ExactTarget, source: ExactSource, table: ExactTable): object {
  const facts = table.facts().toSorted(byName);
  const { columns, types, rows } = target.read(source.typeId);
  const order = columns.map((name, index) => ({ name, index })).toSorted(byName);
  return {
    columns: order.map(({ name }) => name),
    types: order.map(({ index }, position) => {
      const { kind = "text", digits } = facts[position] ?? {};
      return typeOf(target, kind, digits) === undefined ? undefined : types[index];
    }),
    rows: rows
      .map((row) =>
        JSON.stringify(
          order.map(({ index }, position) => plainValue(facts[position]?.kind ?? "text", row[index] ?? null)),
        ),
      )
      .toSorted(),
  };
}

/** Values decide the type of numbers, unless the source declares their digits. */
function typeOf(
  { types }: ExactTarget,
  kind: keyof ExactTarget["types"],
  digits: string | undefined,
): string | undefined {
  if (digits !== undefined && types.double === "DOUBLE") return `DECIMAL(${digits})`;
  if (digits !== undefined && types.double !== undefined) return `numeric(${digits})`;
  return types[kind];
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** Returns numbers from 0 to 1, the same for a seed (Mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed * 7919;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
