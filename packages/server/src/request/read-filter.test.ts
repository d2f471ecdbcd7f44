import { dateRange, dayRange, multiDropdown, multiList, text } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { readFilter } from "./read-filter.js";

const form = {
  tags: multiList({ title: "Tags", options: () => [], optional: true }),
  kinds: multiDropdown({ title: "Kinds", choices: ["a", "b"], optional: true }),
  query: text({ title: "Query", optional: true }),
  period: dayRange({ title: "Period", optional: true }),
};
const options = { now: new Date(0), maxValues: 3, zone: () => Promise.resolve(undefined) };
const read = (values: Readonly<Record<string, unknown>>) => readFilter(form, values, options);

describe("readFilter()", () => {
  it.each([
    ["tags", ["a", "b", "c", "d"]],
    ["tags", "a,b,c,d"],
    ["kinds", ["a", "a", "a", "a"]],
    ["query", ["a", "b", "c", "d"]],
  ])("refuses more values of %s than the maximum, with the field and a sentence", async (field, value) => {
    await expect(read({ [field]: value })).rejects.toMatchObject({
      status: 400,
      code: "invalid_field",
      field,
      message: expect.stringMatching(/expected at most 3 values, got 4\. Choose fewer values\.$/) as string,
    });
  });

  it("accepts the maximum, and any number of commas in a text", async () => {
    expect(await read({ tags: "a,b,c", kinds: ["a", "b", "a"], query: "a,b,c,d,e" })).toMatchObject({
      tags: ["a", "b", "c"],
      kinds: ["a", "b", "a"],
      query: "a,b,c,d,e",
    });
  });

  it.each([[undefined], [null], [""], [[]]])("reads %j as a field that was left empty", async (empty) => {
    const required = {
      tag: multiList({ title: "Tag", options: () => [] }),
      kind: multiDropdown({ title: "Kind", choices: ["a", "b"], defaultValue: ["b"] }),
    };
    expect(await read({ tags: empty, kinds: empty, query: empty, period: empty })).toEqual({});
    expect(await readFilter({ kind: required.kind }, { kind: empty }, options)).toEqual({ kind: ["b"] });
    await expect(readFilter(required, { tag: empty }, options)).rejects.toMatchObject({
      code: "missing_field",
      field: "tag",
    });
  });

  it("does not limit a filter that was cleared by the default of its form", async () => {
    const placed = dateRange({ optional: true, defaultValue: "last 7 days" });
    const zone = () => Promise.reject(new Error("asked for a zone"));
    expect(await readFilter({ placed }, { placed: "" }, { ...options, zone })).toEqual({});
  });

  it("does not go through the choices of a list for each of its values", async () => {
    let steps = 0;
    const choices = Array.from({ length: 100 }, (_, index) => ({
      title: `Choice ${index}`,
      get value() {
        steps += 1;
        return `${index}`;
      },
    }));
    const field = multiDropdown({ title: "Many", choices });
    steps = 0;
    const many = Array.from({ length: 1000 }, (_, index) => `${index % 100}`);
    const filter = await readFilter({ many: field }, { many }, { ...options, maxValues: 1000 });
    expect(filter["many"]).toEqual(many);
    expect(steps).toBe(0);
  });
});
