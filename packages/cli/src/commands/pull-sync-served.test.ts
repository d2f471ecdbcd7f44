import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { date, defineConnector, id, number, relation, text } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

interface Issue {
  readonly key: string;
  readonly title: string;
  readonly size: number;
  readonly project: string;
  readonly updated: string;
}

const start = Date.UTC(2020, 0, 1);
const issues = new Map<string, Issue>();
const deleted = new Map<string, number>();

const tracker = defineConnector({
  id: "tracker",
  name: "Tracker",
  version: "1.0.0",
  description: "Issues of projects",
  sources: (source) => ({
    projects: source({
      name: "Projects",
      fields: { key: id() },
      rows: () => [{ key: "a" }, { key: "b" }],
    }),
    issues: source({
      name: "Issues",
      fields: {
        key: id(),
        title: text({ subType: "title" }),
        size: number(),
        project: relation({ to: "projects", name: "Project", reverse: "Issues" }),
        updated: date(),
      },
      changes: { by: "updated", lookback: "1 min" },
      rows: ({ since }) =>
        [...issues.values()].filter(
          ({ updated }) => since === undefined || Date.parse(updated) >= Date.parse(since),
        ),
      deleted: ({ since }) =>
        [...deleted].filter(([, at]) => at >= Date.parse(since)).map(([key]) => ({ key })),
    }),
  }),
});

let folder = "";
let url = "";
let close: () => Promise<unknown> = async () => undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-served-"));
  for (let n = 0; n < 250; n += 1) {
    const key = `i${String(n).padStart(3, "0")}`;
    const updated = new Date(start + n).toISOString();
    issues.set(key, { key, title: `Title ${n}`, size: n + 0.5, project: n % 2 === 0 ? "a" : "b", updated });
  }
  const app = await createApp({
    connectors: [tracker],
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    accounts: { variables: { WELLHEAD_SECRET: "a secret of the deployment, which replicas share" } },
    limits: { maxPageRows: 40, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000, maxLoopHold: 0 },
  });
  const listening = await app.listen({ port: 0 });
  close = () => app.close();
  url = `${listening.url}/tracker`;
});
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

const sync = (...words: readonly string[]) =>
  runWellhead(["pull", url, "--sync", "t.sqlite", ...words], { directory: folder });

function ask(sql: string): unknown {
  const program =
    "import json, sqlite3, sys; print(json.dumps(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()))";
  const value: unknown = JSON.parse(
    String(execFileSync("python3", ["-c", program, join(folder, "t.sqlite"), sql])),
  );
  return value;
}

test("a connector served by Wellhead is copied, then brought up to date by its changes", async () => {
  const first = await sync();
  expect(first).toMatchObject({ code: 0 });
  expect(first.stderr).toContain("issues: read 250 rows (all)");
  expect(ask("select count(*), sum(size), max(title) from issues")).toEqual([[250, 31_250, "Title 99"]]);
  expect(ask("select project, count(*) from issues group by 1 order by 1")).toEqual([
    ["a", 125],
    ["b", 125],
  ]);
  expect(ask('select "table", "from" from pragma_foreign_key_list(\'issues\')')).toEqual([
    ["projects", "project"],
  ]);

  const old = issues.get("i007");
  if (old === undefined) throw new Error("expected the row");
  issues.set("i007", { ...old, title: "Changed", updated: new Date().toISOString() });
  issues.delete("i008");
  deleted.set("i008", Date.now());
  const second = await sync();
  expect(second).toMatchObject({ code: 0 });
  expect(second.stderr).toContain("issues: read 2 rows (changes) · 0 inserted, 1 updated, 1 deleted");
  expect(ask("select count(*), max(title) filter (where key = 'i007') from issues")).toEqual([
    [249, "Changed"],
  ]);
  expect(await runWellhead(["sync", "verify", url, "t.sqlite"], { directory: folder })).toMatchObject({
    code: 0,
  });
});
