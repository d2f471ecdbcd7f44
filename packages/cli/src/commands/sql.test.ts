import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ForeignAnswers,
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

let folder = "";
const connectors: ForeignConnector[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-sql-"));
});
afterEach(async () => {
  await Promise.all(connectors.splice(0).map((connector) => connector.close()));
  await rm(folder, { recursive: true });
});

async function start(answers: ForeignAnswers): Promise<ForeignConnector> {
  const connector = await startForeignConnector(answers);
  connectors.push(connector);
  return connector;
}

const sql = (statement: string, ...words: string[]) =>
  runWellhead(["sql", statement, ...words], { directory: folder });
const ndjson = (text: string) => (response: ServerResponse) =>
  response.setHeader("content-type", "application/x-ndjson").end(text);
const csv = (text: string) => (response: ServerResponse) =>
  response.setHeader("content-type", "text/csv").end(text);
const sourceOf = (id: string, columns: Readonly<Record<string, string>>, filter: readonly object[] = []) => ({
  id,
  name: id,
  description: "",
  filter,
  fields: Object.fromEntries(
    Object.entries(columns).map(([name, type], order) => [name, { id: name, type, order }]),
  ),
});

const orders = [
  '{"id":1,"account":7,"amount":0.10,"at":"2026-01-01T23:30:00-02:00"}',
  '{"id":2,"account":7,"amount":0.20,"at":"2026-01-02T01:00:00Z"}',
  '{"id":9007199254740993,"account":8,"amount":99999999999999999999.01,"at":"2026-01-03T00:00:00Z"}',
].join("\n");
const orderColumns = { id: "id", account: "number", amount: "number", at: "date" };

