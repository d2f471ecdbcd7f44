import { describe, expect, it } from "vitest";
import { cursorInBody } from "./cursor.js";
import { type PageRequest, withArguments } from "./paging.js";

const start = { path: "list", query: { q: "x" } };
const url = new URL("https://api.example/v1/list?q=x");

describe("arguments of a list that is read by POST", () => {
  const size = { parameter: "page.size", value: 3 };
  const sent = (json: PageRequest["json"], parameter: string, next: unknown) => {
    const paging = cursorInBody({ cursor: "next", parameter, size });
    const first = paging.first({ ...start, ...(json && { json }) });
    const step = paging.after({
      request: first,
      url,
      headers: {},
      body: { next },
      index: 2,
      length: 2,
      count: 2,
      seen: 6,
    });
    return "next" in step ? step.next : step.end;
  };

  it("go into the body where their paths lead, next to what is there", () => {
    expect(sent({ page: { deep: 1 }, other: [1] }, "page.after", "c1")).toEqual({
      ...start,
      json: { page: { deep: 1, size: 3, after: "c1" }, other: [1] },
    });
  });

  it.each([[null], ["text"], [[1, 2]], [7], [undefined]])(
    "replace what is not an object on their way: %j",
    (page) => {
      expect(sent({ page }, "page.after", "c1")).toEqual({
        ...start,
        json: { page: { size: 3, after: "c1" } },
      });
    },
  );

  it("leave no trace in the body without a value", () => {
    const given = { "page.after": undefined, limit: 3 };
    expect(withArguments({ ...start, json: {} }, given)).toEqual({ ...start, json: { limit: 3 } });
  });

  it("replace a member whose name has a dot, and go where a JSON Pointer leads", () => {
    const argumentsIn = (json: PageRequest["json"], name: string) =>
      withArguments({ ...start, ...(json && { json }) }, { [name]: "c1" }).json;
    expect(argumentsIn({ "page.after": 1, page: { after: 2 } }, "page.after")).toEqual({
      "page.after": "c1",
      page: { after: 2 },
    });
    expect(argumentsIn({ "/a": 1 }, "/a")).toEqual({ "/a": "c1" });
    expect(argumentsIn({}, "/page.after")).toEqual({ "page.after": "c1" });
    expect(argumentsIn({ "a/b": { x: 1 } }, "/a~1b/m~0n/~01")).toEqual({
      "a/b": { x: 1, "m~n": { "~1": "c1" } },
    });
  });

  it("go into the query when the request has no body", () => {
    expect(sent(undefined, "after", "c1")).toEqual({
      path: "list",
      query: { q: "x", "page.size": 3, after: "c1" },
    });
  });
});
