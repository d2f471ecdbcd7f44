import { readApplication } from "@wellhead/client";
import { expect, test } from "vitest";
import { formField } from "../controls/form/form-field.js";
import {
  draft,
  missingFields,
  removedValues,
  shareableFilter,
  startDraft,
  typeFilter,
  undoRemoval,
} from "./draft.js";

const filter = [
  { id: "board", type: "text" },
  { id: "limit", type: "number", optional: true, defaultValue: 50 },
  { id: "key", type: "password", optional: true },
  { id: "amount", type: "range", optional: true },
  { id: "list", type: "list", optional: true, datalist_requires: ["board"] },
  { id: "card", type: "list", optional: true, datalist_requires: ["list"] },
];
const fields = readApplication({ sources: [{ id: "s", filter }] }).sources.flatMap((source) =>
  source.filter.map(formField),
);

test("`startDraft()` starts with the defaults and the values of the address, and keeps typed secrets", () => {
  startDraft("/a/", { id: "s", filter: fields }, { board: "tea" });
  typeFilter(fields, "key", "canary");
  startDraft("/a/", { id: "s", filter: fields }, { limit: 7 });
  expect(draft.value).toEqual({ limit: 7, key: "canary" });
});

test.each([
  ["source", "/a/", "t"],
  ["connector", "http://127.0.0.1:1/", "s"],
])("`startDraft()` gives no typed secret to another %s", (_, base, id) => {
  startDraft("/a/", { id: "s", filter: fields }, {});
  typeFilter(fields, "key", "canary");
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

test("`typeFilter()` removes values that depend on a changed one, directly or not, and can undo that", () => {
  draft.value = {};
  startDraft("/a/", { id: "s", filter: fields }, { board: "tea", list: "L-1", card: "C-1", limit: 7 });
  typeFilter(fields, "board", "tea");
  expect(removedValues.value).toBeUndefined();
  typeFilter(fields, "board", "coffee");
  expect(draft.value).toEqual({ board: "coffee", list: "", card: "", limit: 7 });
  expect(removedValues.value?.fields.map(({ id }) => id)).toEqual(["list", "card"]);
  // Further letters of the same field.
  typeFilter(fields, "board", "coffees");
  undoRemoval();
  expect(draft.value).toEqual({ board: "tea", list: "L-1", card: "C-1", limit: 7 });
  typeFilter(fields, "list", "L-2");
  expect(draft.value).toEqual({ board: "tea", list: "L-2", card: "", limit: 7 });
  typeFilter(fields, "limit", 8);
  expect(removedValues.value).toBeUndefined();
});
