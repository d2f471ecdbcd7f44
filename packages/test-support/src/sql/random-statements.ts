import * as fc from "fast-check";

// Random statements over tables with the columns id, region, owner, day, moment, n, big, price and note.

function two(number: number): string {
  return String(number).padStart(2, "0");
}
const { constantFrom, tuple, oneof, integer } = fc;
const text = constantFrom("'north'", "'south'", "'O''Hare'", "''", "'a'", "'b'", "'nowhere'");
const date = integer({ min: 1, max: 28 }).map((day) => `2026-01-${two(day)}`);
const dateLiteral = tuple(
  date,
  constantFrom(
    "'d'",
    "DATE 'd'",
    "'d'::DATE",
    "TIMESTAMP 'd 23:59:59'",
    "'d 00:00:00+14'::TIMESTAMPTZ",
    "'d 12:00:00'",
  ),
).map(([day, form]) => form.replace("d", day));
const dateCell = constantFrom("#day", "#moment", "#day", "CAST(#moment AS DATE)");
const operator = constantFrom("=", "<>", "<", "<=", ">", ">=");
const textCell = constantFrom(
  "#region",
  "#owner",
  "#region",
  "#owner",
  "#note",
  "coalesce(#region, 'north')",
);

/** Conditions whose columns begin with #. */
const atom = oneof(
  tuple(textCell, operator, text).map((parts) => parts.join(" ")),
  tuple(text, operator, textCell).map((parts) => parts.join(" ")),
  tuple(
    textCell,
    constantFrom("IN", "NOT IN"),
    fc.array(oneof(text, constantFrom("NULL")), { minLength: 1, maxLength: 3 }),
  ).map(([cell, word, list]) => `${cell} ${word} (${list.join(", ")})`),
  tuple(dateCell, operator, dateLiteral).map((parts) => parts.join(" ")),
  tuple(dateLiteral, operator, dateCell).map((parts) => parts.join(" ")),
  tuple(dateCell, constantFrom("BETWEEN", "NOT BETWEEN"), dateLiteral, dateLiteral).map(
    ([cell, word, min, max]) => `${cell} ${word} ${min} AND ${max}`,
  ),
  tuple(
    textCell,
    constantFrom(
      "IS NULL",
      "IS NOT NULL",
      "LIKE 'n%'",
      "NOT LIKE '%o%'",
      "LIKE '50\\%' ESCAPE '\\'",
      "IS DISTINCT FROM 'north'",
      "IS NOT DISTINCT FROM 'a'",
    ),
  ).map((parts) => parts.join(" ")),
  tuple(operator, constantFrom("3", "0.5", "9007199254740993", "9007199254740992")).map(
    ([compare, number]) => `#big ${compare} ${number}`,
  ),
  constantFrom(
    "#n > 2",
    "#price < 10.25",
    "#n IN (1, 2, NULL)",
    "CASE WHEN #region = 'north' THEN #owner = 'a' ELSE #n > 1 END",
    "#region = #note",
    "#region IN ('north', #note)",
    "#id IN (SELECT id FROM crm.u WHERE region = 'south')",
    "#id NOT IN (SELECT n FROM crm.u WHERE owner = 'a')",
    "EXISTS (SELECT 1 FROM crm.u AS o WHERE o.id = #id AND o.region = 'north' AND o.day >= '2026-01-10')",
    "NOT EXISTS (SELECT 1 FROM crm.u AS o WHERE o.id = #id AND o.owner = 'b')",
    "#n = (SELECT max(n) FROM crm.u WHERE region IN ('north', 'east'))",
    "#n IN (SELECT count(*) FROM crm.u AS o WHERE o.region = #region AND o.owner = 'c')",
    "#n > ALL (SELECT n FROM crm.u WHERE region = 'nowhere')",
    "true",
    "NULL",
  ),
);
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: oneof(
    { depthSize: "small", maxDepth: 3 },
    { weight: 4, arbitrary: atom },
    { weight: 3, arbitrary: tuple(tie("condition"), tie("condition")).map(([a, b]) => `${a} AND ${b}`) },
    { weight: 1, arbitrary: tuple(tie("condition"), tie("condition")).map(([a, b]) => `(${a} OR ${b})`) },
    { weight: 1, arbitrary: tie("condition").map((one) => `NOT (${one})`) },
  ),
}));