describe("wellhead sql", () => {
  test("joins an NDJSON connector with a CSV connector, digit by digit", async () => {
    const shop = await start({
      application: { sources: [sourceOf("orders", orderColumns)] },
      rows: ndjson(orders),
    });
    const crm = await start({
      application: { sources: [sourceOf("accounts", { id: "number", name: "text" })] },
      rows: csv("id,name\r\n7,Ada\r\n8,00501\r\n"),
    });
    const statement = `select a.name, sum(o.amount) as total, max(o.id) as last, min(o.at)::date as first
      from shop.orders o join crm.accounts a on a.id = o.account group by 1 order by 1`;
    const words = ["-c", `shop=${shop.url}`, "-c", `crm=${crm.url}`];
    expect(await sql(statement, ...words)).toEqual({
      code: 0,
      stdout:
        '{"name":"00501","total":99999999999999999999.01,"last":9007199254740993,"first":"2026-01-03"}\n' +
        '{"name":"Ada","total":0.3,"last":2,"first":"2026-01-02"}\n',
      stderr: "",
    });
    expect(shop.bodies.get("/")).toHaveLength(1);
    expect(crm.bodies.get("/")?.[0]).toMatchObject({ source: "accounts", filter: {} });
  });

  test("reads only the sources that are named, whatever their names are", async () => {
    const names = ["select", "a.b", "Ünï-😀", 'q"x'];
    const sources = names.map((name) => sourceOf(name, { from: "text" }));
    const rows: ForeignAnswers["rows"] = (response, { source }) =>
      ndjson(`${JSON.stringify({ from: source })}\n`)(response);
    const one = await start({ application: { sources }, rows });
    const two = await start({ application: { sources }, rows });
    const statement = `select o."from" || '+' || t."from" as both from "select"."a.b" o, "x-y.z"."q""x" t`;
    const run = await sql(statement, "-c", `select=${one.url}`, "-c", `x-y.z=${two.url}`);
    expect(run).toEqual({ code: 0, stdout: '{"both":"a.b+q\\"x"}\n', stderr: "" });
    expect(one.bodies.get("/")?.map(({ source }) => source)).toEqual(["a.b"]);
    expect(two.bodies.get("/")?.map(({ source }) => source)).toEqual(['q"x']);
    expect((await sql('select "from" from "Ünï-😀"', "-c", `tea=${one.url}`)).stdout).toBe(
      '{"from":"Ünï-😀"}\n',
    );
    const ambiguous = await sql('select * from "a.b"', "-c", `a=${one.url}`, "-c", `b=${two.url}`);
    expect(ambiguous).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("a and b have one") as string,
    });
  });

  test("sends filters that leave out nothing the query needs, and applies WHERE itself", async () => {
    const filter = [
      { id: "region", title: "Region", type: "multidropdown", optional: true, options: ["north", "south"] },
      { id: "owner", title: "Owner", type: "list", optional: true, options: [{ value: "7", title: "Ada" }] },
      { id: "at", title: "At", type: "date", optional: true },
      { id: "note", title: "Note", type: "text", optional: true },
      {
        id: "columns",
        title: "Columns",
        type: "multilist",
        optional: true,
        options: ["region", "owner", "at", "note", "n"],
      },
    ];
    const columns = { region: "text", owner: "text", at: "date", note: "text", n: "number" };
    // This connector ignores every filter, which the contract allows.
    const all = ["north", "south", "east"].map((region, n) =>
      JSON.stringify({ region, owner: "7", at: "2026-02-03", note: "x", n }),
    );
    const rows = ndjson(all.join("\n"));
    const connector = await start({ application: { sources: [sourceOf("t", columns, filter)] }, rows });
    const run = await sql(
      `select sum(n) as n from c.t where region in ('north', 'south') and owner = '7' and "at" >= '2026-02-03' and "at" < timestamp '2026-03-01 00:00:00' and note = 'x'`,
      "-c",
      `c=${connector.url}`,
    );
    expect(run).toEqual({ code: 0, stdout: '{"n":1}\n', stderr: "" });
    expect(connector.bodies.get("/")?.[0]?.["filter"]).toEqual({
      region: ["north", "south"],
      at: { _min: "2026-02-01", _max: "2026-03-03" },
    });
    await sql("select n from c.t", "-c", `c=${connector.url}`);
    expect(connector.bodies.get("/")?.at(-1)?.["filter"]).toEqual({ columns: ["n"] });
  });

  test("asks for fewer rows only where LIMIT alone decides", async () => {
    const connector = await start({
      application: { sources: [sourceOf("t", { n: "number" })] },
      rows: ndjson('{"n":3}\n{"n":1}\n{"n":2}\n'),
    });
    const limitOf = async (statement: string) => {
      const run = await sql(statement, "-c", `c=${connector.url}`);
      return [run.stdout, connector.bodies.get("/")?.at(-1)?.["limit"]];
    };
    expect(await limitOf("select * from c.t limit 1 offset 1")).toEqual(['{"n":1}\n', 2]);
    expect(await limitOf("select n from c.t where n < 3 limit 1")).toEqual(['{"n":1}\n', undefined]);
  });

  test("prints the requests with --explain, and makes none for rows", async () => {
    const connector = await start({ application: { sources: [sourceOf("orders", orderColumns)] } });
    await writeFile(join(folder, "a.json"), '{"token":"secret-1"}');
    const run = await sql(
      "select sum(amount) from c.orders",
      "-c",
      `c=${connector.url}`,
      "--account",
      "c=a.json",
      "--explain",
    );
    expect(run.code).toBe(0);
    expect(run.stdout).toContain(`c."orders" at ${connector.url}/`);
    expect(run.stdout).toContain("POST /validate");
    expect(run.stdout).toContain("keeps 1 of 4 columns: amount");
    expect(run.stdout).not.toContain("secret-1");
    expect([...connector.bodies.keys()]).toEqual([]);
  });

  test("names what --explain keeps of a connector that declares no columns", async () => {
    const { url } = await start({ application: { sources: [sourceOf("t", {})] } });
    const explained = async (statement: string) =>
      (await sql(statement, "-c", `c=${url}`, "--explain")).stdout;
    expect(await explained("select n from c.t where region = 'north'")).toMatch(
      /^ {2}keeps of each row, if it has them: (n, region|region, n)$/m,
    );
    expect(await explained("select * from c.t")).toMatch(/^ {2}keeps all columns$/m);
    expect(await explained("select count(*) from c.t")).toMatch(/^ {2}keeps no column$/m);
  });

  test.each([
    ["marked", 4, ndjson('{"n":1}\n{"__streamError":{"message":"gone","code":502}}\n')],
    ["cut", 5, ndjson('{"n":1}\n{"n":')],
  ] as const)("has no answer from a %s reading, unless it is allowed", async (_ending, code, rows) => {
    const connector = await start({ application: { sources: [sourceOf("t", { n: "number" })] }, rows });
    const words = ["-c", `c=${connector.url}`, "-o", "answer.csv"];
    const failed = await sql("select sum(n) as n from c.t", ...words);
    expect(failed).toMatchObject({ code, stdout: "" });
    expect(failed.stderr).toMatch(/^Could not read all of c\."t": .*after 1 row: .*--allow-partial\.\n$/);
    expect(await readdir(folder)).toEqual([]);
    const allowed = await sql("select sum(n) as n from c.t", ...words, "--allow-partial");
    expect(allowed.code).toBe(code);
    expect(allowed.stderr).toContain("Warning: Could not read all of");
    expect(await readFile(join(folder, "answer.csv"), "utf8")).toBe("n\r\n1\r\n");
  });

  test("writes a table that no connector can disturb, and CSV, JSON and Parquet", async () => {
    const connector = await start({
      application: { sources: [sourceOf("t", { name: "text", n: "number" })] },
      rows: ndjson('{"name":"\\u001b[2Jgone\\u0007\\u202e","n":12.5}\n{"name":"日本\\nline","n":null}\n'),
    });
    const words = ["-c", `c=${connector.url}`];
    const table = await sql("select * from c.t", ...words, "--format", "table");
    expect(table.stdout).toBe(
      `name${" ".repeat(26)}n\n${"─".repeat(25)}  ────\n` +
        "\\u001b[2Jgone\\u0007\\u202e  12.5\n" +
        "日本\\u000aline             NULL\n",
    );
    const inCsv = await sql("select n, name from c.t", ...words, "--format", "csv");
    expect(inCsv.stdout).toBe('n,name\r\n12.5,\u001b[2Jgone\u0007\u202e\r\n,"日本\nline"\r\n');
    expect(JSON.parse((await sql("select n from c.t", ...words, "--format", "json")).stdout)).toEqual([
      { n: 12.5 },
      { n: null },
    ]);
    const written = await sql(
      "select max(n) as n, 9007199254740993::hugeint as big from c.t",
      ...words,
      "-o",
      "t.parquet",
    );
    expect(written).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/^Wrote "t.parquet": 1 row\. Read 2 rows/) as string,
    });
    expect((await readFile(join(folder, "t.parquet"))).subarray(0, 4).toString()).toBe("PAR1");
    expect((await sql("select 1", "-o", "t.parquet")).code).toBe(7);
    expect(await readdir(folder)).toEqual(["t.parquet"]);
  });

  test("validates accounts, sends credentials only to their connector, and asks for required filters", async () => {
    const application = {
      authentication: [{ id: "token", name: "Token", fields: [] }],
      sources: [sourceOf("t", { n: "number" }, [{ id: "project", title: "Project", type: "text" }])],
    };
    const validate = (response: ServerResponse) => response.end('{"token":"new"}');
    const connector = await start({ application, validate, rows: ndjson('{"n":1}\n') });
    await writeFile(join(folder, "a.json"), '{"token":"old"}');
    const words = ["-c", `c=${connector.url}`, "--account", "a.json"];
    expect(await sql("select n from c.t", ...words)).toMatchObject({
      code: 2,
      stderr: `Could not read c."t": its filter "project" is required. Add --filter 'c.t.project=…', or compare its column "project" in a join or in WHERE.\n`,
    });
    expect((await sql("select n from c.t", ...words, "-f", "c.t.project=007")).stdout).toBe('{"n":1}\n');
    expect(connector.bodies.get("/")?.[0]).toMatchObject({
      account: { token: "new" },
      filter: { project: "007" },
    });
    expect(JSON.parse(await readFile(join(folder, "a.json"), "utf8"))).toMatchObject({ token: "new" });
    const unclear = await sql(
      "select 1",
      "-c",
      `c=${connector.url}`,
      "-c",
      `d=${connector.url}`,
      "--header",
      "x-key: secret-1",
    );
    expect(unclear.code).toBe(2);
    expect(unclear.stderr).not.toContain("secret-1");
  });

  test("lists the columns where one is not found, and lets no name or reason of a connector act on the terminal", async () => {
    const connector = await start({
      application: { sources: [sourceOf("t", { "a\u001b[31m": "number", b: "number" })] },
      rows: ndjson('{"b":1}\n{"__streamError":{"message":"\\u001b[2Jgone"}}\n'),
    });
    const words = ["-c", `c=${connector.url}`];
    const partial = await sql("select nope from c.t", ...words, "--allow-partial");
    expect(partial).toMatchObject({ code: 2, stdout: "" });
    expect(partial.stderr).toContain('"nope" not found');
    expect(partial.stderr).toContain('Columns of c."t": a\\u001b[31m, b\n');
    const qualified = await sql("select x.nope from c.t x", ...words, "--allow-partial");
    expect(qualified.stderr).toContain('Columns of c."t": a\\u001b[31m, b\n');
    expect(qualified.stderr).not.toContain("Candidate");
    const marked = await sql("select b from c.t", ...words);
    const explained = await sql("select * exclude (b) from c.t", ...words, "--explain");
    for (const text of [marked.stderr, explained.stdout, partial.stderr])
      expect(text).not.toContain("\u001b");
  });

  test.each([
    ["select * from read_csv('/etc/passwd')", 2, "is not available"],
    ["select * from nobody.t", 2, 'Could not find the connector "nobody"'],
    [
      "with recursive r as (select 1 as n union all select n + 1 from r) select max(n) from r",
      11,
      "raise the time limit",
    ],
    ["select repeat('x', 4000000000)", 11, "raise the memory limit"],
  ])("refuses or ends %j with code %i", async (statement, code, words) => {
    const run = await sql(statement, "--time-limit", "1", "--memory", "128");
    expect(run).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(words) as string });
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
  });
});
