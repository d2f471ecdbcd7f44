import { expect, it } from "vitest";
import { checkManifests } from "./check-manifests.mjs";
import { makeTree } from "./make-tree.mjs";

/** A manifest without a fault. */
const whole = {
  name: "@wellhead/whole",
  version: "1.2.0",
  description: "Whole",
  license: "MIT",
  engines: { node: ">=20" },
  exports: "./dist/index.js",
  files: ["dist", "src", "CHANGELOG.md"],
  publishConfig: { access: "public", directory: "packed" },
};

/**
 * @param {Record<string, unknown>} change Members to replace.
 * @param {Record<string, string | undefined>} [files] Files next to the manifest; `undefined` leaves one out.
 * @returns {string[]} What the check reports about a package with these members.
 */
function faultsOf(change, files = {}) {
  const next = { "README.md": "", "CHANGELOG.md": "", LICENSE: "the licence", ...files };
  const root = makeTree({
    LICENSE: "the licence",
    "packages/hidden/package.json": JSON.stringify({ name: "@wellhead/hidden", private: true }),
    "packages/one/package.json": JSON.stringify({ ...whole, ...change }),
    ...Object.fromEntries(
      Object.entries(next).flatMap(([file, text]) =>
        text === undefined ? [] : [[`packages/one/${file}`, text]],
      ),
    ),
  });
  return checkManifests(root).map(({ message }) => message);
}

it("checkManifests() finds no fault in a package that can be installed", () => {
  const dependencies = { fastify: "^5.12.8", engine: "~1.5.5-r.5", "@wellhead/whole": "^1.2.0" };
  expect(faultsOf({ dependencies, peerDependencies: { vitest: ">=3" } })).toEqual([]);
  expect(faultsOf({ peerDependencies: { "@wellhead/whole": "1.x" } })).toEqual([]);
  expect(faultsOf({ private: true, description: "" }, { LICENSE: undefined })).toEqual([]);
});

it.each([
  [{ description: "" }, 'has no "description"'],
  [{ publishConfig: { directory: "packed" } }, 'has no "publishConfig" with public access'],
  [{ publishConfig: { access: "public" } }, 'has no "publishConfig" with the directory "packed"'],
  [{ files: ["dist", "src"] }, 'does not pack "CHANGELOG.md"'],
  [{ files: ["dist", "CHANGELOG.md"] }, 'packs "dist" without "src"'],
  [{ dependencies: { fastify: "5.12.8" } }, 'depends on "fastify" "5.12.8": expected a range'],
  [{ peerDependencies: { vitest: "4.1.12" } }, 'depends on "vitest" "4.1.12": expected a range'],
  [{ optionalDependencies: { pg: "*" } }, 'depends on "pg" "*": expected a range'],
  [{ dependencies: { "@wellhead/whole": "^1.1.0" } }, 'expected "^1.2.0", the present version'],
  [{ dependencies: { "@wellhead/whole": "1.x" } }, 'expected "^1.2.0", the present version'],
  [{ peerDependencies: { "@wellhead/whole": "0.x" } }, 'expected "^1.2.0", the present version'],
  [{ dependencies: { "@wellhead/hidden": "^1.2.0" } }, 'depends on "@wellhead/hidden", which is private'],
])("checkManifests() reports %j", (change, message) => {
  expect(faultsOf(change)).toEqual([expect.stringContaining(message)]);
});

it("checkManifests() reports files that are missing or differ", () => {
  expect(faultsOf({}, { "README.md": undefined })).toEqual(["has no README.md next to it"]);
  expect(faultsOf({}, { LICENSE: undefined })).toEqual(["has no LICENSE next to it"]);
  expect(faultsOf({}, { LICENSE: "another" })).toEqual([expect.stringContaining("copy it")]);
});
