import { describe, expect, it } from "vitest";
import { failedTests, totalResults } from "./total-results.mjs";

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

describe("failedTests()", () => {
  it("names each with the first line of its reason", () => {
    const testResults = [
      { name: "a.test.ts", status: "passed", assertionResults: [] },
      { name: "b.test.ts", status: "failed", message: "Could not load it\nat line 1", assertionResults: [] },
      {
        name: "c.test.ts",
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "adds" },
          { status: "failed", fullName: "divides", failureMessages: ["expected 1 to be 2\nat line 2"] },
        ],
      },
    ];
    expect(failedTests({ ...GOOD, testResults })).toEqual([
      "b.test.ts: Could not load it",
      "c.test.ts: divides: expected 1 to be 2",
    ]);
  });

  it("names nothing when a run left no report", () => {
    expect(failedTests(undefined)).toEqual([]);
  });
});
