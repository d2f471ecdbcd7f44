import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkTypes } from "./check-types.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wellhead-types-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Installs the real compiler, and a package without types. */
function installRealCompiler(): void {
  installCompiler("");
  rmSync(join(folder, "node_modules/typescript"), { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  symlinkSync(dirname(resolve("typescript/package.json")), join(folder, "node_modules/typescript"));
}

/** Installs a compiler that runs the code instead of checking types. */
function installCompiler(code: string): void {
  for (const [name, files] of [
    ["@wellhead/sdk", { "package.json": "{}", "index.js": "" }],
    ["typescript", { "package.json": "{}", "bin/tsc": code }],
  ] as const) {
    const root = join(folder, "node_modules", name);
    mkdirSync(join(root, "bin"), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
  }
}

const check = (signal = new AbortController().signal) =>
  checkTypes({ folder, files: [join(folder, "moons.ts")], signal });

test("checkTypes() reads all that the compiler prints, however it ends", async () => {
  installCompiler(
    `for (let line = 1; line <= 5000; line += 1) console.log("moons.ts(" + line + ",1): error TS1: wrong"); process.exitCode = 2;`,
  );
  const result = await check();
  expect(result).toHaveProperty("faults.length", 5000);
  expect(result).toHaveProperty("faults.4999.place", {
    file: join(folder, "moons.ts"),
    line: 5000,
    column: 1,
  });
});

test("checkTypes() finds the faults of the author, and not those of packages", async () => {
  installRealCompiler();
  writeFileSync(
    join(folder, "tsconfig.json"),
    '{ "compilerOptions": { "skipLibCheck": false, "types": [] } }',
  );
  writeFileSync(
    join(folder, "node_modules/@wellhead/sdk/index.d.ts"),
    "export declare const moons: Missing;",
  );
  writeFileSync(
    join(folder, "moons.ts"),
    'import { moons } from "@wellhead/sdk";\nexport const count: number = "two";\nexport const all = moons;\n',
  );
  const result = await check();
  expect(result).toHaveProperty("faults.length", 1);
  expect(result).toHaveProperty("faults.0.place", { file: join(folder, "moons.ts"), line: 2, column: 14 });
});

test("checkTypes() checks the rest where an entry of types is missing, and says what to install", async () => {
  installRealCompiler();
  const types = '"types": ["node", "@wellhead/sdk", "vitest/globals"]';
  writeFileSync(join(folder, "tsconfig.json"), `{ /* as written */ "compilerOptions": { ${types} } }`);
  writeFileSync(join(folder, "node_modules/@wellhead/sdk/index.d.ts"), "declare const moons: number;");
  writeFileSync(join(folder, "moons.ts"), "export const count: string = moons;\n");
  const result = await check();
  expect(result?.faults.map(({ message }) => message)).toEqual([
    "TS2322: Type 'number' is not assignable to type 'string'.",
  ]);
  expect(result?.unchecked).toBe(
    "install @types/node and vitest in this folder, which its tsconfig.json needs",
  );
});

test("checkTypes() checks a folder below one with a configuration of something else", async () => {
  installRealCompiler();
  writeFileSync(join(folder, "tsconfig.json"), '{ "files": [] }');
  const below = join(folder, "below");
  mkdirSync(below);
  writeFileSync(join(below, "moons.ts"), 'export const count: number = "two";\n');
  const { signal } = new AbortController();
  const result = await checkTypes({ folder: below, files: [join(below, "moons.ts")], signal });
  expect(result).toEqual({
    faults: [
      {
        message: "TS2322: Type 'string' is not assignable to type 'number'.",
        place: { file: join(below, "moons.ts"), line: 1, column: 14 },
      },
    ],
  });
});

test("checkTypes() does not report right types when the compiler refuses the configuration", async () => {
  installCompiler(`console.log("error TS18003: No inputs were found in config file 'tsconfig.json'.");`);
  expect(await check()).toEqual({
    faults: [],
    unchecked: "error TS18003: No inputs were found in config file 'tsconfig.json'",
  });
});

test("checkTypes() that is aborted ends, although its compiler never does", async () => {
  installCompiler(`setInterval(() => {}, 1e6);`);
  const stop = new AbortController();
  const checking = check(stop.signal);
  stop.abort();
  expect(await checking).toBeUndefined();
  expect(await check(stop.signal)).toBeUndefined();
});

test("checkTypes() says why types are not checked, and needs no compiler for JavaScript", async () => {
  expect(await check()).toHaveProperty("unchecked", "install typescript and @wellhead/sdk in this folder");
  const { signal } = new AbortController();
  expect(await checkTypes({ folder, files: ["moons.mjs"], signal })).toEqual({ faults: [] });
});
