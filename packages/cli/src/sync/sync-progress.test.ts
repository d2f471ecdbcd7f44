import { expect, test } from "vitest";
import { SyncProgress } from "./sync-progress.js";

/** Returns what a terminal shows after each step, and the progress that writes to it. */
function start() {
  const clock = { now: 0 };
  const written: string[] = [];
  const output = {
    isTTY: true,
    write: (text: string) => {
      written.push(text.replaceAll("\r\u001B[2K", ""));
      return true;
    },
  };
  // The progress uses no other member of the stream.
  const progress = new SyncProgress(output as never, () => clock.now);
  return { clock, progress, written };
}

test.each([
  [10_000, 1000, "issue: 1,000 rows · 100 rows/s · 1 min left", 7000],
  [10_000, 1000, "issue: 1,000 rows · 100 rows/s · 2 min left", 8000],
  [1000, 900, "issue: 900 rows · 900 rows/s · 1 s left", 1000],
  [1000, 10, "issue: 10 rows · 10 rows/s · 1 h 7 min left", 40_000],
  [1000, 1000, "issue: 1,000 rows · 1,000 rows/s", 900],
  [1000, 1000, "issue: 1,000 rows · 1,000 rows/s", undefined],
  [1000, 0, "issue: 0 rows · 0 rows/s", 900],
])("after %i ms and %i rows it shows %j", (now, rows, shown, expectedRows) => {
  const { clock, progress, written } = start();
  progress.begin("issue", 0);
  clock.now = now;
  progress.page({ type: "issue", rows, expectedRows });
  expect(written).toEqual([shown]);
});

test("counts only the rows of this run, from its begin", () => {
  const { clock, progress, written } = start();
  clock.now = 60_000;
  progress.begin("issue", 5000);
  clock.now = 62_000;
  progress.page({ type: "issue", rows: 7000, expectedRows: 9000 });
  clock.now = 62_100;
  progress.page({ type: "issue", rows: 8000, expectedRows: 9000 });
  clock.now = 64_000;
  progress.finish({ type: "issue", rows: 9000, isFull: true, inserted: 9000, updated: 0, deleted: 0 });
  expect(written).toEqual([
    "issue: 7,000 rows · 1,000 rows/s · 2 s left",
    "",
    "issue: read 9,000 rows (all) · 9,000 inserted, 0 updated, 0 deleted · 1,000 rows/s\n",
  ]);
});
