import { readApplication } from "@wellhead/client";
import { expect, test } from "vitest";
import { formField } from "../controls/form/form-field.js";
import { draft, missingFields, shareableFilter, startDraft, typeFilter } from "./draft.js";

const filter = [
  { id: "board", type: "text" },
  { id: "limit", type: "number", optional: true, defaultValue: 50 },
  { id: "key", type: "password", optional: true },
  { id: "amount", type: "range", optional: true },
];
const fields = readApplication({ sources: [{ id: "s", filter }] }).sources.flatMap((source) =>
  source.filter.map(formField),
);

test("`startDraft()` starts with the defaults and the values of the address, and keeps typed secrets", () => {
  startDraft("/a/", { id: "s", filter: fields }, { board: "tea" });
  typeFilter("key", "canary");
  startDraft("/a/", { id: "s", filter: fields }, { limit: 7 });
  expect(draft.value).toEqual({ limit: 7, key: "canary" });
});

test.each([
  ["source", "/a/", "t"],
  ["connector", "http://127.0.0.1:1/", "s"],
])("`startDraft()` gives no typed secret to another %s", (_, base, id) => {
  startDraft("/a/", { id: "s", filter: fields }, {});
  typeFilter("key", "canary");
  startDraft(base, { id, filter: fields }, {});
  expect(draft.value).toEqual({ limit: 50 });
});

test("`shareableFilter()` leaves out secrets, defaults and empty values, and keeps a default that was removed", () => {
  expect(shareableFilter(fields, { board: "tea", limit: 50, key: "canary", amount: { _min: "" } })).toEqual({
    board: "tea",
  });
  expect(shareableFilter(fields, { limit: "" })).toEqual({ limit: "" });
  expect(shareableFilter(fields, { limit: undefined })).toEqual({ limit: "" });
});

test("`missingFields()` lists required fields without a value", () => {
  expect(missingFields(fields, { board: " " }).map(({ id }) => id)).toEqual(["board"]);
  expect(missingFields(fields, { board: "tea" })).toEqual([]);
});
