import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * Writes a small tree into a temporary folder for the running test and removes it when the test ends.
 *
 * @param {Record<string, string>} files File contents by path.
 * @returns {string} The folder.
 */
export function makeTree(files) {
  const root = mkdtempSync(join(tmpdir(), "wellhead-tree-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}
