import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { SynchronizerConnector } from "@wellhead/test-support/services/synchronizer-connector";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";
import { finish, startWellhead } from "../../test/start-wellhead.js";

const plain = new SynchronizerConnector();
let server: PostgresServer;
let url = "";
let target = "";

beforeAll(async () => {
  server = await startPostgres();
  target = server.addressOf("tracker");
  const relation = {
    cardinality: "many-to-one",
    name: "Parent",
    targetName: "Tasks",
    targetType: "project",
    targetFieldId: "id",
  };
  plain.addType("task", { parent: { name: "Parent", type: "text", relation } });
  plain.addType("project");
  const labels = { ...relation, cardinality: "many-to-many", name: "Labels", targetType: "label" };
  plain.addType("issue", { labels: { name: "Labels", type: "array[text]", relation: labels } });
  plain.addType("label");
  url = await plain.listen();
});
afterAll(async () => {
  await plain.close();
  await server.stop();
});

const ask = (sql: string) => server.admin(sql).trim();
const put = (type: string, id: string, row: object = {}) =>
  plain.sources.get(type)?.entities.set(id, { row: { name: id, ...row }, changedAt: 0, isRemoved: false });
const sync = (...words: readonly string[]) => runWellhead(["pull", url, "--sync", target, ...words]);
const keys = () =>
  ask(
    "select conrelid::regclass::text || ' ' || condeferred from pg_constraint where contype = 'f' and conrelid = 'tracker.task'::regclass order by 1",
  );

test("relations are foreign keys in PostgreSQL while every row they point to is there", async () => {
  put("project", "p1");
  put("task", "t1", { parent: "p1" });
  expect(await sync()).toMatchObject({ code: 0 });
  expect(keys()).toBe("tracker.task true");
  expect(ask("select * from tracker.task")).toBe("t1|t1|p1");

  put("task", "t2", { parent: "p2" });
  const partial = await sync();
  expect(partial.stderr).toContain(
    'task: no foreign key for "parent" of "task": 1 values are not in "project".',
  );
  expect([keys(), ask("select count(*) from tracker.task")]).toEqual(["", "2"]);

  // A row is deleted together with the rows that point to it, whichever type is applied first.
  put("project", "p2");
  plain.sources.get("project")?.entities.delete("p1");
  plain.sources.get("task")?.entities.delete("t1");
  expect(await sync()).toMatchObject({ code: 0 });
  expect([keys(), ask("select id from tracker.project")]).toEqual(["tracker.task true", "p2"]);
});

test("relations of many to many are tables of pairs with two foreign keys", async () => {
  for (const id of ["l1", "l2", "l3"]) put("label", id);
  put("issue", "i1", { labels: ["l1", "l2", "l1"] });
  put("issue", "i2", { labels: ["l3", null] });
  put("issue", "i3", { labels: null });
  const pairs = () => ask("select source_id, target_id from tracker.issue_labels order by 1, 2");
  const pairKeys = () =>
    ask(
      "select a.attname, confrelid::regclass from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where contype = 'f' and conrelid = 'tracker.issue_labels'::regclass order by 1",
    );
  expect(await sync("--types", "issue", "--types", "label")).toMatchObject({ code: 0 });
  expect(pairs().split("\n")).toEqual(["i1|l1", "i1|l2", "i2|l3"]);
  expect(pairKeys().split("\n")).toEqual(["source_id|tracker.issue", "target_id|tracker.label"]);

  plain.sources.get("issue")?.entities.delete("i2");
  put("issue", "i1", { labels: ["l2"] });
  put("issue", "i3", { labels: ["gone"] });
  const partial = await sync("--types", "issue", "--types", "label");
  expect(partial.stderr).toContain(
    'issue: no foreign key for "target_id" of "issue_labels": 1 values are not in "label".',
  );
  expect([pairs(), pairKeys()]).toEqual(["i1|l2\ni3|gone", "source_id|tracker.issue"]);
});

test.runIf(isLong)(
  "killed with SIGKILL at any page, PostgreSQL is as after one undisturbed run",
  async () => {
    const source = new SynchronizerConnector({ pageSize: 10 });
    const { entities } = source.addType("item", { size: { name: "Size", type: "number" } });
    for (let n = 0; n < 60; n += 1)
      entities.set(`i${n}`, { row: { name: `Item ${n}`, size: n }, changedAt: n, isRemoved: false });
    const address = await source.listen();
    try {
      const served: string[] = [];
      let kills = 0;
      for (let code: number | null = null; code !== 0; ) {
        const child = startWellhead(["pull", address, "--sync", server.addressOf("killed")]);
        let requests = 0;
        source.spoil = (path, body) => {
          if (!path.endsWith("/data")) return undefined;
          requests += 1;
          if (requests === 3 && kills < 2) {
            child.kill("SIGKILL");
            return { cutAfter: 0 };
          }
          served.push(JSON.stringify(body["pagination"] ?? "first"));
          return undefined;
        };
        ({ code } = await finish(child));
        if (code !== 0) kills += 1;
      }
      expect(kills).toBe(2);
      expect(ask("select count(*), sum(size), count(distinct id) from killed.item")).toBe("60|1770|60");
      // Every run continued where the killed one had stopped, except for a page that it had not stored yet.
      expect(served.filter((position) => position === '"first"')).toHaveLength(1);
      expect(served.length - new Set(served).size).toBeLessThanOrEqual(kills);
    } finally {
      await source.close();
    }
  },
);

test("a refused connection does not show the password", async () => {
  // Nothing listens on this port.
  const wrong = "postgres://writer:wr0ng@127.0.0.1:1/target";
  const { code, stderr } = await runWellhead(["pull", url, "--sync", wrong]);
  expect(code).toBe(7);
  expect(stderr).toContain("Could not open the database");
  expect(stderr).not.toContain("wr0ng");
});
