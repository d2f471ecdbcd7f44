import { describe, expect, it } from "vitest";
import { checkTsdoc } from "./check-tsdoc.mjs";
import { makeTree } from "./make-tree.mjs";

const MANIFEST = JSON.stringify({
  name: "@wellhead/sdk",
  exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
});

/**
 * @param {Record<string, string>} files Files below `packages/sdk/src`.
 * @returns {string[]} The messages of the check, with the file.
 */
function messages(files) {
  /** @type {Record<string, string>} */
  const tree = { "packages/sdk/package.json": MANIFEST };
  for (const [name, text] of Object.entries(files)) tree[`packages/sdk/src/${name}`] = text;
  const root = makeTree(tree);
  return checkTsdoc(root).map(({ file, message }) => `${file.slice("packages/sdk/src/".length)} ${message}`);
}

describe("checkTsdoc()", () => {
  it.each([
    ["export const a = 1;", '"a" without a documentation comment'],
    ["// A comment.\nexport const a = 1;", '"a" without'],
    ["/* A comment. */\nexport const a = 1;", '"a" without'],
    ["/** @internal */\nexport const a = 1;", '"a" without'],
    ["/** For b. */\nconst b = 1;\nexport const a = b;", '"a" without'],
    ["export type A = string;", '"A" without'],
    ["export default f({});", '"default" without'],
    ["const a = 1;\nexport { a as b };", '"b" without'],
    ["/** Does. */\nexport function a(b: string): void {}", 'a @param for "b"'],
    ["/** Does.\n * @param c The c. */\nexport function a(b = 1): void {}", 'a @param for "b"'],
    ["/** Does. */\nexport function a({ b }: B): void {}", "a @param for"],
    ["/** Does. */\nexport function a(): string { return ''; }", "without a @returns"],
    ["/** Does. */\nexport async function a(): Promise<string> { return ''; }", "without a @returns"],
    ["/** All. */\nexport interface AOptions {\n  b?: string;\n}", '"AOptions.b" without'],
    ["/** One. */\nexport class A {\n  b(): void {}\n}", '"A.b" without'],
    ["/** One. */\nexport class A {\n  constructor(b: string) {}\n}", '"A.constructor" without'],
    ['export * from "./b.js";', "list the names"],
  ])("reports %s", (source, wanted) => {
    expect(messages({ "index.ts": source, "b.ts": "" })).toEqual([expect.stringContaining(wanted)]);
  });

  it.each([
    "/** The a. */\nexport const a = 1;",
    "/** Does.\n * @param b The b.\n * @returns A string. */\nexport function a(b: string): string { return b; }",
    "/** Does.\n * @param options The b. */\nexport async function a({ b }: B): Promise<void> {}",
    "/** One. */\nexport class A {\n  #b = 1;\n  toString(): string { return ''; }\n}",
    'export { x } from "@wellhead/contract";',
    "/** Made. */\nexport default f({});",
  ])("accepts %s", (source) => {
    expect(messages({ "index.ts": source })).toEqual([]);
  });

  it("follows re-exports to the declaration", () => {
    const files = {
      "index.ts": 'export { a as b } from "./a/index.js";\nexport type { C } from "./c.js";',
      "a/index.ts": 'import { a } from "./a.js";\nexport { a };',
      "a/a.ts": "export const a = 1;",
      "c.ts": "/** The C. */\nexport interface C {}",
    };
    expect(messages(files)).toEqual(['a/a.ts exports "b" without a documentation comment']);
  });

  it("reports an entry that is not there", () => {
    expect(messages({ "other.ts": "" })).toEqual([expect.stringContaining("is missing")]);
  });
});
