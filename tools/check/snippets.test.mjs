import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTree } from "./make-tree.mjs";
import { checkSnippets, writeSnippets } from "./snippets.mjs";

const SOURCE =
  "function f() {\n  // #region middle\n  const a = 1;\n\n  if (a) g();\n  // #endregion middle\n}\n";

describe("checkSnippets()", () => {
  it("accepts a snippet when it is what its file says, taken out of its indentation", () => {
    const text = "```ts snippet=examples/a.ts#middle\nconst a = 1;\n\nif (a) g();\n```\n";
    expect(checkSnippets(makeTree({ "README.md": text, "examples/a.ts": SOURCE }))).toEqual([]);
  });

  it("accepts a whole file, and leaves fences without a source alone", () => {
    const text = "```json snippet=a.json\n{}\n```\n\n```ts\nanything();\n```\n";
    expect(checkSnippets(makeTree({ "README.md": text, "a.json": "{}\n" }))).toEqual([]);
  });

  it.each([
    ["differs", "examples/a.ts#middle", "differs"],
    ["names a missing file", "examples/b.ts", "does not exist"],
    ["names a missing region", "examples/a.ts#end", "no such region"],
  ])("reports a snippet when it %s", (_what, source, wanted) => {
    const text = `# Title\n\n\`\`\`ts snippet=${source}\nconst a = 2;\n\`\`\`\n`;
    const problems = checkSnippets(makeTree({ "docs/a.md": text, "examples/a.ts": SOURCE }));
    expect(problems).toMatchObject([
      { file: "docs/a.md", line: 3, message: expect.stringContaining(wanted) },
    ]);
  });

  it("reports a snippet of a documentation comment when it differs", () => {
    const text =
      "/**\n * An f.\n *\n * ```ts snippet=examples/a.ts#middle\n * old();\n * ```\n */\nexport const a = 1;\n";
    const root = makeTree({ "packages/sdk/src/a.ts": text, "examples/a.ts": SOURCE });
    expect(checkSnippets(root)).toMatchObject([{ file: "packages/sdk/src/a.ts", line: 4 }]);
  });
});

describe("writeSnippets()", () => {
  it("rewrites what differs, in Markdown and in comments, and nothing else", () => {
    const root = makeTree({
      "README.md": "a\n```ts snippet=examples/a.ts#middle\nold\n```\nz\n",
      "packages/sdk/src/a.ts":
        "/**\n * ```ts snippet=examples/a.ts#middle\n * old\n * ```\n */\nexport const a = 1;\n",
      "docs/same.md": "untouched\n",
      "examples/a.ts": SOURCE,
    });
    expect(writeSnippets(root)).toEqual(["README.md", "packages/sdk/src/a.ts"]);
    expect(readFileSync(join(root, "README.md"), "utf8")).toBe(
      "a\n```ts snippet=examples/a.ts#middle\nconst a = 1;\n\nif (a) g();\n```\nz\n",
    );
    expect(readFileSync(join(root, "packages/sdk/src/a.ts"), "utf8")).toContain(
      " * const a = 1;\n *\n * if (a) g();\n",
    );
    expect(checkSnippets(root)).toEqual([]);
    expect(writeSnippets(root)).toEqual([]);
  });
});
