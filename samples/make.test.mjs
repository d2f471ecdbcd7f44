import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeSamples } from "./make.mjs";

const committed = fileURLToPath(new URL(".", import.meta.url));
const files = [
  "bike-trips.ndjson",
  "energy-mix.tsv",
  "tea-catalogue.xlsx",
  "tea-orders.csv",
  "weather-stations.parquet",
];
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-samples-"));
  await makeSamples(folder);
});
afterAll(() => rm(folder, { recursive: true }));

describe("makeSamples()", () => {
  test("makes exactly the committed files", async () => {
    expect((await readdir(folder)).toSorted()).toEqual(files);
  });

  test.each(files)("makes %s byte for byte as it is committed", async (file) => {
    const [made, kept] = await Promise.all([readFile(join(folder, file)), readFile(join(committed, file))]);
    expect(made.equals(kept)).toBe(true);
  });

  test("stays within 5 MB", async () => {
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(5_000_000);
  });
});
