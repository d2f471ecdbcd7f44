import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { fetchPackage } from "../tests/fetch-package.mjs";

/** @import { PackedPackage } from "./pack-packages.mjs" */

/** The version of "Are the types wrong?", which brings a compiler of 23 MB. */
const ARE_THE_TYPES_WRONG = "0.18.5";

/**
 * @typedef {object} TypesProblem A problem that "Are the types wrong?" reports.
 * @property {string} kind Its kind.
 * @property {string} [resolutionKind] How the package was resolved.
 */

/**
 * @typedef {object} TypesJudge What is used of "Are the types wrong?".
 * @property {(bytes: Uint8Array) => unknown} createPackageFromTarballData Reads a tarball.
 * @property {(tarball: unknown) => Promise<{ types: false } | { types: object, problems: TypesProblem[] }>} checkPackage
 *   Checks it.
 */

/**
 * What "Are the types wrong?" reports about every package that is an ES module only: old resolution does not read
 * `exports`, and CommonJS loads it with `import()` or, from Node 20.19, with `require()`.
 */
const OF_MODULES = new Set(["NoResolution node10", "CJSResolvesToESM node16-cjs"]);

/** A file that a module names by its own place, or by the place that it had before it was bundled. */
const NAMED_BY_PLACE =
  /new URL\(`(\.[^`]+)`,(?:new URL\(`([^`]+)`,import\.meta\.url\)\.href|import\.meta\.url)\)/g;

/**
 * Judges a tarball with publint, with "Are the types wrong?", and follows its source maps and the names of its files.
 *
 * @param {PackedPackage} packed The package.
 * @param {string} unpacked Folder with the content of its tarball.
 * @returns {Promise<string[]>} The faults.
 */
export async function judgeTarball({ name, folder, manifest, tarball }, unpacked) {
  const bytes = new Uint8Array(readFileSync(tarball));
  const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const problems = await findTypeProblems(bytes);
  return [
    ...messages.map(
      (message) => `publint: ${formatMessage(message, manifest, { color: false }) ?? message.code}`,
    ),
    ...problems
      .map((problem) => `${problem.kind} ${problem.resolutionKind ?? ""}`.trim())
      .filter((problem) => !OF_MODULES.has(problem))
      .map((problem) => `types: ${problem}`),
    ...lostSources(unpacked, folder),
    ...lostFiles(unpacked),
  ].map((fault) => `${name}: ${fault}`);
}

/**
 * @param {Uint8Array} tarball A tarball.
 * @returns {Promise<readonly TypesProblem[]>} What "Are the types wrong?" reports about it.
 */
async function findTypeProblems(tarball) {
  const home = await fetchPackage("@arethetypeswrong/core", ARE_THE_TYPES_WRONG);
  const module = join(home, "node_modules/@arethetypeswrong/core/dist/index.js");
  const judge = /** @type {TypesJudge} */ (await import(pathToFileURL(module).href));
  const found = await judge.checkPackage(judge.createPackageFromTarballData(tarball));
  return found.types === false ? [] : found.problems;
}

/**
 * @param {string} unpacked Folder with the content of a tarball.
 * @param {string} folder Folder of the package. Maps of modules that it no longer has are left of an earlier build, and
 *   are not judged.
 * @returns {string[]} Maps whose source is neither in them nor in the tarball.
 */
function lostSources(unpacked, folder) {
  return readdirSync(unpacked, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".map"))
    .flatMap((path) => {
      const file = join(unpacked, path);
      // The members of a source map, as the compiler writes them.
      const { sources, sourcesContent } =
        /** @type {{ sources: string[], sourcesContent?: (string | null)[] }} */ (
          JSON.parse(readFileSync(file, "utf8"))
        );
      return sources
        .filter(
          (source, index) =>
            typeof sourcesContent?.[index] !== "string" &&
            !existsSync(join(dirname(file), source)) &&
            existsSync(join(folder, dirname(path), source)),
        )
        .map((source) => `"${path}" leads to "${source}", which is not packed`);
    });
}

/**
 * @param {string} unpacked Folder with the content of a tarball.
 * @returns {string[]} Modules that name a file by its place which is not in the tarball.
 */
function lostFiles(unpacked) {
  return readdirSync(unpacked, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .flatMap((path) => {
      const file = join(unpacked, path);
      return Array.from(
        readFileSync(file, "utf8").matchAll(NAMED_BY_PLACE),
        ([, name = "", before = ""]) => ({
          name,
          found: existsSync(fileURLToPath(new URL(name, new URL(before, pathToFileURL(file))))),
        }),
      )
        .filter(({ found }) => !found)
        .map(({ name }) => `"${path}" names "${name}", which is not packed`);
    });
}
