import { Logger, LogLevel } from "typedoc";
import { expect, it } from "vitest";
import { makeTree } from "../check/make-tree.mjs";
import { convertPackages } from "./convert.mjs";
import { documentationFaults } from "./documentation-faults.mjs";

class ListLogger extends Logger {
  /** @type {string[]} */
  warnings = [];

  /**
   * @param {string} message
   * @param {LogLevel} level
   * @override
   */
  log(message, level) {
    if (level >= LogLevel.Warn) this.warnings.push(message);
  }
}

const FAULTY = `
export const a1 = 1;
// A comment.
export const a2 = 1;
/** @internal */
export const a3 = 1;
export type A4 = string;
export interface A5 { b: string }
/** Does. */
export function b1(b: string): void {}
/** Does.
 * @param c The c. */
export function b2(b = 1): void {}
/** Does. */
export function b3({ b }: A5): void {}
/** Does. */
export function b4(): string { return ""; }
/** Does. */
export async function b5(): Promise<string> { return ""; }
/** All. */
export interface C1Options { b?: string }
/** One. */
export class C2 { b(): void {} text = ""; }
/** One. */
export class C3 { constructor(b: string) {} }
/** See {@link Nothing}. */
export const d1 = 1;
`;

const COMPLETE = `
/** The a. */
export const a = 1;
/** One. */
export interface B { c: string }
/** Does.
 * @param b The b.
 * @returns A string. */
export function e1(b: string): string { return b; }
/** Does.
 * @param options The b. */
export async function e2({ c }: B): Promise<void> {}
const brand = Symbol("brand");
/** One. */
export class E3 {
  #b = 1;
  /** The text. */
  get text(): string { return ""; }
  readonly [brand] = true;
}
`;

const SDK = `
/** Does. */
export function s1(): void {}
/** One.
 * @example
 * \`\`\`ts
 * s2;
 * \`\`\` */
export const s2 = 1;
/** Does.
 * @example
 * \`\`\`ts snippet=a.ts#s3
 * s3();
 * \`\`\` */
export function s3(): void;
export function s3(): void {}
`;

it("reports each missing part of the documentation and each broken link, and nothing else", async () => {
  const root = makeTree({
    "tsconfig.base.json": '{ "compilerOptions": { "strict": true, "lib": ["es5", "es2015.promise"] } }',
    "packages/faulty/package.json": '{ "name": "faulty" }',
    "packages/faulty/src/index.ts": FAULTY,
    "packages/complete/package.json": '{ "name": "complete" }',
    "packages/complete/src/index.ts": COMPLETE,
    "packages/sdk/package.json": '{ "name": "@wellhead/sdk" }',
    "packages/sdk/src/index.ts": SDK,
  });
  const logger = new ListLogger();
  const entries = ["faulty", "complete", "@wellhead/sdk"].map((name) => ({
    packageName: name,
    name,
    file: `packages/${name.replace("@wellhead/", "")}/src/index.ts`,
  }));
  const { project } = await convertPackages(root, { entries, logger });

  const undocumented = ", defined in faulty/src/index.ts, does not have any documentation";
  expect(logger.warnings.toSorted()).toEqual([
    'Failed to resolve link to "Nothing" in comment for faulty.d1',
    'The signature faulty.b2 has an @param with name "c", which was not used',
    `faulty.A4 (TypeAlias)${undocumented}`,
    `faulty.A5 (Interface)${undocumented}`,
    `faulty.C2.b (CallSignature)${undocumented}`,
    `faulty.C3.constructor (ConstructorSignature)${undocumented}`,
    `faulty.a1 (Variable)${undocumented}`,
    `faulty.a2 (Variable)${undocumented}`,
    `faulty.a3 (Variable)${undocumented}`,
  ]);
  const problems = documentationFaults(project);
  expect(problems.map(({ message }) => message).toSorted()).toEqual([
    'exports "C1Options.b" without a documentation comment',
    'exports "C2.text" without a documentation comment',
    'exports "b1" without a @param for "b"',
    'exports "b2" without a @param for "b"',
    'exports "b3" without a @param for "__namedParameters"',
    'exports "b4" without a @returns',
    'exports "b5" without a @returns',
    'exports "s1" without an @example that names its compiled file',
    'exports "s2" without an @example that names its compiled file',
  ]);
  const line = FAULTY.split("\n").indexOf('export function b4(): string { return ""; }') + 1;
  expect(problems).toContainEqual({
    file: "packages/faulty/src/index.ts",
    line,
    message: 'exports "b4" without a @returns',
  });
});
