import { describe, expect, it } from "vitest";
import { pageNumber } from "./counted.js";
import type { Page } from "./paging.js";

/** A page of a list of which 196 items were read. */
function pageOf(asked: number, length: number): Page {
  return {
    request: { path: "list", query: { page: 2, per_page: asked } },
    url: new URL("https://api.example/list"),
    headers: {},
    body: [],
    index: 2,
    length,
    count: length,
    seen: 196,
  };
}

describe("pageNumber().at()", () => {
  const paging = pageNumber({ size: { parameter: "per_page", value: 100 } });

  it("overlaps a page that is as long as its own request asked for", () => {
    const next = paging.at?.(pageOf(98, 98), 195);
    expect(next?.request.query).toEqual({ page: 3, per_page: 97 });
    expect(next?.start).toBe(194);
  });

  it.each([50, 3])("overlaps no page of an upstream that returns %i items of those requested", (length) => {
    expect(paging.at?.(pageOf(98, length), 195)?.start).toBe(196);
  });

  it("goes back from an empty page, which says nothing about the maximum of the upstream", () => {
    expect(paging.at?.(pageOf(98, 0), 150)?.start).toBeLessThanOrEqual(150);
  });

  it("overlaps no small pages, of which some would have no item of their own", () => {
    const small = pageNumber({ size: { parameter: "per_page", value: 3 } });
    expect(small.at?.(pageOf(3, 3), 195)?.start).toBe(196);
  });
});
