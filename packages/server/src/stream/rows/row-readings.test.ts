import { setImmediate as turn } from "node:timers/promises";
import type { Row } from "@wellhead/sdk";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { UseCount } from "../../deadline/use-count.js";
import type { PositionedRows } from "./positioned-reader.js";
import { longerSegment, ParkedReadings, RowReading } from "./row-readings.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const uses = new UseCount();

/** A reading that notes when its source is stopped. */
function reading(name: string, stopped: string[], batches: readonly PositionedRows[] = []): RowReading {
  const source = async function* (): AsyncGenerator<PositionedRows> {
    yield* batches;
  };
  return new RowReading(source(), { abort: () => stopped.push(name), uses });
}

describe("ParkedReadings", () => {
  test("keeps as many readings as it may, and stops the oldest for a further one", () => {
    const stopped: string[] = [];
    const parked = new ParkedReadings({ maxReadings: 2, keepMs: 1000 });
    for (const name of ["a", "b"]) parked.park(name, reading(name, stopped));
    expect([parked.size, stopped]).toEqual([2, []]);
    parked.park("c", reading("c", stopped));
    expect([parked.size, stopped]).toEqual([2, ["a"]]);
    expect(parked.take("a")).toBeUndefined();
    expect(parked.take("b")).toBeInstanceOf(RowReading);
    // What was taken is in use, and not parked any more.
    expect([parked.take("b"), parked.size]).toEqual([undefined, 1]);
    parked.stop();
    expect([parked.size, stopped]).toEqual([0, ["a", "c"]]);
  });

  test("stops a reading that no request continues in time, and no other", () => {
    const stopped: string[] = [];
    const parked = new ParkedReadings({ maxReadings: 9, keepMs: 1000 });
    parked.park("a", reading("a", stopped));
    parked.park("b", reading("b", stopped));
    expect(parked.take("b")).toBeDefined();
    vi.advanceTimersByTime(999);
    expect(stopped).toEqual([]);
    parked.park("b", reading("parked again", stopped));
    vi.advanceTimersByTime(1);
    expect([parked.size, stopped]).toEqual([1, ["a"]]);
  });

  test("knows how long the segment after a position should be, for as many positions as it may", () => {
    const parked = new ParkedReadings({ maxReadings: 1, keepMs: 1 });
    expect([parked.segmentPagesAfter(undefined), parked.segmentPagesAfter("p0")]).toEqual([1, 1]);
    for (let index = 0; index < 256; index += 1) parked.noteSegmentEnd(`p${index}`, 4, 100);
    expect([parked.segmentPagesAfter("p0"), parked.segmentPagesAfter("p255")]).toEqual([16, 16]);
    parked.noteSegmentEnd("p256", 1, 100);
    expect(["p0", "p1", "p256"].map((token) => parked.segmentPagesAfter(token))).toEqual([1, 16, 4]);
  });
});

test.each([
  [1, 0, 4],
  [4, 1, 16],
  [16, 1, 64],
  [64, 1, 64],
  [16, 100_000, 41],
  [1, 4 * 1024 * 1024, 1],
  [1, 3 * 1024 * 1024, 1],
  [1, 9 * 1024 * 1024, 1],
])("longerSegment() after %i pages of %i bytes is %i", (pages, pageBytes, expected) => {
  expect(longerSegment(pages, pageBytes)).toBe(expected);
});

/** A batch whose position after some rows counts the rows before it too. */
function batchOf(rows: readonly Row[], before: number): PositionedRows {
  return {
    rows,
    isLast: false,
    isSegmentEnd: false,
    after: (count) => ({ rows: before + count, digest: "" }),
  };
}

test("RowReading returns a batch until it is taken, and then what is left of it", async () => {
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const one = reading("a", [], [batchOf(rows, 10), batchOf([{ id: 4 }], 13)]);
  const first = await one.peek();
  expect(await one.peek()).toBe(first);
  expect(first?.rows).toEqual(rows);
  if (first !== undefined) one.advance(first, 1);
  const rest = await one.peek();
  expect(rest?.rows).toEqual(rows.slice(1));
  expect(rest?.after(2)).toEqual({ rows: 13, digest: "" });
  if (rest !== undefined) one.advance(rest, 2);
  expect((await one.peek())?.rows).toEqual([{ id: 4 }]);
});

test("RowReading stops its source once, and uses its connector until the source has stopped", async () => {
  const count = new UseCount();
  const stopped: string[] = [];
  let goOn: () => void = () => undefined;
  const source = async function* (): AsyncGenerator<PositionedRows> {
    try {
      yield batchOf([], 0);
    } finally {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
  };
  const one = new RowReading(source(), {
    abort: () => stopped.push("a"),
    uses: count,
    segmentPages: 4,
    keyTexts: ["id"],
  });
  expect([one.segmentPages, one.keyTexts]).toEqual([4, ["id"]]);
  await one.peek();
  let isUnused = false;
  void count.unused().then(() => {
    isUnused = true;
  });
  one.stop();
  one.stop();
  expect(stopped).toEqual(["a"]);
  await turn();
  expect(isUnused).toBe(false);
  goOn();
  await expect.poll(() => isUnused).toBe(true);
});

test("RowReading ends after its last batch, and fails as its source does, also when nobody waits for it", async () => {
  const one = reading("a", [], [batchOf([{ id: 1 }], 0)]);
  const batch = await one.peek();
  if (batch !== undefined) one.advance(batch, 1);
  expect(await one.peek()).toBeUndefined();
  const source = async function* (): AsyncGenerator<PositionedRows> {
    yield* [];
    throw new Error("lost");
  };
  const failing = new RowReading(source(), { abort: () => undefined, uses });
  void failing.peek();
  await turn();
  await expect(failing.peek()).rejects.toThrow("lost");
});
