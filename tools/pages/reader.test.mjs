import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { findBlocks } from "./find-blocks.mjs";
import { firstMissing, isWhole, readBlock } from "./reader.mjs";

const room = {
  folder: tmpdir(),
  env: { PATH: process.env["PATH"] },
  replace: (/** @type {string} */ text) => text,
  restore: (/** @type {string} */ text) => text,
};

/**
 * @param {string} markdown A page with one block.
 * @returns {Promise<string[]>} The faults of the block.
 */
async function faultsOf(markdown) {
  const [block] = findBlocks("a.md", markdown);
  if (block === undefined) throw new Error("The page has no block.");
  return await readBlock(block, room);
}

test("`readBlock()` runs the commands of a block in one shell and compares their output", async () => {
  expect(await faultsOf('```sh\nname=Ada\necho "$name"\n# Ada\n```')).toEqual([]);
  expect(await faultsOf('```sh\nname=Ada\necho "$name"\n# Grace\n```')).toEqual([
    '"echo "$name"" did not print "Grace":\n    Ada',
  ]);
});

test("`readBlock()` reports a command that fails, and one that has another exit code than the page says", async () => {
  expect(await faultsOf("```sh\nfalse\necho later\n```")).toEqual(['"false" ended with 1:\n    ']);
  expect(await faultsOf("<!-- proof: exits 1 -->\n```sh\nfalse\n```")).toEqual([]);
  expect(await faultsOf("<!-- proof: exits 1 -->\n```sh\ntrue\n```")).toEqual(['"true" ended with 0:\n    ']);
});

test("`readBlock()` presses Ctrl+C once a command that stays has printed what the reader waits for", async () => {
  expect(await faultsOf('<!-- proof: until "ready" -->\n```sh\necho ready; sleep 600\n```')).toEqual([]);
  expect(await faultsOf('<!-- proof: until "ready" -->\n```sh\necho ready\n```')).toEqual([
    '"echo ready" ended by itself:\n    ready',
  ]);
});

test("`isWhole()` waits for the end of a quotation, a document and a loop", () => {
  expect(["echo 'a", "cat <<X\na", "for a in b; do", "echo a \\"].map(isWhole)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(["echo 'a'", "cat <<X\na\nX", "for a in b; do :; done"].map(isWhole)).toEqual([true, true, true]);
});

test("`firstMissing()` finds lines in their order, and any text for an ellipsis", () => {
  expect(firstMissing(["a …", "c"], "x\na b\nc\n")).toBeUndefined();
  expect(firstMissing(["c", "a"], "a\nc\n")).toBe("a");
  expect(firstMissing(["a.c"], "abc")).toBe("a.c");
});
