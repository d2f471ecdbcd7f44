import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { collectDocuments } from "./collect-documents.js";
import { DocumentSet, loadDocuments } from "./document-set.js";
import { splitSections } from "./split-sections.js";

const pages = collectDocuments(fileURLToPath(new URL("../../../..", import.meta.url)));
const documents = loadDocuments();

test("the sections of every page are the whole page, each with an address of its own", () => {
  expect(pages.length).toBeGreaterThan(60);
  for (const page of pages) {
    const sections = splitSections(page);
    expect(sections.map(({ text }) => text).join("")).toBe(page.text);
    const addresses = sections.map(({ address }) => address);
    expect(new Set(addresses).size).toBe(addresses.length);
  }
});

test.each([
  ["pageNumber", "packages/sdk/api.md#pagenumber"],
  ["rate limit tape", "packages/testing/README.md#tapes"],
  ["list per parent", "docs/recipes.md"],
  ["client credentials grant", "docs/recipes.md#client-credentials"],
  ["client credentials grant", "write-a-connector/references/accounts.md"],
  ["wellhead record", "docs/commands.md#wellhead-record"],
])("search(%j) finds %s", (words, page) => {
  expect(documents.search(words).map((section) => section.page)).toEqual(
    expect.arrayContaining([expect.stringContaining(page) as string]),
  );
});

test("search() finds sections with some words when none has all, and nothing for words that nobody wrote", () => {
  expect(documents.search("pageNumber xyzzy-unheard")).not.toEqual([]);
  expect(documents.search("xyzzy-unheard")).toEqual([]);
});

test.each([
  ["dateRange", "function dateRange"],
  ["DateRange", "interface DateRange"],
  ["DATERANGE", "interface DateRange"],
  ["pagesOptions", "interface PagesOptions"],
  ["PageOptions", "interface PagesOptions"],
  ["pageoptions", "interface PagesOptions"],
])("open() finds the section %s, whatever its case, and with or without a plural", (heading, text) => {
  expect(documents.open(`packages/sdk/api.md#${heading}`)).toContain(text);
});

test("open() returns an item of a list by its anchor", () => {
  expect(documents.open("docs/is-my-connector-right.md#data.inherited-source")).toMatch(
    /^- .*A source named like a built-in member/,
  );
});

test("open() returns a page, a section with what is below it, and names what is similar", () => {
  const set = new DocumentSet([
    {
      path: "docs/a.md",
      text: "# A\nfirst\n## Two `x`\nsecond\n```\n# no heading\n```\n### Three\nthird\n## Four\n",
    },
  ]);
  expect(set.open("docs/a")).toContain("first");
  expect(set.open("docs/a.md#two-x")).toBe("## Two `x`\nsecond\n```\n# no heading\n```\n### Three\nthird\n");
  expect(() => set.open("docs/b.md")).toThrow(/there is no such page\. Did you mean "docs\/a\.md"/);
  expect(() => set.open("docs/a.md#tow-x")).toThrow(/no such section\. Did you mean "two-x"/);
});
