import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Engine } from "./engine.js";

test.each([1, 3, undefined])("`Engine.open()` uses %s threads, or one per core", async (threads) => {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-engine-"));
  const engine = await Engine.open({
    maxMemory: 2 ** 28,
    maxTemporaryBytes: 2 ** 20,
    timeoutMs: 60_000,
    threads,
    folder,
    spillFolder: join(folder, "spill"),
  });
  const sql = "SELECT CAST(current_setting('threads') AS VARCHAR)";
  expect(await engine.run(sql, { action: "Could not read the setting" })).toEqual([
    [String(threads ?? availableParallelism())],
  ]);
  await engine.release();
  await rm(folder, { recursive: true });
});
