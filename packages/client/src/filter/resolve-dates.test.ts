import { expect, test } from "vitest";
import type { Field } from "../describe/application.js";
import { resolveDates } from "./resolve-dates.js";

const field = (id: string, type: string): Field => ({
  id,
  title: id,
  description: "",
  type,
  required: false,
  hasDatalist: false,
  dependsOn: [],
  options: [],
  defaultValue: undefined,
  placeholder: "",
  isSecured: false,
  address: "",
  editorMode: undefined,
});
const fields = [field("from", "date"), field("until", "date"), field("name", "text")];
const options = { fields, now: Date.UTC(2026, 10, 28), zone: "Z" };

test("resolveDates() leaves out blank dates, resolves the others, and keeps what is no date", async () => {
  const resolved = await resolveDates({ from: " ", name: " ", until: "1 Nov 2026", other: "TODAY" }, options);
  expect(resolved).toMatchObject({ name: " ", other: "TODAY" });
  expect(Object.keys(resolved).toSorted()).toEqual(["name", "other", "until"]);
  expect(resolved["until"]).not.toBe("1 Nov 2026");
  expect(await resolveDates({ from: "", until: " " }, options)).toEqual({});
  const range = { from: { start: "2026-11-01" } };
  expect(await resolveDates(range, options)).toBe(range);
});
