import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { filesConnector } from "@wellhead/files";
import { configureEgress } from "@wellhead/runtime";
import { type App, createApp } from "@wellhead/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";
import { ConnectorLoad } from "./connector-load.js";
import { resolveListed } from "./resolve-listed.js";

/** Statements that the stand-in for a ClickHouse server was asked to run, without those about itself. */
const statements: string[] = [];
let answer: (response: ServerResponse) => void;

// A current engine is compared in engine-differential.test.ts. This server only records what it is asked.
const server = createServer((request, response) => {
  void text(request).then((sql) => {
    if (sql.includes("system.settings")) return response.end("readonly=0\n");
    if (sql.startsWith("describe"))
      return response.end(
        sql.includes("count() as n")
          ? '{"name":"n","type":"UInt64"}\n'
          : '{"name":"word","type":"Nullable(String)"}\n',
      );
    statements.push(`${new URL(request.url ?? "", "http://x").searchParams.get("readonly")} ${sql}`);
    return answer(response);
  });
});

let folder: string;
let app: App;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  // A server that listens on a port of an address has such an address.
  const { port } = server.address() as AddressInfo;
  folder = mkdtempSync(join(tmpdir(), "wellhead-engine-"));
  writeFileSync(join(folder, "words.csv"), "id,word,day\n1,a,2024-01-01\n2,b,2024-01-02\n");
  writeFileSync(join(folder, "nested.ndjson"), '{"a":{"b":1}}\n');
  const sales = {
    2023: "id,word\n1,a\n2,b\n",
    2024: "id,word\n3,c\n",
    2025: "word,late\nd,1\n",
    2026: "id,word\n5,e\n",
  };
  for (const [year, content] of Object.entries(sales)) {
    mkdirSync(join(folder, `sales/year=${year}`), { recursive: true });
    writeFileSync(join(folder, `sales/year=${year}/part.csv`), content);
  }
  configureEgress({ allow: "127.0.0.1/32:*" });
  const engine = `clickhouse://reader:secret@127.0.0.1:${port}/default?sslmode=disable`;
  const { connectors } = await resolveListed([folder], {
    directory: folder,
    isolatesAll: false,
    load: new ConnectorLoad(),
    engine,
  });
  app = await createApp({ connectors, logger: false });
});
afterAll(async () => {
  await app.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  statements.length = 0;
  answer = (response) => response.end('{"word":"from the server"}\n');
});

async function read(body: object): Promise<{ readonly status: number; readonly body: string }> {
  return app.ask({ method: "POST", url: "/", body });
}

test("a file that both read alike is read by the server, with the filter and in the order of the file", async () => {
  const filter = { columns: ["word"], id_min: "2", word: ["b'"], day: { _min: "2024-01-02" } };
  const found = await read({ source: "words", filter, skip: 1, limit: 5 });
  expect(found).toEqual({ status: 200, body: '[{"word":"from the server"}]' });
  const [statement = ""] = statements;
  expect(statements).toHaveLength(1);
  // A user who may write is restricted to reading.
  expect(statement).toMatch(/^2 select wellhead_1 as `word` from /);
  expect(statement).toContain(`file('${join(folder, "words.csv")}', 'CSVWithNames', `);
  expect(statement).toContain("wellhead_1 in ('b\\'')");
  expect(statement).toContain("wellhead_2 >= '2024-01-02'");
  expect(statement).toContain("limit 5 offset 1 settings max_threads = 1");
});

test("a table of files is read one file after another: those that the filter leaves, from the page on", async () => {
  answer = (response) => {
    const [, year] = /year=(\d+)/.exec(statements.at(-1) ?? "") ?? [];
    const isCount = statements.at(-1)?.includes("count() as n") === true;
    response.end(isCount ? '{"n":2}\n' : `{"word":"of ${year}"}\n`);
  };
  const filter = { columns: ["word"], year_max: "2024" };
  const whole = await read({ source: "sales", filter });
  expect(JSON.parse(whole.body)).toEqual([{ word: "of 2023" }, { word: "of 2024" }]);
  expect(statements.map((statement) => /toInt64\('(\d+)'\)/.exec(statement)?.[1])).toEqual(["2023", "2024"]);
  statements.length = 0;
  const page = await read({ source: "sales", filter, skip: 2, limit: 1 });
  expect(JSON.parse(page.body)).toEqual([{ word: "of 2024" }]);
  expect(statements).toHaveLength(2);
  expect(statements[0]).toContain("select count() as n from");
  expect(statements[1]).toContain(" limit 1 settings");
  statements.length = 0;
  const first = await read({ source: "sales", filter, limit: 1 });
  expect(JSON.parse(first.body)).toEqual([{ word: "of 2023" }]);
  expect(statements).toHaveLength(1);
});

