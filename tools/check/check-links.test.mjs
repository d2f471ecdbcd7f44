import { describe, expect, it } from "vitest";
import { checkLinks } from "./check-links.mjs";
import { makeTree } from "./make-tree.mjs";

describe("checkLinks()", () => {
  it.each([
    ["[a](missing.md)", '"missing.md", which does not exist'],
    ['[a](missing.md "title")', "does not exist"],
    ["![a](missing.png)", "does not exist"],
    ["[a][b]\n\n[b]: missing.md", "does not exist"],
    ['<img src="missing.png">', "does not exist"],
    ["[a](../outside.md)", "outside the repository"],
    ["[a](other.md#nothing-like-it)", "has no such heading"],
    ["[a](#nothing-like-it)", "has no such heading"],
  ])("reports %s", (text, wanted) => {
    const problems = checkLinks(makeTree({ "README.md": text, "other.md": "# Other" }));
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(wanted)]);
  });

  it.each([
    "[a](other.md)",
    "[a](./other.md#the-first-one-it-says)",
    "[a](/other.md#twice-1)",
    "[a](docs)",
    "[a](https://a.example/missing.md) and [b](mailto:a@a.example)",
    "`[a](missing.md)`",
    "```md\n[a](missing.md)\n```",
    "a[^b]\n\n[^b]: What a footnote says",
    "# Here\n\n[a](#here)",
    '<a id="anchor"></a>[a](#anchor)',
  ])("accepts %s", (text) => {
    const other = "# The *first* one, `it` says!\n## Twice\n## Twice\n";
    expect(checkLinks(makeTree({ "README.md": text, "other.md": other, "docs/a.txt": "" }))).toEqual([]);
  });

  it("names the line of the link", () => {
    expect(checkLinks(makeTree({ "docs/a.md": "one\ntwo [a](b.md)\n" }))).toMatchObject([
      { file: "docs/a.md", line: 2 },
    ]);
  });
});
