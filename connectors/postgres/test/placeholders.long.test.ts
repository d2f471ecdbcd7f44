import { type PostgresServer, reader, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

async function cells(sql: string): Promise<readonly unknown[]> {
  const [row] = await service.rows("query", { sql, parameters: '{"x": "value", "n": 1}' });
  return Object.values(row ?? {});
}

async function sentence(sql: string): Promise<string> {
  const filter = { sql, parameters: '{"x": "value"}' };
  const answer = await service.post("/", { source: "query", account: service.account(), filter });
  const { status, field, error } = JSON.parse(answer.body) as Record<string, unknown>;
  return `${String(status)} ${String(field)} ${String(error)}`;
}

/** Statements whose quotes and comments hide or show a placeholder, parsed as the server parses them. */
const read: ReadonlyArray<readonly [sql: string, cells: readonly unknown[]]> = [
  ["select E'it\\'s', {{x}}::text", ["it's", "value"]],
  ["select e'\\\\', {{x}}::text, e'a\\\\\\'b'", ["\\", "value", "a\\'b"]],
  ["select 'a\\', {{x}}::text", ["a\\", "value"]],
  ["select 'it''s', {{x}}::text, E'it''s'", ["it's", "value", "it's"]],
  ["select U&'d\\0061t', {{x}}::text", ["dat", "value"]],
  ["select U&'!005c' uescape '!', {{x}}::text", ["\\", "value"]],
  ["select B'101'::text, {{x}}::text, x'1F'::text", ["101", "value", "00011111"]],
  ["select N'it', {{x}}::text", ["it", "value"]],
  ['select 1 as "a\\", {{x}}::text as "b""{"', [1, "value"]],
  ['select 1 as U&"\\0061", {{x}}::text', [1, "value"]],
  ["select $$it's$$, {{x}}::text", ["it's", "value"]],
  ["select $a$ $b$ $$ ' $a$, {{x}}::text", [" $b$ $$ ' ", "value"]],
  ["select $tág$it's$tág$, {{x}}::text", ["it's", "value"]],
  ["select a$x$, {{x}}::text, b$x$ from (values (1, 2)) t (a$x$, b$x$)", [1, "value", 2]],
  ["select 1 /* ' /* \" */ {{n}} $$ */, {{x}}::text", [1, "value"]],
  ["select 1 -- it's {{n}}\n, {{x}}::text", [1, "value"]],
  ["select 1 -- it's {{n}}\r, {{x}}::text", [1, "value"]],
  ["select 5-{{n}}::int, {{x}}::text", [4, "value"]],
  ["select 1 limit{{n}}::int", [1]],
  ["select ({{x}})::text, '{{'||'}}', '{\"a\": {}}'", ["value", "{{}}", '{"a": {}}']],
];

describe("placeholders are where the server reads them", () => {
  it.each(read)("%s", async (sql, found) => {
    await expect(cells(sql)).resolves.toEqual(found);
  });

  it.each([
    "select '{{x}}'",
    "select E'\\'{{x}}'",
    "select $q$ {{x}} $q$",
    'select 1 as "{{x}}"',
    "select U&'{{x}}'",
  ])("%s is refused: it is inside quotes", async (sql) => {
    await expect(sentence(sql)).resolves.toMatch(/^400 sql .*\{\{x\}\} is inside quotes/);
  });
});

it.each(["select $1", "select $1::int, {{x}}::text", "select * from generate_series(1, $12)"])(
  "names the parameter in %s, which has no value",
  async (sql) => {
    await expect(sentence(sql)).resolves.toMatch(
      /^400 sql .*the parameter "\$\d+" has no value\. Write \{\{name\}\}/,
    );
  },
);

it("reads strings as a role whose strings have escapes does", async () => {
  server.admin(`alter role ${reader.user} set standard_conforming_strings = off`);
  const other = await servePostgres(server);
  const rows = await other.rows("query", {
    sql: "select 'it\\'s' as a, {{x}}::text as b",
    parameters: '{"x": 7}',
  });
  expect(rows).toEqual([{ a: "it's", b: "7" }]);
  await other.app.close();
  server.admin(`alter role ${reader.user} reset standard_conforming_strings`);
});
