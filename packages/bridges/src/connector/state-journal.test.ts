import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { StateJournal } from "./state-journal.js";

const what = [{ api_key: "secret-of-ada" }, "people"];

it("`find()` returns the newest state that was saved by an instant, of the same account and stream only", async () => {
  const journal = new StateJournal();
  await journal.save(what, { at: 10, state: "a" });
  await journal.save(what, { at: 20, state: "b" });
  expect(await journal.find(what, 9)).toBeUndefined();
  expect(await journal.find(what, 10)).toMatchObject({ state: "a" });
  expect(await journal.find(what, 99)).toMatchObject({ state: "b" });
  expect(await journal.find([{ api_key: "secret-of-bob" }, "people"], 99)).toBeUndefined();
});

it("`find()` returns no state for an instant before the rows were replaced", async () => {
  const journal = new StateJournal();
  const first = { at: 10, state: "a", version: "1" };
  await journal.save(what, first);
  expect(await journal.save(what, { at: 20, state: "b", version: "2" }, first)).toBe(true);
  await journal.save(what, { at: 30, state: "c", version: "2" });
  expect(await journal.find(what, 15)).toBeUndefined();
  expect(await journal.find(what, 25)).toMatchObject({ state: "b" });
  expect(await journal.find(what, 35)).toMatchObject({ state: "c" });
});

it("`find()` returns the states of programs that begin a version with each reading of everything", async () => {
  const journal = new StateJournal();
  const first = { at: 10, state: "a", version: "1" };
  await journal.save(what, first);
  expect(await journal.save(what, { at: 20, state: "b", version: "2" })).toBe(false);
  expect(await journal.find(what, 15)).toEqual(first);
  expect(await journal.save(what, { at: 30, state: "c", version: "1" }, first)).toBe(false);
  expect(await journal.find(what, 35)).toMatchObject({ state: "c" });
});

it("states in a folder are found by the next service, and no name shows a secret", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bridge-states-"));
  await new StateJournal(folder).save(what, { at: 10, state: '{"n":9007199254740993}' });
  expect(await new StateJournal(folder).find(what, 10)).toEqual({ at: 10, state: '{"n":9007199254740993}' });
  expect((await readdir(folder)).join(" ")).not.toContain("ada");
  await rm(folder, { recursive: true });
});