/** FROM with the prefixes of columns of its tables. */
const from = oneof(
  {
    weight: 4,
    arbitrary: constantFrom(["crm.t", ""], ["crm.t AS x", "x."], ["crm.t", "t."], ["(FROM crm.t) AS s", ""]),
  },
  {
    weight: 3,
    arbitrary: tuple(
      constantFrom("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "SEMI JOIN", "ANTI JOIN"),
      constantFrom(
        "ON t.id = u.n",
        "ON t.id = u.id AND u.region = 'north'",
        "USING (id)",
        "ON t.region = u.region AND t.owner = 'a'",
      ),
    ).map(
      ([join, on]) =>
        [
          `crm.t ${join} crm.u ${on}`,
          join.startsWith("SEMI") || join.startsWith("ANTI") ? "t." : undefined,
        ] as const,
    ),
  },
  {
    weight: 1,
    arbitrary: constantFrom(
      ["crm.t NATURAL JOIN (SELECT id, region FROM crm.u) AS v", "t."],
      ["crm.t, crm.u", undefined],
      ["(SELECT * FROM crm.t ORDER BY id LIMIT 20) AS s", "s."],
      ["crm.t AS x JOIN crm.t AS u USING (id)", "x."],
    ),
  },
);
const list = constantFrom(
  "*",
  "#id, #region",
  "upper(#region) AS region, #n AS day, #owner",
  "count(*) AS c, sum(#n) AS s, min(#day) AS d, max(#moment) AS m",
  "#region, count(*) AS c, sum(#price) AS p, max(#big) AS b",
  "#id, sum(#n) OVER (PARTITION BY #owner) AS w",
  "DISTINCT #region, #owner",
  "COLUMNS(c -> c LIKE 'r%' OR c = 'day')",
);

function qualify(sql: string, alias: string): string {
  return sql.replaceAll("#", alias);
}

const select = tuple(from, condition, list, constantFrom("t.", "u.")).chain(
  ([[source = "", prefix], where, columns, other]) => {
    const alias = prefix ?? "t.";
    // A comparison may be with either table of a join.
    const filtered = qualify(where, prefix ?? other);
    const selected = qualify(columns, alias);
    const grouped = columns.startsWith("#region, count") ? ` GROUP BY ${alias}region` : "";
    return tuple(constantFrom("", filtered), constantFrom("", "", " HAVING count(*) > 1")).map(
      ([kept, having]) =>
        `SELECT ${selected} FROM ${source}${kept === "" ? "" : ` WHERE ${kept}`}${grouped}${grouped === "" ? "" : having}`,
    );
  },
);
/** Random SELECTs from the tables crm.t and crm.u, whose columns have the same names. Some of them are invalid. */
export const randomStatement: fc.Arbitrary<string> = oneof(
  { weight: 8, arbitrary: select },
  {
    weight: 1,
    arbitrary: tuple(condition, condition, constantFrom("UNION ALL", "UNION", "EXCEPT", "INTERSECT")).map(
      ([one, two_, word]) =>
        `SELECT id, region FROM crm.t WHERE ${one.replaceAll("#", "t.")} ${word} SELECT id, region FROM crm.u AS t WHERE ${two_.replaceAll("#", "t.")}`,
    ),
  },
  {
    weight: 1,
    arbitrary: tuple(condition, condition).map(
      ([one, two_]) =>
        `WITH w AS (SELECT * FROM crm.t WHERE ${one.replaceAll("#", "")}) SELECT count(*) AS c, sum(id) AS s FROM w WHERE ${two_.replaceAll("#", "w.")}`,
    ),
  },
  {
    weight: 1,
    arbitrary: tuple(integer({ min: 0, max: 70 }), integer({ min: 0, max: 9 }), condition).chain(
      ([limit, offset, where]) =>
        constantFrom(
          `SELECT id, region FROM crm.t LIMIT ${limit} OFFSET ${offset}`,
          `SELECT * FROM crm.t ORDER BY id DESC LIMIT ${limit}`,
          `SELECT id FROM crm.t WHERE ${where.replaceAll("#", "")} LIMIT ${limit} OFFSET ${offset}`,
          `SELECT id FROM crm.t WHERE ${where.replaceAll("#", "")} ORDER BY id LIMIT ${limit} OFFSET ${offset}`,
        ),
    ),
  },
);
