import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatSql } from "./format-sql.js";
import { sameTokens } from "./same-tokens.js";

let instance: DuckDBInstance;
let database: DuckDBConnection;

beforeAll(async () => {
  instance = await DuckDBInstance.create(":memory:");
  database = await instance.connect();
  await database.run(`
    create table t (a integer, b varchar, "a  b" varchar);
    insert into t values (1, 'x', 'one  two'), (-5, 'y''s', ''), (7, null, 'three');
    create table u (a integer, c varchar);
    insert into u values (1, 'left'), (2, 'right');`);
});
afterAll(() => {
  database.closeSync();
  instance.closeSync();
});

/** Returns what the engine reads in a statement, without the positions of its words; `undefined` when it refuses it. */
async function treeOf(statement: string): Promise<unknown> {
  const text = `select json_serialize_sql('${statement.replaceAll("'", "''")}')`;
  const json = String((await database.runAndReadAll(text)).getRows()[0]?.[0]);
  const tree: unknown = JSON.parse(json, (name, value: unknown) =>
    name === "query_location" ? undefined : value,
  );
  return json.startsWith('{"error":true') ? undefined : tree;
}

async function rowsOf(statement: string): Promise<unknown> {
  const reader = await database.runAndReadAll(statement);
  return { names: reader.columnNames(), rows: reader.getRowsJson() };
}

const odd = [
  "select 1.5e-3, .5, 1_000, 1e5, 0x1F",
  "select $$a  b$$, $tag$ it's -- $$ $tag$",
  "select E'a\\'  b', E'c\\\\', x'00', 'it''s  /* not */ -- a comment'",
  'select "a  b", t."a  b", b as "select" from t where "a  b" <> \'--\'',
  "select a - -1, - -a, a=-1, a<-1, a*-1, a/-1 from t order by a",
  "select 7//2, 2**3, 2^3, 7%3, 5!, ~1, 1<<3, 6&3, 6|1",
  "select b!~~'x', b ~~ 'x', b ~ 'x', b !~ 'x' from t order by a",
  "select [1,2,3][1:-1], [1,2,3][2], {'a': 1, 'b': {'c': 2}}.b.c, map{'k':1}['k']",
  "select list_transform([1,2,3], lambda x: x+1), [x*2 for x in [1,2] if x>1]",
  "select * exclude(b) replace(a+1 as a) from t order by a",
  "select columns('a.*') from t order by a",
  "from t select a where a>0 order by a",
  "from t order by all",
  "select a::decimal(10,2)::varchar, cast(a as double), try_cast(b as int) from t order by a",
  "select '{\"k\":[1,2]}'::json->'k'->>0, '\\x41'::blob",
  "select interval '1' day + date '2024-02-28', interval 1 month, timestamp '2024-01-01 00:00:00.5'",
  "select 1 -- one ' \" $$\n+ 1 /* two ' */ , 3 /* three -- */",
  "select case when a>0 then 'plus  one' when a<0 then 'minus' else null end from t order by a",
  "select a, count(*) filter (where a>1) from t group by all order by all",
  "select sum(a) over (partition by b order by a rows between 1 preceding and current row) from t order by all",
  "select a from t qualify row_number() over (order by a desc)=1",
  "with recursive c(n) as (select 1 union all select n+1 from c where n<4) select * from c order by n",
  "select t.a, u.c from t asof join u on t.a>=u.a order by all",
  "select t.a, u.c from t left join lateral (select c from u where u.a=t.a) u on true order by all",
  "select (select max(a) from u), exists(from u), a in (1,2), a not between 0 and 2, b is not distinct from null from t order by t.a",
  "select a from t where b like '%''%' escape '!' or b similar to 'x.*' or b ilike 'Y%' order by a",
  "values (1,'a'),(2,'b  c')",
  "select a, grouping(a) from t group by grouping sets ((a),()) order by all",
  "select unnest([1,2]) as 北京, 'é  ü' as \"naïve  name\"",
  "select if(true,1,2), coalesce(null,-1), row(1,2), struct_pack(a := 1, b := -2)",
  "select a from t limit 1 offset 1",
  "select distinct on (a) a, b from t order by a, b nulls first;",
  "(select 1 union all select 2) except select 2",
  "select 1 where not true and not (false or null is null)",
  "select 1.e3, 1., ['a']::varchar[1]",
];

