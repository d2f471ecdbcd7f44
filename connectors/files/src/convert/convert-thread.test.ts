import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConvertThread } from "./convert-thread.js";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-convert-"));
  await writeFile(join(folder, "a.csv"), "x,y\n1\n2,3,4\n");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const csv = { sampleBytes: undefined, isTsv: false, settings: {}, mustCopy: false } as const;

async function convert(copy: string): Promise<string> {
  const path = join(folder, "a.csv");
  await ConvertThread.run({ kind: "csv", path, copy: join(folder, copy), ...csv });
  return readFile(join(folder, copy), "utf8");
}

test("files are converted side by side, by a thread that waited, after a fault, and after the thread has ended", {
  timeout: 60_000,
}, async () => {
  const [first, second] = await Promise.all([convert("first"), convert("second")]);
  expect(first).toContain('"2","3","4"');
  expect(second).toBe(first);
  expect(await convert("third")).toBe(first);
  await expect(
    ConvertThread.run({ kind: "csv", path: join(folder, "none"), copy: join(folder, "x"), ...csv }),
  ).rejects.toMatchObject({ code: "ENOENT" });
  expect(await convert("fourth")).toBe(first);
  vi.advanceTimersByTime(5000);
  expect(await convert("fifth")).toBe(first);
});
