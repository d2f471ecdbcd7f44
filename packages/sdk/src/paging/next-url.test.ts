import { describe, expect, it } from "vitest";
import { afterAddress, nextUrlInBody } from "./next-url.js";
import type { Page } from "./paging.js";

// These tests only use the URL of a page.
const page = { url: new URL("https://api.example/items?page=1") } as Page;

describe("afterAddress()", () => {
  it.each([
    "https://user@api.example/items?page=2",
    "https://:password@api.example/items?page=2",
    "https://other.example/items?page=2",
    "http://api.example/items?page=2",
    "//other.example/items",
  ])("does not follow %s, where credentials would go astray", (address) => {
    expect(() => afterAddress(page, address)).toThrow("the next page is not at");
  });

  it("takes two addresses that differ in their fragment for one page", () => {
    const keys = ["?page=2", "?page=2#a", "https://api.example/items?page=2#b"].map((address) =>
      afterAddress(page, address),
    );
    const step = {
      next: { path: "https://api.example/items?page=2", query: {} },
      key: "https://api.example/items?page=2",
    };
    expect(keys).toEqual([step, step, step]);
  });
});

describe("nextUrlInBody()", () => {
  it("ends where an address that is on every page has no value, and fails where it is missing", () => {
    const paging = nextUrlInBody({ next: "links.next", missingEnds: false });
    const after = (links: object) => paging.after({ ...page, body: { links } });
    expect(after({ next: null })).toEqual({ end: "no next page" });
    expect(after({ next: "/b" })).toMatchObject({ key: "https://api.example/b" });
    expect(() => after({})).toThrow('expected "links.next" on every page');
  });
});
