import { expect, it } from "vitest";
import type { FoundFile } from "../folder/found-file.js";
import type { Table } from "../tables/table.js";
import { DescribedFiles } from "./described-files.js";

function found(name: string, kind: FoundFile["kind"] = "csv"): FoundFile {
  return { name, stem: name, kind, path: `/${name}`, ending: `.${kind}`, size: 1, version: "1" };
}

/** Files that are described when the test says so. */
function makeFiles(files: readonly FoundFile[]) {
  const waiting = new Map<string, () => void>();
  const asked: string[] = [];
  const described = new DescribedFiles((file) => {
    asked.push(file.name);
    return new Promise<readonly Table[]>((resolve) => {
      waiting.set(file.name, () => resolve([]));
    });
  });
  described.follow(files);
  const finish = (name: string): void => waiting.get(name)?.();
  return { described, asked, finish };
}

const files = ["a", "b", "c", "d", "e"].map((name) => found(name));

it("`describeListed()` waits for files once, and describes the others in the background", async () => {
  const { described, asked, finish } = makeFiles(files);
  expect(await described.describeListed(files, 0)).toBe(true);
  expect(await described.describeListed(files, 1e9)).toBe(false);
  for (const name of ["a", "b", "c", "d"]) finish(name);
  await expect.poll(() => described.tables(files[3] as FoundFile)).toEqual([]);
  expect(asked).toEqual(["a", "b", "c", "d"]);
  described.describeRemaining(files);
  await expect.poll(() => asked.at(-1)).toBe("e");
  finish("e");
  await expect.poll(() => described.tables(files[4] as FoundFile)).toEqual([]);
});

it("`describeListed()` returns before its time when all files are described", async () => {
  const { described, asked, finish } = makeFiles(files);
  const listed = described.describeListed(files, 1e9);
  for (const name of ["a", "b", "c", "d", "e"]) {
    await expect.poll(() => asked).toContain(name);
    finish(name);
  }
  expect(await listed).toBe(true);
  expect(files.every((file) => described.tables(file) !== undefined)).toBe(true);
});

it("`describeListed()` waits for every workbook", async () => {
  const workbook = found("w", "xlsx");
  const { described, asked, finish } = makeFiles([...files, workbook]);
  const listed = described.describeListed([...files, workbook], 0);
  await expect.poll(() => asked).toEqual(["w"]);
  finish("w");
  expect(await listed).toBe(true);
  expect(described.tables(workbook)).toEqual([]);
});

it("`describeListed()` waits again for a file that is another one now", async () => {
  const { described, asked, finish } = makeFiles(files);
  await described.describeListed(files, 0);
  const changed = { ...(files[0] as FoundFile), version: "2" };
  described.follow([changed]);
  const listed = described.describeListed([changed], 1e9);
  await expect.poll(() => asked).toEqual(["a", "b", "c", "d", "a"]);
  finish("a");
  expect(await listed).toBe(true);
  expect(described.tables(changed)).toEqual([]);
});