test("`formatSql()` never changes what the engine reads, or the rows", async () => {
  const read: string[] = [];
  for (const statement of odd) {
    const tree = await treeOf(statement);
    const formatted = formatSql(statement);
    if (tree === undefined || formatted === undefined) continue;
    read.push(statement);
    expect(await treeOf(formatted), formatted).toStrictEqual(tree);
    expect(await rowsOf(formatted), formatted).toStrictEqual(await rowsOf(statement));
    expect(formatSql(formatted), "a statement in lines stays as it is").toBe(formatted);
  }
  expect(odd.filter((statement) => !read.includes(statement))).toStrictEqual([]);
});

test("`formatSql()` leaves alone what it cannot lay out without a change", () => {
  // Two strings on two lines are one string; on one line the second is a name.
  expect(formatSql("select 'a'\n'b'")).toBeUndefined();
  expect(formatSql("select 1 /* a /* b */ c */")).toBeUndefined();
  expect(formatSql("select (1")).toBeUndefined();
  expect(formatSql("select 'a")).toBeUndefined();
});

const pieces = [
  ..."1|.5|1e-3|2.|a|t.a|b|'a  b'|''|E'\\''|x'00'|$$ ' $$|$k$-- $k$|\"a  b\"|[1,2]|{'k':1}|(select 1)|null".split(
    "|",
  ),
  ..."+|-|- -|*|/|//|**|=|=-|<>|<-|>=|->|->>|%|^|@|!~|~~|&|\\||!|::int|::varchar|.k|[1]|[1:-1]|,|".split("|"),
  ...' and | or | not | is null | in (1, 2)| between 1 and 2| as "c  d"| from t| where |case when 1 then|else|end'.split(
    "|",
  ),
];
const spaces = ["", "", " ", "\n", "  ", "--c'\n", "/* ' */", "\t"];

/** The generator of Park and Miller: the same statements in every run. */
function draws(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % count;
  };
}

const statements = Number(process.env["FORMATTED_STATEMENTS"] ?? 500);

test(`${statements} random statements keep their meaning`, async () => {
  const draw = draws(20_24);
  const pick = (list: readonly string[]): string => list[draw(list.length)] ?? "";
  let compared = 0;
  for (let index = 0; index < statements; index += 1) {
    const words = Array.from({ length: 1 + draw(7) }, () => `${pick(spaces)}${pick(pieces)}`);
    const statement = `select ${words.join("")}`;
    const formatted = formatSql(statement);
    if (formatted === undefined) continue;
    const tree = await treeOf(statement);
    if (tree === undefined) continue;
    compared += 1;
    expect(await treeOf(formatted), `${statement}\n=> ${formatted}`).toStrictEqual(tree);
  }
  expect(compared).toBeGreaterThan(statements / 20);
});

test("`sameTokens()` notices every change but that of space between words", () => {
  expect(sameTokens("select a=-1,b", "select\n  a = -1,\n  b")).toBe(true);
  for (const [one, other] of [
    ["- -1", "--1"],
    ["@ -5", "@-5"],
    ["a < = b", "a <= b"],
    ["1.5e-3", "1.5e - 3"],
    ["1 .5", "1.5"],
    ["x'00'", "x '00'"],
    ["'a  b'", "'a b'"],
    ['"a  b"', '"a b"'],
    ["$$a  b$$", "$$a b$$"],
    ["a b", "ab"],
    ["1 -- c\n+ 1", "1 -- c + 1"],
    ["select a", "SELECT a"],
  ] as const)
    expect(sameTokens(one, other), one).toBe(false);
});
