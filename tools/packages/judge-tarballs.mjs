import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/** @import { PackedPackage } from "./pack-packages.mjs" */

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
  const types = await checkPackage(createPackageFromTarballData(bytes));
  const problems = types.types === false ? [] : types.problems;
  return [
    ...messages.map(
      (message) => `publint: ${formatMessage(message, manifest, { color: false }) ?? message.code}`,
    ),
    ...problems
      .map((problem) => `${problem.kind} ${"resolutionKind" in problem ? problem.resolutionKind : ""}`.trim())
      .filter((problem) => !OF_MODULES.has(problem))
      .map((problem) => `types: ${problem}`),
    ...lostSources(unpacked, folder),
    ...lostFiles(unpacked),
  ].map((fault) => `${name}: ${fault}`);
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
