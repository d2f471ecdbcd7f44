import { describe, expect, it } from "vitest";
import { checkSymbols } from "./check-symbols.mjs";
import { makeTree } from "./make-tree.mjs";

const SOURCE =
  "export function a() {}\nconst b = 1;\nexport class C {\n  d() {}\n  #e() {}\n}\nexport interface F {}";

/**
 * @param {string} text A page.
 * @returns {string[]} The problems of its links.
 */
function messages(text) {
  return checkSymbols(makeTree({ "docs/a.md": text, "src/a.ts": SOURCE })).map(({ message }) => message);
}

describe("checkSymbols()", () => {
  it.each(["a", "b", "C", "C.d", "F"])("accepts %s, which the file declares", (name) => {
    expect(messages(`[\`${name}\`](../src/a.ts)`)).toEqual([]);
  });

  it.each(["g", "C.g", "C.e", "a.d", "d"])("reports %s, which it does not", (name) => {
    expect(messages(`One.\n\n[\`${name}\`](../src/a.ts)`)).toEqual([
      `links to "${name}", which "src/a.ts" does not declare`,
    ]);
  });

  it("leaves links alone that name no source file, or text that is no name", () => {
    expect(
      messages("[`g`](a.md) [`g`](../src/none.ts) [the file g](../src/a.ts) [`src/a.ts`](../src/a.ts)"),
    ).toEqual([]);
  });
});
