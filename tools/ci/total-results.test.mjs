import { describe, expect, it } from "vitest";
import { totalResults } from "./total-results.mjs";

const GOOD = { success: true, numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };

describe("totalResults()", () => {
  it("adds up all runs", () => {
    expect(totalResults([GOOD, GOOD])).toEqual({ line: "6 passed, 0 failed", success: true });
  });

  it("mentions skipped tests only when there are some", () => {
    const skipping = { ...GOOD, numPendingTests: 1, numTodoTests: 1 };
    expect(totalResults([GOOD, skipping])).toEqual({ line: "6 passed, 0 failed, 2 skipped", success: true });
  });

  it("fails when a test failed", () => {
    const bad = { ...GOOD, success: false, numFailedTests: 2 };
    expect(totalResults([GOOD, bad])).toEqual({ line: "6 passed, 2 failed", success: false });
  });

  it("fails when a run left no report", () => {
    expect(totalResults([GOOD, undefined])).toEqual({ line: "3 passed, 1 failed", success: false });
  });

  it("fails when a run executed nothing", () => {
    const empty = { ...GOOD, numPassedTests: 0, numPendingTests: 4 };
    expect(totalResults([GOOD, empty])).toEqual({ line: "3 passed, 1 failed, 4 skipped", success: false });
  });

  it("fails when a file could not be loaded, though none of its tests failed", () => {
    expect(totalResults([{ ...GOOD, success: false }])).toEqual({
      line: "3 passed, 1 failed",
      success: false,
    });
  });

  it("fails when another step failed", () => {
    expect(totalResults([GOOD], 1)).toEqual({ line: "3 passed, 1 failed", success: false });
  });

  it("fails when there was no run at all", () => {
    expect(totalResults([])).toEqual({ line: "0 passed, 0 failed", success: false });
  });
});
