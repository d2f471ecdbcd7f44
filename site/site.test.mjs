import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { connectorSections } from "./connector-sections.mjs";
import { writeMachinePages } from "./machine-pages.mjs";
import { moveLinks } from "./move-links.mjs";
import { siteFaults } from "./site-faults.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
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

test("every page has a copy for programs, whose links lead to such copies, and the skills have an index", () => {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-machine-"));
  const [assembled, target] = [join(folder, "pages"), join(folder, "built")];
  mkdirSync(join(assembled, "docs"), { recursive: true });
  mkdirSync(target);
  writeFileSync(
    join(assembled, "docs/sql.md"),
    "# SQL\n\n<!-- proof: none because -->\n```ts snippet=a.ts#b\n[x](/docs/rows)\n```\n\nRead [rows](/docs/rows#limits) with the SQL of the engine. More.\n",
  );
  writeFileSync(
    join(assembled, "docs/rows.md"),
    "# Rows\n\n[API](/api-reference/index.html), [all](/docs/).\n",
  );
  writeFileSync(join(assembled, "docs/index.md"), "# Guides\n\nAll of them.\n");
  writeFileSync(join(assembled, "index.md"), "---\nlayout: home\n---\n");
  writeMachinePages({ pages: assembled, skills: join(root, "packages/create-wellhead/skills"), target });
  /** @type {(path: string) => string} */
  const read = (path) => readFileSync(join(target, path), "utf8");
  expect(read("docs/sql.md")).toBe(
    "# SQL\n\n```ts\n[x](/docs/rows)\n```\n\nRead [rows](/docs/rows.md#limits) with the SQL of the engine. More.\n",
  );
  expect(read("docs/rows.md")).toContain("[API](/api-reference/index.html), [all](/docs/index.md)");
  expect(read("llms.txt")).toContain("## Guides and reference\n\n- [Guides](/docs/index.md)");
  expect(read("llms.txt")).toContain("- [SQL](/docs/sql.md): Read rows with the SQL of the engine.\n");
  expect(read("llms-full.txt").match(/^<!-- \/docs\/\w+\.md -->$/gm)).toHaveLength(3);
  const { skills } = JSON.parse(read(".well-known/agent-skills/index.json"));
  expect(skills).toHaveLength(3);
  for (const { name, url, digest, description } of skills) {
    expect(url).toBe(`/.well-known/agent-skills/${name}/SKILL.md`);
    expect(digest).toBe(`sha256:${createHash("sha256").update(read(url)).digest("hex")}`);
    expect(description.length).toBeGreaterThan(40);
  }
  expect(read(".well-known/agent-skills/write-a-connector/references/paging.md")).not.toContain("snippet=");
  rmSync(folder, { recursive: true });
});
