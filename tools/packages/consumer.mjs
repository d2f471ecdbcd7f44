import { execFile, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** @import { PackedPackage } from "./pack-packages.mjs" */

const run = promisify(execFile);

/** The examples that a consumer compiles and serves: 22 lines, and a real API in 44 lines. */
const EXAMPLES = ["minimal-connector/moons.ts", "github-issues/github-issues.ts"];

const TSCONFIG = {
  compilerOptions: {
    target: "es2023",
    lib: ["es2023"],
    module: "nodenext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    noEmit: true,
  },
  include: ["*.ts"],
};

/**
 * Writes a project outside of this repository: two connectors, and two modules that import each entry point of each
 * package that is installed, one for its types and one to run.
 *
 * @param {string} project Folder to create.
 * @param {{ root: string, packages: readonly PackedPackage[] }} options Root of this repository, and the packages that
 *   the project has.
 * @returns {void}
 */
export function writeConsumer(project, { root, packages }) {
  mkdirSync(project, { recursive: true });
  for (const example of EXAMPLES)
    copyFileSync(join(root, "examples", example), join(project, example.replace(/^.*\//, "")));
  const manifest = { name: "consumer", private: true, type: "module" };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(TSCONFIG));
  const names = entryPoints(packages);
  // The functions of vitest work in its own process only.
  const imports = names.filter((name) => !name.endsWith("/vitest")).map((name) => `import "${name}";\n`);
  writeFileSync(join(project, "all.mjs"), imports.join(""));
  const typed = names.map((name, index) => `import type * as m${index} from "${name}";\n`);
  const uses = typed.map((_line, index) => `keyof typeof m${index}`).join(" | ");
  writeFileSync(join(project, "types.ts"), `${typed.join("")}export type Names = ${uses};\n`);
}

/**
 * @param {readonly PackedPackage[]} packages Packages.
 * @returns {string[]} Everything that may be imported from them and has types. Programs of engines are started, not
 *   imported, and have none.
 */
function entryPoints(packages) {
  return packages.flatMap(({ name, manifest: { exports } }) =>
    Object.entries(typeof exports === "object" ? exports : {})
      .filter(([, target]) => typeof target === "object" && target !== null && "types" in target)
      .map(([path]) => name + path.slice(1)),
  );
}

/**
 * Imports every entry point, then compiles the project strictly, and the types of everything it imports too.
 *
 * @param {string} project Its folder.
 * @param {string} compiler Path of `tsc`.
 * @returns {Promise<void>}
 * @throws {Error} With what the compiler printed.
 */
export async function compileConsumer(project, compiler) {
  await run(process.execPath, [join(project, "all.mjs")]);
  try {
    await run(process.execPath, [compiler, "-p", project]);
  } catch (error) {
    // What a command that failed has printed is a member of its error.
    const { stdout } = /** @type {{ stdout?: string }} */ (error);
    throw new Error(`Could not compile a project that uses the packages.\n${stdout}`, { cause: error });
  }
}

/**
 * Serves the small connector with the installed command, judges it and copies its rows.
 *
 * @param {string} project Folder of the project.
 * @returns {Promise<void>}
 * @throws {Error} When a step fails or the rows differ.
 */
export async function useConsumer(project) {
  const program = join(project, "node_modules/@wellhead/cli/bin/wellhead.js");
  const words = [program, "serve", "moons.ts", "--port", "0", "--log-level", "error"];
  const service = spawn(process.execPath, words, { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const url = await addressOf(service);
    await run(process.execPath, [program, "check", url], { cwd: project });
    const pull = [program, "pull", url, "moons", "-o", "moons.csv", "--force"];
    await run(process.execPath, pull, { cwd: project });
    const rows = readFileSync(join(project, "moons.csv"), "utf8");
    if (!rows.includes("titan,Saturn,2574.7"))
      throw new Error(`Could not copy the rows: expected Titan in moons.csv, got\n${rows}`);
  } finally {
    service.kill();
  }
}

/**
 * Waits until a service prints its address.
 *
 * @param {import("node:child_process").ChildProcess} service The process.
 * @returns {Promise<string>} The address.
 * @throws {Error} When the process ends before.
 */
export function addressOf(service) {
  return new Promise((resolve, reject) => {
    let printed = "";
    service.stdout?.on("data", (text) => {
      printed += text;
      const address = /listens on (\S+)/.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    });
    service.on("exit", (code) => reject(new Error(`Could not serve the connector: exit code ${code}.`)));
  });
}
