import { expect, it } from "vitest";
import { checkTarballs } from "./check-tarballs.mjs";
import { makeTree } from "./make-tree.mjs";

/**
 * @param {string} name Name of the package.
 * @param {object} more Further members.
 * @returns {string} The text of a `package.json`.
 */
function manifest(name, more) {
  return JSON.stringify({ name, version: "1.0.0", files: ["dist"], exports: "./dist/index.js", ...more });
}

it("checkTarballs() reports what only tests use, and what is missing, in each published package", () => {
  const compiled = {
    "dist/index.js": "",
    "dist/worker.js": "",
    "src/index.ts": 'new URL("./worker.js", here);',
  };
  const root = makeTree({
    "package.json": JSON.stringify({ name: "root", private: true, workspaces: ["packages/*"] }),
    ...Object.fromEntries(
      Object.entries({
        "good/package.json": manifest("good", {}),
        "faulty/package.json": manifest("faulty", { files: ["dist", "!dist/lost.*"] }),
        "private/package.json": manifest("private", { private: true }),
        ...Object.fromEntries(
          ["good", "faulty", "private"].flatMap((name) =>
            Object.entries(compiled).map(([file, text]) => [`${name}/${file}`, text]),
          ),
        ),
        "good/src/worker.ts": "",
        "good/dist/deleted-long-ago.js": "",
        "private/src/harness.ts": "",
        "private/dist/harness.js": "",
        "faulty/src/worker.ts": 'import type { Lost } from "./lost.js";',
        "faulty/src/lost.ts": "",
        "faulty/dist/lost.js": "",
        "faulty/src/harness.ts": 'import "./index.js";',
        "faulty/dist/harness.js": "",
        "faulty/dist/harness.js.map": "",
        "faulty/dist/a.test.js": "",
      }).map(([file, text]) => [`packages/${file}`, text]),
    ),
  });
  expect(checkTarballs(root).map(({ file, message }) => `${file} ${message.split(",", 1)[0]}`)).toEqual([
    'packages/faulty/package.json packs "dist/a.test.js"',
    'packages/faulty/package.json packs "dist/harness.js"',
    'packages/faulty/package.json does not pack "src/lost.ts"',
  ]);
});
