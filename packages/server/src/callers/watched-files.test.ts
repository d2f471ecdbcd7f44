import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WatchedFiles } from "./watched-files.js";

let folder: string;
let paths: readonly string[];
let applied: number;
let lines: unknown[];
let fault: Error | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), "watched-"));
  paths = ["one", "two"].map((name) => join(folder, name));
  for (const path of paths) writeFileSync(path, "before");
  applied = 0;
  lines = [];
  fault = undefined;
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

function watch(): WatchedFiles {
  const log = (level: string) => (record: object, message: string) => {
    lines.push([level, record, message]);
  };
  return new WatchedFiles({
    title: "tokens",
    paths,
    apply: () => {
      applied += 1;
      if (fault !== undefined) throw fault;
    },
    log: { info: log("info"), warn: log("warn"), error: log("error") },
  });
}

test("files are applied once after each change, also of the last one, within five seconds", () => {
  const watched = watch();
  vi.advanceTimersByTime(60_000);
  expect([applied, lines]).toEqual([0, []]);
  writeFileSync(paths[1] ?? "", "after");
  vi.advanceTimersByTime(5000);
  expect([applied, lines]).toEqual([1, [["info", { files: paths }, "Reloaded tokens"]]]);
  vi.advanceTimersByTime(60_000);
  expect(applied).toBe(1);
  // Text that moves from one file to another is a change.
  writeFileSync(paths[0] ?? "", "");
  writeFileSync(paths[1] ?? "", "afterbefore");
  watched.check();
  watched.check();
  expect(applied).toBe(2);
  watched.close();
});

test("files that are missing or invalid are reported once, until they change again", () => {
  const watched = watch();
  const message = "Could not reload tokens. The ones before stay in use.";
  fault = new TypeError("expected tokens");
  rmSync(paths[0] ?? "");
  vi.advanceTimersByTime(60_000);
  expect([applied, lines]).toEqual([1, [["error", { files: paths, cause: "expected tokens" }, message]]]);
  writeFileSync(paths[0] ?? "", "wrong");
  watched.check();
  expect(lines).toHaveLength(2);
  fault = undefined;
  writeFileSync(paths[0] ?? "", "right");
  watched.check();
  expect(lines.at(-1)).toEqual(["info", { files: paths }, "Reloaded tokens"]);
  watched.close();
});

test("files are not watched once that was ended", () => {
  const watched = watch();
  watched.close();
  writeFileSync(paths[0] ?? "", "after");
  vi.advanceTimersByTime(60_000);
  expect([applied, vi.getTimerCount()]).toEqual([0, 0]);
});
