import { expect, it } from "vitest";
import { findPlaceholders } from "./find-placeholders.js";
import { placeholderValue, placeholderValues } from "./placeholder-values.js";

const numbered = { parameter: (index: number) => `$${index}`, field: "sql" };

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

it.each(["-- {{a}}\nselect 1", "/* {{a}} */ select 1", "select 'it''s', \"{a}\", $1"])(
  "`findPlaceholders()` leaves %s alone",
  (sql) => {
    expect(findPlaceholders(sql, numbered)).toEqual({ sql, names: [] });
  },
);

it.each(["select '{{a}}'", 'select "{{a}}"', "select $$ {{a}} $$", "select $x$ {{a}} $x$", "select '{{a}}"])(
  "`findPlaceholders()` refuses %s",
  (sql) => {
    expect(() => findPlaceholders(sql, numbered)).toThrow("inside quotes");
  },
);

it("`findPlaceholders()` refuses names that are none", () => {
  expect(() => findPlaceholders("select {{a b}}", numbered)).toThrow("letters and digits");
});

it("`findPlaceholders()` takes no long time over hostile text", () => {
  for (const part of ["{{", "'", "/*", "$a", "{{ ", "$$"]) {
    const start = Date.now();
    try {
      findPlaceholders(part.repeat(50_000), numbered);
    } catch {
      // A refusal is as good as an answer.
    }
    expect(Date.now() - start).toBeLessThan(5000);
  }
});

it("`placeholderValue()` finds values and their members, own ones only", () => {
  const values = placeholderValues({ period: { min: "x" }, parameters: '{"a": {"b": 1}, "__proto__": 2}' });
  expect(placeholderValue(values, "a.b", "sql")).toBe(1);
  expect(placeholderValue(values, "a.toString", "sql")).toBeNull();
  expect(placeholderValue(values, "from", "sql")).toBe("x");
  expect(placeholderValue(values, "to", "sql")).toBeNull();
  expect(() => placeholderValue(values, "constructor", "sql")).toThrow("wanted one of");
});
