import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connectorSections } from "./connector-sections.mjs";
import { moveLinks } from "./move-links.mjs";
import { siteFaults } from "./site-faults.mjs";

const pages = new Map([
  ["packages/cli/README.md", "packages/cli.md"],
  ["docs/sql.md", "docs/sql.md"],
  ["docs/requirements/data.whole.md", "docs/requirements/data.md#datawhole"],
]);

test("a link leads to the page of its file, and one to a file without a page becomes text", () => {
  /** @type {(text: string) => string} */
  const move = (text) => moveLinks(text, { file: "packages/cli/README.md", pages });
  expect(move("[SQL](../../docs/sql.md#limits)")).toBe("[SQL](/docs/sql#limits)");
  expect(move("[whole](../../docs/requirements/data.whole.md)")).toBe(
    "[whole](/docs/requirements/data#datawhole)",
  );
  expect(move("[command](../cli) and [`a`](src/a.ts)")).toBe("[command](/packages/cli) and `a`");
  expect(move("[web](https://example.org/a) [here](#dev)")).toBe("[web](https://example.org/a) [here](#dev)");
  expect(move("![rows](../../docs/images/rows.png)")).toBe("![rows](../docs/images/rows.png)");
  expect(move("```md\n[`a`](src/a.ts)\n```")).toBe("```md\n[`a`](src/a.ts)\n```");
});

test("the sections of a connector list its accounts, filters, columns and limits", async () => {
  const { default: github } = await import("../connectors/github/dist/index.js");
  const sections = await connectorSections(github);
  for (const text of [
    "### Access token {#account-token}",
    "| `token` | Access token | password | yes |",
    "### Issues {#source-issues}",
    "| `repository` | Repositories | multilist | no |",
    "| `state` | State | list | no |",
    "| `labels` | array[text] |",
    "- At most 900 requests per 60 seconds",
    "- At most 100 concurrent requests",
  ])
    expect(sections).toContain(text);
  for (const id of (await github.sources()).keys()) expect(sections).toContain(`{#source-${id}}`);
});

test("a page must not load anything from another host, nor link to what does not exist", () => {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-site-"));
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "docs/sql.html"), '<h2 id="limits">Limits</h2><a href="#limits">#</a>');
  writeFileSync(
    join(folder, "index.html"),
    `<script src="/app.js"></script><link rel="preload" href="https://fonts.example/a.woff2"><img src="//cdn.example/a.png">
     <a href="https://example.org/">web</a> <a href="/docs/sql.html#limits">1</a> <a href="/docs/sql.html#rows">2</a>
     <a href="/docs/csv.html">3</a> <a class="x" href="#top">4</a>`,
  );
  expect(siteFaults(folder).toSorted()).toEqual([
    'index.html links to "#top", which does not exist',
    'index.html links to "/docs/csv.html", which does not exist',
    'index.html links to "/docs/sql.html#rows", which does not exist',
    'index.html loads "//cdn.example/a.png" from another host',
    'index.html loads "https://fonts.example/a.woff2" from another host',
  ]);
  rmSync(folder, { recursive: true });
});
