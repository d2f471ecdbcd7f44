import { describe, expect, it } from "vitest";
import { checkWords } from "./check-words.mjs";
import { makeTree } from "./make-tree.mjs";

// The words are concatenated, because otherwise the check would find them in this file.
const SLASH = "/";
const DOT = ".";
const LATER = ["TO", "DO"].join("");
const BROKEN = ["FIX", "ME"].join("");
const TICKET = ["iss", "ue"].join("");

describe("checkWords()", () => {
  it.each([
    ["docs/a.md", `See ${SLASH}work/main for more.`],
    ["packages/sdk/src/a.ts", `const path = "${SLASH}root/x";`],
    ["packages/sdk/src/a.ts", `const path = "${SLASH}home/me/x";`],
    ["docs/a.md", `See ..${SLASH}shared for more.`],
    [".ci/run", `cp ..${SLASH}shared/a .`],
    ["docs/a.md", `As ${TICKET} #12 says.`],
    ["packages/sdk/src/a.ts", `// ${LATER}: finish`],
    ["docs/a.md", BROKEN],
    ["packages/sdk/src/a.ts", `note("Wrote the tokens.${DOT}");`],
    ["packages/sdk/src/a.test.ts", `it${DOT}only("a", f);`],
    ["packages/sdk/src/a.test.ts", `describe${DOT}skip("a", f);`],
    ["packages/sdk/src/a.test.ts", `context${DOT}skip();`],
  ])("reports %s with %s", (file, text) => {
    expect(checkWords(makeTree({ [file]: `first line\n${text}\n` }))).toMatchObject([{ file, line: 2 }]);
  });

  it.each([
    ["docs/a.md", "A tracker's issues live at https://a.example/home/x and ~/work/x; /rooted is fine."],
    ["packages/sdk/src/a.ts", `query${DOT}skip(1);`],
    ["docs/a.md", "Wait ... then read ../other, all..."],
    ["samples/a.json", `["${LATER}"]`],
    ["connectors/files/src/fixtures/a.json", `["${LATER}"]`],
    ["samples/a.csv", `note\n${LATER}`],
  ])("accepts %s with %s", (file, text) => {
    expect(checkWords(makeTree({ [file]: text }))).toEqual([]);
  });

  it("leaves out the file that a linked working tree has for version control", () => {
    expect(checkWords(makeTree({ ".git": `gitdir: ${SLASH}work/main/.git/worktrees/a` }))).toEqual([]);
  });

  it("leaves out folders that version control ignores", () => {
    const root = makeTree({
      ".gitignore": "coverage/\n",
      "coverage/a.md": LATER,
      "dist/a.js": LATER,
    });
    expect(checkWords(root)).toEqual([]);
  });
});
