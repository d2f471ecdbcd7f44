import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let folder = "";

/** Creates a folder for what the test processes of one run share. They find it in the environment. */
export function setup() {
  folder = mkdtempSync(join(tmpdir(), "wellhead-tests-"));
  process.env["SHARED_TEST_FOLDER"] = folder;
}

/** Removes the folder at the end of the run. */
export function teardown() {
  rmSync(folder, { recursive: true, force: true });
}
