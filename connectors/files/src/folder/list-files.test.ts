import { appendFile, mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileLister } from "./list-files.js";
import { readFolder } from "./read-folder.js";

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "wellhead-test-"));
  const files = ["b.csv", "a.json", "in/c.csv", "in/deeper/d.csv", "in/.hidden.csv", "notes.txt"];
  for (const name of [...files, "node_modules/a.json", "in/node_modules/a.json"]) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), "x\n1\n");
  }
});
afterAll(() => rm(root, { recursive: true }));

describe("FileLister", () => {
  it("shows each change to the next listing, and keeps the objects of files that did not change", async () => {
    const lister = new FileLister(root, { maxFiles: 5, maxDepth: 1 });
    const list = async () => (await lister.list()).files;
    const names = async () => (await list()).map(({ name }) => name);
    const first = await list();
    expect(first.map(({ name }) => name)).toEqual(["a.json", "b.csv", "in/c.csv"]);
    await appendFile(join(root, "b.csv"), "2\n");
    const second = await list();
    expect(second.map((file, index) => file === first[index])).toEqual([true, false, true]);
    await writeFile(join(root, "in/e.csv"), "");
    await symlink(join(root, "in/c.csv"), join(root, "in/link.csv"));
    await symlink("/etc/hostname", join(root, "in/outside.csv"));
    expect(await names()).toEqual(["a.json", "b.csv", "in/c.csv", "in/e.csv", "in/link.csv"]);
    await rm(join(root, "in/link.csv"));
    await rename(join(root, "in"), join(root, "out"));
    expect(await names()).toEqual(["a.json", "b.csv", "out/c.csv", "out/e.csv"]);
    await rename(join(root, "out"), join(root, "in"));
    await rm(join(root, "in/e.csv"));
    expect(await names()).toEqual(["a.json", "b.csv", "in/c.csv"]);
  });
});

it("a file beyond the maximum that is a member of a table is not left out", async () => {
  const inner = await mkdtemp(join(root, "inner"));
  for (const name of ["a.csv", "b.csv", "t/x=1/a.csv", "t/x=2/b.csv"]) {
    await mkdir(dirname(join(inner, name)), { recursive: true });
    await writeFile(join(inner, name), "");
  }
  const { files, tables, leftOut } = await new FileLister(inner, { maxFiles: 1, maxDepth: 2 }).list();
  expect([files.length, tables.map(({ members }) => members.length), leftOut]).toEqual([1, [2], 1]);
  await rm(inner, { recursive: true });
});

describe("readFolder()", () => {
  it("returns the same entries until the folder changes", async () => {
    const later = Date.now() + 60_000;
    const last = await readFolder(root, undefined, later);
    expect(await readFolder(root, last, later)).toBe(last);
    await writeFile(join(root, "z.csv"), "");
    const next = await readFolder(root, last, later);
    expect(next.files.map(({ base }) => base)).toContain("z.csv");
    await rm(join(root, "z.csv"));
    expect((await readFolder(root, next, later)).files.map(({ base }) => base)).not.toContain("z.csv");
  });

  it("reads a folder again that had changed just before it was read", async () => {
    // A second change within the resolution of the file system's clock would not change the time of the folder.
    await writeFile(join(root, "z.csv"), "");
    const last = await readFolder(root, undefined, (await stat(root)).mtimeMs);
    expect(await readFolder(root, last, Date.now() + 60_000)).not.toBe(last);
  });
});
