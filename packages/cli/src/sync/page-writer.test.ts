import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { type PackedRows, packRows, unpackRows } from "./cells/packed-rows.js";
import { PageWriter } from "./page-writer.js";
import type { RunState } from "./sync-state.js";
import type { SyncStore } from "./sync-store.js";

/** A store that records what it stores, once `release` lets it. */
function slowStore() {
  const stored: { readonly rows: readonly string[]; readonly pages: number }[] = [];
  const waiting: (() => void)[] = [];
  const store = {
    addPages: async (_type: string, pages: readonly PackedRows[], run: RunState) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
      stored.push({ rows: pages.flatMap(unpackRows).map(([cell]) => cell ?? ""), pages: run.pages });
    },
  };
  // The writer calls nothing else.
  return { store: store as unknown as SyncStore, stored, release: () => waiting.shift()?.(), waiting };
}

const rowsOf = (page: number): PackedRows => packRows([[`row ${page}`]]);
// The writer reads nothing of a run.
const runAfter = (page: number): RunState => ({ pages: page }) as unknown as RunState;

/** Lets everything run that does not wait for the store. */
const settle = (): Promise<void> => setImmediate();

it("stores each page before the next is requested, and later at most one for eight stored ones is not", async () => {
  const { store, stored, release } = slowStore();
  const writer = new PageWriter(store, "rows", () => 0);
  let added = 0;
  const lost: number[] = [];
  const read = async () => {
    for (let page = 1; page <= 100; page += 1) {
      await writer.add(rowsOf(page), runAfter(page));
      added = page;
    }
    await writer.end();
    return "ended";
  };
  const reading = read();
  for (let outcome: string | undefined; outcome !== "ended"; ) {
    outcome = await Promise.race([reading, settle().then(() => undefined)]);
    lost.push(added - (stored.at(-1)?.pages ?? 0));
    expect(lost.at(-1)).toBeLessThanOrEqual(Math.floor((stored.at(-1)?.pages ?? 0) / 8));
    release();
  }
  expect(stored.flatMap(({ rows }) => rows)).toEqual(
    Array.from({ length: 100 }, (_, page) => `row ${page + 1}`),
  );
  expect(stored.at(-1)?.pages).toBe(100);
  expect(stored.slice(0, 8).map(({ pages }) => pages)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  // Later pages are stored several at a time.
  expect(stored.length).toBeLessThan(50);
  expect(Math.max(...lost)).toBeGreaterThan(4);
});

it("stores a page immediately when it has not stored any for half a second", async () => {
  const stored: number[] = [];
  let now = 0;
  // The writer calls nothing else.
  const store = {
    addPages: async (_type: string, _pages: readonly PackedRows[], { pages }: RunState) =>
      void stored.push(pages),
  } as unknown as SyncStore;
  const writer = new PageWriter(store, "rows", () => now);
  let page = 0;
  do {
    page += 1;
    await writer.add(rowsOf(page), runAfter(page));
    await settle();
  } while (page < 40 || stored.at(-1) !== page - 1);
  now += 500;
  await writer.add(rowsOf(page + 1), runAfter(page + 1));
  await settle();
  expect(stored.at(-1)).toBe(page + 1);
});

it("reports that the target has failed, and stores nothing afterwards", async () => {
  let calls = 0;
  const store = {
    addPages: async () => {
      calls += 1;
      if (calls === 9) throw new Error("The disk is full");
    },
  };
  // The writer calls nothing else.
  const writer = new PageWriter(store as unknown as SyncStore, "rows", () => 0);
  const read = async () => {
    for (let page = 1; page <= 20; page += 1) await writer.add(rowsOf(page), runAfter(page));
  };
  await expect(read()).rejects.toThrow("The disk is full");
  await expect(writer.add(rowsOf(1), runAfter(1))).rejects.toThrow("The disk is full");
  await expect(writer.end()).rejects.toThrow("The disk is full");
  expect(calls).toBe(9);
});
