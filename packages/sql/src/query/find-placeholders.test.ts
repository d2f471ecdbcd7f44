import { expect, it } from "vitest";
import { findPlaceholders, placeholderValue, placeholderValues } from "./read-query.js";
import { scanSql } from "./scan-sql.js";

/** A database with strings, quoted names, line comments, nested comments and numbered parameters. */
const syntax = {
  token:
    /(?<quoted>'(?:[^']|'')*(?:'|$))|(?<name>"[^"]*(?:"|$))|(?<comment>--[^\n]*)|(?<parameter>\$\d+)|(?<word>\w[\w$]*)/y,
  nestedComments: true,
};
const numbered = { parameter: (index: number) => `$${index}`, field: "sql", syntax };

it("`findPlaceholders()` binds by name and keeps every place", () => {
  const sql = "select {{ a }}, {{b.min}}, {{ a }} from t";
  const bound = findPlaceholders(sql, numbered);
  expect(bound.names).toEqual(["a", "b.min"]);
  expect(bound.sql).toBe("select $1     , $2       , $1      from t");
  expect(bound.sql).toHaveLength(sql.length);
});

it("`findPlaceholders()` repeats names where every use is a parameter", () => {
  expect(findPlaceholders("{{a}} {{a}}", { ...numbered, parameter: () => "?", repeats: true })).toEqual({
    sql: "?     ?    ",
    names: ["a", "a"],
  });
});

it("`findPlaceholders()` keeps a parameter apart from the word before it", () => {
  expect(findPlaceholders("limit{{a}}offset{{b}}", numbered).sql).toBe("limit $1  offset $2  ");
});

it.each([
  "-- {{a}}\nselect 1",
  "/* {{a}} */ select 1",
  "/* /* '{{a}}' */ {{b}} */ select 1",
  "select 'it''s', \"{a}\", a$1",
])("`findPlaceholders()` leaves %s alone", (sql) => {
  expect(findPlaceholders(sql, numbered)).toEqual({ sql, names: [] });
});

it.each(["select '{{a}}'", 'select "{{a}}"', "select '{{a}}", "select 'it''s {{a}}'"])(
  "`findPlaceholders()` refuses %s",
  (sql) => {
    expect(() => findPlaceholders(sql, numbered)).toThrow("inside quotes");
  },
);

it("`findPlaceholders()` refuses names with other characters", () => {
  expect(() => findPlaceholders("select {{a b}}", numbered)).toThrow("letters and digits");
});

it("`findPlaceholders()` refuses parameters of the database's own", () => {
  expect(() => findPlaceholders("select $1, {{a}}", numbered)).toThrow('the parameter "$1" has no value');
});

it("`scanSql()` reads hostile text to its end", () => {
  for (const part of ["{{", "'", "/*", "$a", "{{ ", "$$", "'\\", '"', "*/", "--"]) {
    const sql = part.repeat(50_000);
    const end = [...scanSql(`${sql} x`, syntax)].at(-1);
    expect((end?.start ?? 0) + (end?.text.length ?? 0), part).toBe(sql.length + 2);
  }
});

it("`placeholderValue()` finds values and their members, own ones only", () => {
  const values = placeholderValues({ period: { min: "x" }, parameters: '{"a": {"b": 1}, "__proto__": 2}' });
  expect(placeholderValue(values, "a.b", "sql")).toBe(1);
  expect(placeholderValue(values, "a.toString", "sql")).toBeNull();
  expect(placeholderValue(values, "from", "sql")).toBe("x");
  expect(placeholderValue(values, "to", "sql")).toBeNull();
  expect(() => placeholderValue(values, "constructor", "sql")).toThrow("Use one of");
});
