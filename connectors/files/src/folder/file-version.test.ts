import { appendFile, mkdtemp, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileVersion, waitUntilSettled } from "./file-version.js";
import type { FoundFile } from "./found-file.js";

async function inFolder(use: (path: string, file: () => Promise<FoundFile>) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-test-"));
  const path = join(folder, "a.csv");
  await writeFile(path, "a,b\n1,2");
  try {
    await use(path, async () => {
      const version = fileVersion(await stat(path, { bigint: true }));
      return { path, name: "a.csv", stem: "a", ending: ".csv", kind: "csv", size: 7, version };
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("waitUntilSettled() fails when a program writes to the file", () =>
  inFolder(async (path, file) => {
    const waiting = waitUntilSettled(await file(), 600_000);
    await appendFile(path, "345\n");
    await expect(waiting).rejects.toMatchObject({
      code: "upstream_unavailable",
      message: 'Could not read "a.csv": the file changed while it was read. Try again.',
    });
  }));

test("waitUntilSettled() ends at once for a file that was written long ago, and soon for one of the future", () =>
  inFolder(async (path, file) => {
    await utimes(path, 1, 1);
    await waitUntilSettled(await file(), 600_000);
    await utimes(path, 4e9, 4e9);
    await waitUntilSettled(await file(), 50);
  }));
