import { ExactNumber, readApplication, writeExactJson } from "@wellhead/client";
import { expect, test } from "vitest";
import { type FormField, formField } from "./form-field.js";
import { startValues } from "./start-values.js";
import { submitForm } from "./submit-form.js";

function field(id: string, type: string, members: Record<string, unknown> = {}): FormField {
  const filter = [{ id, name: id.toUpperCase(), type, optional: true, ...members }];
  const [read] = readApplication({ sources: [{ id: "s", filter }] }).sources[0]?.filter ?? [];
  if (read === undefined) throw new Error("The field has no id");
  return formField(read);
}

test("`submitForm()` sends numbers as numbers, ranges with open ends and dates as read", () => {
  const fields = [
    field("n", "number"),
    field("r", "range"),
    field("d", "date"),
    field("b", "bool"),
    field("m", "multilist"),
  ];
  const typed = { n: " 1.5 ", r: { _min: "2", _max: "" }, d: "TODAY", b: false, m: ["x"] };
  const { values, problems } = submitForm(fields, typed, (text) => `read ${text}`);
  expect(values).toEqual({ n: 1.5, r: { _min: 2 }, d: "read TODAY", b: false, m: ["x"] });
  expect(problems.size).toBe(0);
});

test("`submitForm()` leaves out what is empty or display only, and asks for what is required", () => {
  const fields = [field("t", "text"), field("l", "link"), field("q", "text", { optional: false })];
  const { values, problems } = submitForm(fields, { t: "  ", l: "x", q: "" }, String);
  expect(values).toEqual({});
  expect([...problems]).toEqual([["q", 'Could not read "Q": it is required. Fill it in.']]);
});

test("`submitForm()` names the field whose text cannot be read", () => {
  const fields = [
    field("n", "number"),
    field("j", "highlightText", { editorMode: "json" }),
    field("d", "date"),
  ];
  const { problems } = submitForm(fields, { n: "many", j: "{", d: "SOON" }, () => {
    throw new RangeError("no date");
  });
  expect(problems.get("n")).toBe('Expected a number such as 12 or 1.5, got "many".');
  expect(problems.get("j")).toMatch(/^This is not JSON: /);
  expect(problems.get("d")).toBe("no date");
});

test("`submitForm()` sends the digits of a number as they were typed, and refuses what is not a decimal number", () => {
  const exact = [
    ["9007199254740993", "9007199254740993"],
    ["0.30000000000000000001", "0.30000000000000000001"],
    ["-123456789012345678901234567890.12", "-123456789012345678901234567890.12"],
    ["1e400", "1e400"],
    ["0.1", "0.1"],
    ["+007", "7"],
    [" .5 ", "0.5"],
    ["5.", "5"],
    ["1E3", "1000"],
    ["0", "0"],
  ] as const;
  for (const [typed, sent] of exact) {
    const { values } = submitForm(
      [field("n", "number"), field("r", "range")],
      { n: typed, r: { _max: typed } },
      String,
    );
    expect(writeExactJson(values)).toBe(`{"n":${sent},"r":{"_max":${sent}}}`);
  }
  for (const typed of ["0x10", "1_000", "1,5", "Infinity", "NaN", "-", ".", "e5", "1e", "--1"])
    expect(submitForm([field("n", "number")], { n: typed }, String).problems.get("n")).toMatch(
      /^Expected a number/,
    );
});

test("`startValues()` keeps the digits of defaults", () => {
  const fields = [field("n", "number", { defaultValue: new ExactNumber("9007199254740993") })];
  expect(startValues(fields)).toEqual({ n: "9007199254740993" });
});
