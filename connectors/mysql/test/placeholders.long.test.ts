import { type MariadbServer, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

type Cases = ReadonlyArray<readonly [sql: string, cells: readonly unknown[]]>;

/** Statements whose quotes and comments hide or show a placeholder, in every SQL mode. */
const everywhere: Cases = [
  ["select 'it''s', {{x}}", ["it's", "value"]],
  ["select 1 as `a\\`, {{x}} as `b``{`", [1, "value"]],
  ["select 1 -- it's {{n}}\n, {{x}}", [1, "value"]],
  ["select 1 --\n, {{x}}", [1, "value"]],
  ["select 1 # it's {{n}}\n, {{x}}", [1, "value"]],
  ["select 5--{{n}}, {{x}}", [6, "value"]],
  ["select 1 /* ' /* {{n}} */, {{x}}", [1, "value"]],
  ["select 1 /*! , {{n}} */, {{x}}", [1, 1, "value"]],
  ["select 1 /*!50000 , {{n}} + 1 */, {{x}}", [1, 2, "value"]],
  ["select 1 /*M!100000 , '*' */, {{x}}", [1, "*", "value"]],
  ["select x'41', {{x}}, b'1' + 0, _utf8'it''s', n'x'", ["QQ==", "value", 1, "it's", "x"]],
  ["select $a, {{x}} from (select 1 as $a) t", [1, "value"]],
  ["select 1 limit{{n}}", [1]],
];
const backslashes: Cases = [
  ["select 'it\\'s', {{x}}", ["it's", "value"]],
  ["select '\\\\', {{x}}, 'a\\\\\\'b'", ["\\", "value", "a\\'b"]],
  ["select _utf8'it\\'s', {{x}}", ["it's", "value"]],
];
const textQuotes: Cases = [
  ['select "it\\"s", {{x}}', ['it"s', "value"]],
  ['select "it""s \' {", {{x}}, "\'"', ["it\"s ' {", "value", "'"]],
];
const nameQuotes: Cases = [
  ['select 1 as "a\\", {{x}} as "b""{"', [1, "value"]],
  ["select 'it\\'s' as \"it's\", {{x}}", ["it's", "value"]],
];
const plainBackslashes: Cases = [
  ["select 'a\\', {{x}}", ["a\\", "value"]],
  ['select "a\\", {{x}}, "b"', ["a\\", "value", "b"]],
];

const refused: readonly (readonly [sql: string, sentence: RegExp])[] = [
  ["select '{{x}}'", /inside quotes/],
  ["select 'a''{{x}}'", /inside quotes/],
  ["select `{{x}}`", /inside quotes/],
  ['select "{{x}}"', /inside quotes/],
  ["select ?", /the parameter "\?" has no value/],
  ["select ?, {{x}}", /the parameter "\?" has no value/],
  ["select 1 /*! , ? */", /the parameter "\?" has no value/],
];

describe.each<[string, string, Cases]>([
  ["the usual mode", "", [...everywhere, ...backslashes, ...textQuotes]],
  ["ANSI_QUOTES", "ANSI_QUOTES", [...everywhere, ...backslashes, ...nameQuotes]],
  ["NO_BACKSLASH_ESCAPES", "NO_BACKSLASH_ESCAPES", [...everywhere, ...plainBackslashes]],
])("in %s", (_, mode, cases) => {
  let server: MariadbServer;
  let service: Service;

  beforeAll(async () => {
    server = await startMariadb({ settings: [`sql-mode=${mode}`] });
    service = await serveMysql(server);
  });

  afterAll(async () => {
    await service.app.close();
    await server.stop();
  });

  it.each(cases)("%s has its values", async (sql, cells) => {
    const [row] = await service.rows("query", { sql, parameters: '{"x": "value", "n": 1}' });
    expect(Object.values(row ?? {})).toEqual(cells);
  });

  it.each(refused)("%s is refused", async (sql, sentence) => {
    const filter = { sql, parameters: '{"x": "value"}' };
    const answer = await service.post("/", { source: "query", account: service.account(), filter });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      field: "sql",
      error: expect.stringMatching(sentence) as string,
    });
  });
});
