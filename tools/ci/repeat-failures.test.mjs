import { expect, it } from "vitest";
import { repeatFailures } from "./repeat-failures.mjs";

/** @param {number} files Number of files with one failed test. @param {object} [more] Other members of the report. */
const reportOf = (files, more = {}) => ({
  success: false,
  numPassedTests: 10,
  numFailedTests: files,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [
    { name: "/good.test.ts", status: "passed", assertionResults: [{ status: "passed", fullName: "works" }] },
    ...Array.from({ length: files }, (_, index) => ({
      name: `/${index}.test.ts`,
      status: "failed",
      assertionResults: [
        { status: "passed", fullName: "works" },
        { status: "failed", fullName: "breaks" },
      ],
    })),
  ],
  ...more,
});

it("names the tests that passed three times alone, and counts them as passed", () => {
  /** @type {(readonly string[])[]} */
  const runs = [];
  const result = repeatFailures(reportOf(2), (files) => runs.push(files) > 0);
  expect(runs).toEqual(Array.from({ length: 3 }, () => ["/0.test.ts", "/1.test.ts"]));
  expect(result?.report).toMatchObject({ success: true, numPassedTests: 12, numFailedTests: 0 });
  expect(result?.unsteady).toEqual(["/0.test.ts: breaks", "/1.test.ts: breaks"]);
});

it.each([1, 2, 3])("keeps a failure that comes back in repeat %i", (last) => {
  let runs = 0;
  expect(
    repeatFailures(reportOf(1), () => {
      runs += 1;
      return runs < last;
    }),
  ).toBeUndefined();
  expect(runs).toBe(last);
});

it("repeats nothing when many files failed, or when something failed outside a test", () => {
  const run = () => {
    throw new Error("repeated");
  };
  expect(repeatFailures(reportOf(4), run)).toBeUndefined();
  expect(repeatFailures(reportOf(0), run)).toBeUndefined();
  expect(repeatFailures(reportOf(1, { numFailedTests: 2 }), run)).toBeUndefined();
});