test("the files of a table are read in the order in which the service itself reads them", async () => {
  const alone = await createApp({ connectors: [filesConnector({ path: folder })], logger: false });
  const asked = {
    method: "POST",
    url: "/",
    body: { source: "sales", filter: { columns: ["year"] } },
  } as const;
  const rows = JSON.parse((await alone.ask(asked)).body) as ReadonlyArray<{ readonly year: number }>;
  await alone.close();
  await read(asked.body);
  const order = statements.map((statement) => Number(/toInt64\('(\d+)'\)/.exec(statement)?.[1]));
  expect(order).toHaveLength(4);
  expect(order).toEqual([...new Set(rows.map(({ year }) => year))]);
});

test("a file of a table that does not have a column is read as if it were NULL there", async () => {
  await read({
    source: "sales",
    filter: { columns: ["id", "word"], id_min: "1", year_min: "2025", year_max: "2025" },
  });
  await read({
    source: "sales",
    filter: { columns: ["id"], isNull: ["id"], year_min: "2025", year_max: "2025" },
  });
  expect(statements).toHaveLength(2);
  expect(statements[0]).toMatch(
    /select cast\(null as Nullable\(String\)\) as `id`, wellhead_0 as `word` from/,
  );
  expect(statements[0]).toContain("where (0) and (");
  expect(statements[1]).toContain(" and (1)\n");
});

test("a file that they would read differently, and SQL, are read by the service itself", async () => {
  expect((await read({ source: "nested" })).body).toBe('[{"a":{"b":1}}]');
  const sql = 'SELECT count(*) AS n FROM "words"';
  expect((await read({ source: "words", filter: { sql } })).body).toBe('[{"n":2}]');
  expect(statements).toEqual([]);
  const { body } = await app.ask({ method: "GET", url: "/" });
  expect(body).toMatch(/File words.csv. The rows are read by ClickHouse at 127.0.0.1:\d+/);
  expect(body).toContain("File nested.ndjson. The rows are read by the service itself");
  expect(body).not.toContain("secret");
});

test("a file that changes while the server reads it ends the rows with a mark", async () => {
  answer = (response) => {
    response.write('{"word":"a"}\n');
    appendFileSync(join(folder, "words.csv"), "3,c,2024-01-03\n");
    setTimeout(() => response.end('{"word":"b"}\n'), 50);
  };
  const { body } = await read({ source: "words", filter: { columns: ["word"] } });
  expect(JSON.parse(body)).toMatchObject([
    { word: "a" },
    { word: "b" },
    { __streamError: { message: expect.stringContaining("changed") as string } },
  ]);
});

test.each([
  [107, "File /x doesn't exist", 503, "must see the folder at the same path"],
  [291, "File is not inside user_files", 503, "inside of its user_files_path"],
  [497, "Not enough privileges", 503, "may not read files"],
  [27, "Cannot parse input: expected ','", 502, "ClickHouse cannot read its content (Cannot parse input)"],
])(
  "error %i of the server is a fault of the service, and says what to do",
  async (code, message, status, told) => {
    answer = (response) =>
      response.writeHead(500).end(`Code: ${code}. DB::Exception: ${message}. (NAME) (version 26.7.2.1)\n`);
    const found = await read({ source: "words" });
    expect(found.status).toBe(status);
    expect(JSON.parse(found.body)).toMatchObject({ error: expect.stringContaining(told) as string });
  },
);

test("`wellhead serve --engine` refuses what is not the address of ClickHouse servers", async () => {
  const run = await runWellhead(["serve", folder, "--engine", "postgres://reader:secret@db"]);
  expect(run.code).toBe(2);
  expect(run.stderr).toMatch(/^Could not use the engine\. /);
  expect(run.stderr).not.toContain("secret");
});
