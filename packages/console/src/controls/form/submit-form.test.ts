import { readApplication } from "@wellhead/client";
import { expect, test } from "vitest";
import { type FormField, formField } from "./form-field.js";
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
