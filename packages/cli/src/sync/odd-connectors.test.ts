import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";
import { readDuckdb, type StartedConnector, SyncFolder } from "../../test/sync-folder.js";

let folder: SyncFolder;
beforeEach(async () => {
  folder = await SyncFolder.make();
});
afterEach(() => folder.remove());

const sync = ({ url }: StartedConnector, target = "t.sqlite") => folder.run("pull", url, "--sync", target);
const count = () =>
  folder.readSqlite("t.sqlite", "select count(*), count(distinct id), sum(size) from issue");

/** Replaces single responses to requests for pages, by their number. */
function replacePages(
  { plain }: StartedConnector,
  replace: (page: number, position: Record<string, unknown>) => ReturnType<typeof plain.spoil>,
): void {
  let pages = 0;
  plain.spoil = (path, body) => {
    if (!path.endsWith("/data")) return undefined;
    pages += 1;
    return replace(pages, Object.assign({}, body["pagination"]));
  };
}

describe("pull --sync of a connector", () => {
  test("whose pages change their size, and one of which comes twice", async () => {
    const started = await folder.startPlain(30);
    const pages: number[] = [];
    replacePages(started, (page, position) => {
      started.plain.oddities.pageSize = 1 + ((page * 7) % 5);
      pages.push(page);
      if (page !== 3) return undefined;
      // The rows of the previous page, with another position that leads to the requested rows.
      const items = [...started.entities].slice(0, 3).map(([id, { row }]) => ({ id, ...row }));
      const pagination = { hasNext: true, nextPageConfig: { ...position, again: 1 } };
      return { body: JSON.stringify({ items, pagination }) };
    });
    expect(await sync(started)).toMatchObject({ code: 0 });
    expect(pages.length).toBeGreaterThan(7);
    expect(await count()).toEqual([[30, 30, 435]]);
  });

  test("whose schema forgets a type: its rows keep their values, and the other types are read", async () => {
    const started = await folder.startPlain(3);
    const { plain } = started;
    plain.addType("user").entities.set("u", { row: { name: "U" }, changedAt: 0, isRemoved: false });
    expect(await sync(started)).toMatchObject({ code: 0 });
    plain.spoil = (path) =>
      path.endsWith("/schema")
        ? { body: `{"user":{"id":{"name":"Id","type":"id"},"name":{"name":"Name","type":"text"}}}` }
        : undefined;
    plain.sources.get("user")?.entities.set("v", { row: { name: "V" }, changedAt: 1, isRemoved: false });
    expect(await sync(started)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('Could not read the fields of "issue"'),
    });
    expect(await count()).toEqual([[3, 3, 3]]);
    expect(await folder.readSqlite("t.sqlite", "select id from user order by id")).toEqual([["u"], ["v"]]);
  });

  test("that loses a type: the table stays, and the command says so", async () => {
    const started = await folder.startPlain(3);
    const { plain } = started;
    plain.addType("user");
    await sync(started);
    plain.sources.delete("issue");
    const { code, stderr } = await sync(started);
    expect([code, await count()]).toEqual([0, [[3, 3, 3]]]);
    expect(stderr).toContain("issue: the connector no longer has the type. Its table stays as it is.");
    expect(stderr).not.toContain("user: the connector");
    const chosen = await folder.run("pull", started.url, "--sync", "t.sqlite", "--types", "user");
    expect(chosen.stderr).not.toContain("no longer has");
  });

  test("whose access expires again and again", async () => {
    const started = await folder.startPlain(60);
    const tokens: unknown[] = [];
    let validations = 0;
    let isExpired = false;
    started.plain.spoil = (path, body) => {
      if (path === "/validate") {
        validations += 1;
        isExpired = false;
        return { body: JSON.stringify({ name: "Someone", access: `a${validations}` }) };
      }
      if (!path.endsWith("/data")) return undefined;
      if (isExpired) return { status: 401, body: "{}" };
      const account: Record<string, unknown> = Object.assign({}, body["account"]);
      tokens.push(account["access"]);
      isExpired = tokens.length % 2 === 0;
      return undefined;
    };
    const words = ["pull", started.url, "--sync", "t.sqlite", "--account", "env:ACCOUNT"];
    const env = { ACCOUNT: JSON.stringify({ auth: "none" }) };
    expect(await runWellhead(words, { directory: folder.path, env })).toMatchObject({ code: 0 });
    expect(tokens).toEqual(["a1", "a1", "a2", "a2", "a3", "a3"]);
    expect(await count()).toEqual([[60, 60, 1770]]);
  });

  test("whose position expires: it begins again", async () => {
    const started = await folder.startPlain(30);
    replacePages(started, (page) =>
      page === 3 ? { status: 410, body: `{"message":"The position has expired"}` } : undefined,
    );
    const { code, stderr } = await sync(started);
    expect(code).toBe(0);
    expect(stderr).toContain("because the connector refuses the saved position: The position has expired");
    expect(stderr).toContain("read 30 rows (all) · 30 inserted");
    expect(await count()).toEqual([[30, 30, 435]]);
  });

  test("whose schema and version change while it is read", async () => {
    const started = await folder.startPlain(30, { hasChanges: true });
    const source = started.plain.sources.get("issue");
    if (source === undefined) throw new Error("expected the type");
    replacePages(started, (page) => {
      if (page !== 2) return undefined;
      started.plain.version += 1;
      source.fields = { ...source.fields, state: { name: "State", type: "text" } };
      for (const [id, entity] of source.entities)
        source.entities.set(id, { ...entity, row: { ...entity.row, state: "open" } });
      return undefined;
    });
    expect(await sync(started)).toMatchObject({ code: 0 });
    expect(await sync(started)).toMatchObject({ code: 0 });
    const open = await folder.readSqlite("t.sqlite", "select count(*) from issue where state = 'open'");
    expect(open).toEqual([[30]]);
  });

  test("that removes keys which do not exist, twice", async () => {
    const started = await folder.startPlain(5, { hasChanges: true });
    await sync(started);
    for (const id of ["unknown", "i0002"])
      started.entities.set(id, { row: {}, changedAt: Date.now(), isRemoved: true });
    expect((await sync(started)).stderr).toContain("0 inserted, 0 updated, 1 deleted");
    expect((await sync(started)).stderr).toContain("0 inserted, 0 updated, 0 deleted");
    expect(await count()).toEqual([[4, 4, 8]]);
  });

  test("that has no changes: the run sends at most five requests", async () => {
    const started = await folder.startPlain(30, { hasChanges: true });
    await sync(started);
    const { requests } = started.plain;
    const before = requests.length;
    const words = [
      "pull",
      started.url,
      "--sync",
      "t.sqlite",
      "--account",
      "env:ACCOUNT",
      "--filter",
      "team=a",
    ];
    const env = { ACCOUNT: JSON.stringify({ auth: "none" }) };
    const run = () => runWellhead(words, { directory: folder.path, env });
    expect((await run()).stderr).toContain("read 30 rows (all)");
    const full = requests.length;
    expect((await run()).stderr).toContain("read 0 rows (changes)");
    expect(full - before).toBeGreaterThan(5);
    expect(requests.slice(full).map(({ path }) => path)).toEqual([
      "/",
      "/validate",
      "/api/v1/synchronizer/config",
      "/api/v1/synchronizer/schema",
      "/api/v1/synchronizer/data",
    ]);
  });

  test.each(["t.sqlite", "dataset"])("whose keys are nearly equal, into %s", async (target) => {
    const started = await folder.startPlain(0);
    const texts = ["\u00e9", "e\u0301", "E", "e", "e ", "\ufb01", "fi", "\u200bfi"];
    const numbers = ["9007199254740992", "9007199254740993", "-0.1"];
    const literals = [...numbers, ...texts.map((text) => JSON.stringify(text))];
    const items = literals.map((id, index) => `{"id":${id},"size":${index}}`);
    const body = `{"items":[${items.join(",")}],"pagination":{"hasNext":false}}`;
    replacePages(started, () => ({ body }));
    for (const expected of ["11 inserted, 0 updated", "0 inserted, 11 updated"])
      expect((await sync(started, target)).stderr).toContain(expected);
    const file = folder.at(target, "issue.parquet");
    const rows =
      target === "dataset"
        ? await readDuckdb(`select id from '${file}' order by size`)
        : await folder.readSqlite(target, "select id from issue order by size");
    expect(rows.map(([id]) => id)).toEqual([...numbers, ...texts]);
  });
});
