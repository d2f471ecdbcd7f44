import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configureEgress } from "@wellhead/runtime";
import { type App, createApp } from "@wellhead/server";
import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ExactHistory } from "../../test/exact-history.js";
import { type ExactSource, mariadbSource, postgresSource } from "../../test/exact-sources.js";
import { sqliteSource } from "../../test/exact-sqlite-source.js";
import {
  duckdbTarget,
  type ExactTarget,
  parquetTarget,
  postgresTarget,
  sqliteTarget,
} from "../../test/exact-targets.js";

const asked = process.env["WELLHEAD_EXACT_HISTORIES"];
const count = Number(asked ?? 1);
const firstSeed = Number(process.env["WELLHEAD_EXACT_SEED"] ?? 1);
/** How often a client or a target was killed, by the statement. */
const kills = new Map<string, number>();
/** Number of histories that were played to their end. */
let played = 0;

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
  if (asked === undefined) return;
  const sum = [...kills.values()].reduce((total, number) => total + number, 0);
  const byName = Object.fromEntries([...kills].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  process.stdout.write(
    `${played} histories of seeds ${firstSeed} to ${firstSeed + count - 1}, each copy served again; ${sum} kills with SIGKILL: ${JSON.stringify(byName)}\n`,
  );
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
        const label = `${sourceName} ${targetName}`;
        const history = new ExactHistory({
          source,
          url,
          target: make(),
          seed,
          label,
          folder,
          isLong,
          kills: asked === undefined ? undefined : kills,
        });
        await history.play();
        played += 1;
      }
      expect(played).toBeGreaterThanOrEqual(count);
    },
    7_200_000,
  );
});
