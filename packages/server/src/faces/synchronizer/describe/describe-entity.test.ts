import { text } from "@wellhead/sdk";
import { expect, test } from "vitest";
import { describeEntity } from "./describe-entity.js";

test("describeEntity() leaves out colours of computed options that a platform cannot show", () => {
  const selectOptions = [
    { name: "a", color: "#4FB17D" },
    { name: "b", color: "green" },
    { name: "c", color: "" },
  ];
  const columns = { tag: text({ subType: "single-select", selectOptions }) };
  expect(describeEntity({ columns, key: ["tag", "other"] }, new Map())["tag"]?.options).toEqual([
    { name: "a", color: "#4FB17D" },
    { name: "b" },
    { name: "c" },
  ]);
});
