import { SynchronizerConnector } from "@wellhead/testing/services/synchronizer-connector";
import { startThrowawayPostgres, type ThrowawayPostgres } from "@wellhead/testing/sql/throwaway-postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

const plain = new SynchronizerConnector();
let server: ThrowawayPostgres;
let url = "";
let target = "";

beforeAll(async () => {
  server = await startThrowawayPostgres();
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
  url = await plain.listen();
});
afterAll(async () => {
  await plain.close();
  await server.stop();
});

const put = (type: string, id: string, row: object = {}) =>
  plain.sources.get(type)?.entities.set(id, { row: { name: id, ...row }, changedAt: 0, isRemoved: false });
const sync = () => runWellhead(["pull", url, "--sync", target]);
const keys = () =>
  server.ask(
    "select conrelid::regclass::text || ' ' || condeferred from pg_constraint where contype = 'f' order by 1",
  );

test("relations are foreign keys in PostgreSQL while every row they point to is there", async () => {
  put("project", "p1");
  put("task", "t1", { parent: "p1" });
  expect(await sync()).toMatchObject({ code: 0 });
  expect(keys()).toBe("tracker.task true");
  expect(server.ask("select * from tracker.task")).toBe("t1|t1|p1");

  put("task", "t2", { parent: "p2" });
  const partial = await sync();
  expect(partial.stderr).toContain('task: no foreign key for "parent": 1 values are not in "project".');
  expect([keys(), server.ask("select count(*) from tracker.task")]).toEqual(["", "2"]);

  // A row and the rows that point to it go together, whichever type is applied first.
  put("project", "p2");
  plain.sources.get("project")?.entities.delete("p1");
  plain.sources.get("task")?.entities.delete("t1");
  expect(await sync()).toMatchObject({ code: 0 });
  expect([keys(), server.ask("select id from tracker.project")]).toEqual(["tracker.task true", "p2"]);
});

test("a refused connection does not show the password", async () => {
  // Nothing listens on this port.
  const wrong = "postgres://writer:wr0ng@127.0.0.1:1/target";
  const { code, stderr } = await runWellhead(["pull", url, "--sync", wrong]);
  expect(code).toBe(7);
  expect(stderr).toContain("Could not open the database");
  expect(stderr).not.toContain("wr0ng");
});
