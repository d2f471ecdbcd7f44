import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { makeTree } from "../check/make-tree.mjs";
import { writePackage } from "./write-package.mjs";

const manifest = {
  name: "greeter",
  type: "module",
  exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  files: ["dist", "src"],
  scripts: { prepack: "exit 1" },
  devDependencies: { typescript: "1.0.0" },
  publishConfig: { access: "public", directory: "packed" },
};

const sources = {
  "index.ts": `/** Greets. */
export const greet = (): string => first();
import { first } from "./words/first.js";
export { inThread } from "./threads/in-thread.js";
export { beside, logo } from "./threads/logo.js";
export { third } from "./words/third.js";
export const later = async (): Promise<string> => (await import("./later.js")).later;
export type { Greeting } from "./greeting.js";`,
  "greeting.ts": 'import type { Word } from "./word.js";\nexport interface Greeting { readonly word: Word }',
  "word.ts": "export type Word = string;",
  "words/first.ts":
    'import { second } from "./second.js";\nexport function first(): string {\n  // The first word.\n  return "hello ".concat(second);\n}',
  // The text is part of a program that is written elsewhere.
  "words/third.ts": 'export const third = "third import.meta.url ";',
  "words/second.ts": 'export const second = "world";',
  "threads/in-thread.ts": `import { Worker } from "node:worker_threads";
import { second } from "../words/second.js";
export const inThread = (): Promise<unknown> =>
  new Promise((resolve) => new Worker(new URL("../../dist/threads/program.js", import.meta.url), { workerData: second }).on("message", resolve));`,
  // Refers to a file and a program by its own place, and shares a module with the entry only.
  "threads/logo.ts": `import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { second } from "../words/second.js";
import { third } from "../words/third.js";
export const logo = (): string => third + readFileSync(new URL("../../logo.svg", import.meta.url), "utf8");
export const beside = (): Promise<unknown> =>
  new Promise((resolve) => new Worker(new URL("./program.js", import.meta.url), { workerData: second }).on("message", resolve));`,
  "threads/program.ts":
    'import { parentPort, workerData } from "node:worker_threads";\nparentPort?.postMessage("thread ".concat(workerData));',
  // Shares a module with the entry only, which must not export it because of that.
  "later.ts": 'import { first } from "./words/first.js";\nexport const later = "later ".concat(first());',
};

const declarations = {
  "index.d.ts": 'export declare const greet: () => string;\nexport type { Greeting } from "./greeting.js";',
  "greeting.d.ts": 'import type { Word } from "./word.js";',
  "word.d.ts": "export type Word = string;",
  "words/first.d.ts": "export declare function first(): string;",
};

it("writePackage() bundles modules that work as before, with their sources and the declarations that users need", async () => {
  const files = {
    "use.mjs": `const m = await import("./packed/dist/index.js");
console.log(JSON.stringify([Object.keys(m), m.greet(), await m.later(), await m.inThread(), await m.beside(), m.logo()]));`,
    "logo.svg": "<svg/>",
    ...Object.fromEntries(Object.entries(sources).map(([name, text]) => [`src/${name}`, text])),
    ...Object.fromEntries(
      Object.keys(sources).map((name) => [`dist/${name.replace(".ts", ".js")}`, "unbundled"]),
    ),
    ...Object.fromEntries(Object.entries(declarations).map(([name, text]) => [`dist/${name}`, text])),
  };
  const root = makeTree(files);
  const out = await writePackage(root, manifest, ["package.json", ...Object.keys(files).slice(1)]);

  const printed = execFileSync(process.execPath, [join(root, "use.mjs")], { encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual([
    ["beside", "greet", "inThread", "later", "logo", "third"],
    "hello world",
    "later hello world",
    "thread world",
    "thread world",
    "third import.meta.url <svg/>",
  ]);

  const written = readdirSync(out, { recursive: true, encoding: "utf8" });
  expect(written.filter((file) => file.endsWith(".d.ts")).toSorted()).toEqual([
    "dist/greeting.d.ts",
    "dist/index.d.ts",
    "dist/word.d.ts",
  ]);
  expect(written).toContain("logo.svg");
  // Every statement of a module leads to a source, and no source has to be searched for.
  const maps = written.filter((file) => file.endsWith(".js.map"));
  const ledTo = maps.flatMap((file) => {
    const map = /** @type {{ sources: string[] }} */ (JSON.parse(readFileSync(join(out, file), "utf8")));
    return map.sources.map((source) => join(dirname(file), source));
  });
  expect([...new Set(ledTo)].toSorted()).toEqual(
    Object.keys(sources)
      .filter((name) => !["greeting.ts", "word.ts"].includes(name))
      .map((name) => `src/${name}`)
      .toSorted(),
  );
  for (const source of ledTo) expect(existsSync(join(out, source))).toBe(true);
  const modules = written
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(join(out, file), "utf8"));
  expect(modules.join("\n")).not.toMatch(/unbundled|The first word|Greets/);
  // The modules share one copy of what several of them import.
  expect(modules.join("\n").split(/["'`]world["'`]/)).toHaveLength(2);

  const { name, exports, ...rest } = JSON.parse(readFileSync(join(out, "package.json"), "utf8"));
  expect({ name, exports }).toEqual({ name: "greeter", exports: manifest.exports });
  expect(rest).toEqual({ type: "module", publishConfig: { access: "public" } });
});
