import { describe, expect, it } from "vitest";
import { checkCode } from "./check-code.mjs";
import { makeTree } from "./make-tree.mjs";

describe("checkCode()", () => {
  it.each([
    ["packages/sdk/src/a.ts", "export const a = b as string;", "cast without a comment"],
    ["packages/sdk/src/a.ts", "export const a = <string>b;", "cast without a comment"],
    ["packages/sdk/src/a.ts", "export const a = b!;", "cast without a comment"],
    ["packages/sdk/src/a.ts", "let a!: string;", "cast without a comment"],
    ["packages/sdk/src/a.ts", "/** The a. */\nexport const a = b as string;", "cast without a comment"],
    ["packages/contract/src/a.ts", "// It is one.\nexport const a = b as string;", "the contract has none"],
    ["packages/contract/src/a.test.ts", "export const a = b!;", "the contract has none"],
    ["packages/sdk/src/a.ts", "export const a = (b: string): string => b;", "declare it as a function"],
    ["packages/sdk/src/a.ts", "const a = function () {};", "declare it as a function"],
    ["packages/sdk/src/a.ts", "export class A {\n  private a = 1;\n}", "write it with #"],
    ["packages/sdk/src/index.ts", 'export * from "./b.js";', "list the names"],
  ])("reports %s with %s", (file, source, wanted) => {
    const problems = checkCode(makeTree({ [file]: source }));
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(wanted)]);
  });

  it.each([
    ["packages/contract/src/a.ts", "export const a = [1] as const;"],
    ["packages/sdk/src/a.ts", "// The schema above proved it.\nexport const a = b as string;"],
    ["packages/sdk/src/a.ts", "export const a = b as string; // The schema above proved it."],
    ["packages/sdk/src/a.ts", "export const a = [\n  // The schema above proved it.\n  b as string,\n];"],
    ["packages/sdk/src/a.test.ts", "export const a = b as string;"],
    [
      "packages/sdk/src/a.ts",
      "export const a: Check = (b) => b;\nf(() => { const c = () => 1; return c; });",
    ],
    ["packages/sdk/src/a.ts", "export class A {\n  #a = 1;\n}\nexport { b as c } from './b.js';"],
  ])("accepts %s with %s", (file, source) => {
    expect(checkCode(makeTree({ [file]: source }))).toEqual([]);
  });
});
