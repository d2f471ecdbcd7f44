/** @import { EquivalentMutant } from "./mutant-survivors.mjs" */

/**
 * Changes that no test can detect in connectors, in the packages that they are made of, and in the command that copies
 * their rows.
 *
 * @type {readonly EquivalentMutant[]}
 */
export const connectorMutants = [
  {
    file: "connectors/files/src/csv/detect-format.ts",
    original: "header !== undefined",
    replacement: "true",
    reason: "a table of several columns has a first record; the comparison is for the type only",
  },
  {
    file: "connectors/files/src/csv/record-counter.ts",
    original: 'quote !== ""',
    replacement: "true",
    reason: "an empty text has no character code, and a typed array takes no value at NaN",
  },
  {
    file: "connectors/files/src/csv/record-reader.ts",
    original: 'escape === "" || escape === quote',
    replacement: "false",
    reason: "the general way finds the same quote, but takes longer",
  },
  {
    file: "packages/cli/src/sync/cells/column.ts",
    original: 'kind === "number"',
    replacement: 'kind !== "number"',
    reason: "only columns of numbers have facts; the general way writes the same, but takes longer",
  },
  {
    file: "packages/cli/src/sync/cells/column.ts",
    original: 'typeof value === "number"',
    replacement: 'typeof value !== "number"',
    reason: "the general way writes the same, but takes longer",
  },
  {
    file: "packages/cli/src/sync/cells/column.ts",
    original: "value instanceof ExactNumber",
    replacement: "false",
    reason: "the general way writes the same, but takes longer",
  },
  {
    file: "packages/cli/src/sync/cells/column.ts",
    original: 'typeof value === "boolean" || (typeof value === "number" && !Object.is(value, -0))',
    replacement: "false",
    reason: "the general way writes the same, but takes longer",
  },
  {
    file: "packages/cli/src/sync/cells/column.ts",
    original: 'typeof value === "boolean"',
    replacement: "false",
    reason: "the general way writes the same, but takes longer",
  },
  {
    file: "packages/cli/src/sync/cells/plain-date.ts",
    original: "normalDay.test(value)",
    replacement: "false",
    reason: "the general way finds the same day, but takes longer",
  },
  {
    file: "packages/cli/src/sync/cells/plain-date.ts",
    original:
      "/^(?!0000)\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$/",
    replacement:
      "/^(?!0000)\\D{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$/",
    reason: "the general way finds the same instant, but takes longer",
  },
  {
    file: "packages/cli/src/sync/cells/plain-date.ts",
    original:
      "/^(?!0000)\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$/",
    replacement:
      "/^(?!0000)\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\D{3}Z$/",
    reason: "the general way finds the same instant, but takes longer",
  },
  {
    file: "packages/cli/src/sync/cells/number-facts.ts",
    original: "digits.length + decimals.length <= 15",
    replacement: "false",
    reason: "so few digits survive a double; finding that out takes longer",
  },
  {
    file: "packages/cli/src/sync/cells/number-facts.ts",
    original: "digits.length + decimals.length <= 15",
    replacement: "digits.length + decimals.length < 15",
    reason: "so few digits survive a double; finding that out takes longer",
  },
  {
    file: "packages/cli/src/sync/cells/number-facts.ts",
    original: "digits !== 19",
    replacement: "false",
    reason: "numbers of other lengths are compared too, which takes longer",
  },
  {
    file: "packages/sdk/src/paging/counted.ts",
    original: 'typeof total === "number"',
    replacement: "true",
    reason: "Number.isFinite() is true of numbers only; the comparison is for the type only",
  },
  {
    file: "packages/sdk/src/paging/paging.ts",
    original: "value !== null",
    replacement: "true",
    reason: "spreading null adds nothing, as spreading the empty object that replaces it",
  },
  {
    file: "packages/sdk/src/paging/next-url.ts",
    original: "/\\s+/",
    replacement: "/\\s/",
    reason: "it adds empty relations, which no list asks for",
  },
  {
    file: "packages/sdk/src/paging/next-url.ts",
    original: "[]",
    replacement: '["Stryker was here"]',
    reason: "it adds a relation that no list asks for",
  },
  {
    file: "packages/runtime/src/egress/connect-pinned.ts",
    original: "true",
    replacement: "false",
    reason: "without delay, small packets leave a network sooner; what is sent is the same",
  },
  {
    file: "packages/runtime/src/egress/egress.ts",
    original: "true",
    replacement: "false",
    reason: "all addresses of a name are checked and tried, in whatever order",
  },
  {
    file: "packages/runtime/src/paging/list-reading.ts",
    original: "[]",
    replacement: '["Stryker was here"]',
    reason: "a status is a number, which no text equals",
  },
  {
    file: "packages/runtime/src/paging/list-reading.ts",
    original: "[]",
    replacement: '["Stryker was here"]',
    reason: "a status is a number, which no text equals",
  },
  {
    file: "packages/runtime/src/paging/list-reading.ts",
    original: "[]",
    replacement: '["Stryker was here"]',
    reason: "only a paging that ends by statuses says that the next page must not exist",
  },
  {
    file: "packages/runtime/src/paging/list-reading.ts",
    original: "last !== undefined",
    replacement: "true",
    reason: "no digest is undefined; making one takes longer",
  },
  {
    file: "packages/runtime/src/paging/list-reading.ts",
    original: "false",
    replacement: "true",
    reason: "a page without new items has none that could be completed",
  },
  {
    file: "packages/runtime/src/paging/list-reading.ts",
    original: "false",
    replacement: "true",
    reason: "a page without new items has none that could be completed",
  },
  {
    file: "packages/runtime/src/paging/read-pages.ts",
    original: "false",
    replacement: "true",
    reason: "a list with one page ends before pages are compared",
  },
  {
    file: "packages/runtime/src/refresh/refresh-journal.ts",
    original: "tokens.expiry !== undefined",
    replacement: "true",
    reason: "undefined is not at most any number; the comparison is for the type only",
  },
  {
    file: "packages/runtime/src/refresh/refresh-tokens.ts",
    original: "expiry !== undefined",
    replacement: "true",
    reason: "undefined is not at most any number; the comparison is for the type only",
  },
  {
    file: "packages/runtime/src/refresh/refresh-journal.ts",
    original: 'typeof rotation === "object"',
    replacement: "true",
    reason:
      "a rotation without leeway is compared with NaN, which nothing is below; the comparison is for the type only",
  },
  {
    file: "packages/runtime/src/refresh/refresh-journal.ts",
    original: "sealed === undefined",
    replacement: "false",
    reason: "without a sealed entry there is no text either; the comparison is for the type only",
  },
  {
    file: "packages/runtime/src/refresh/refresh-journal.ts",
    original: "sealed !== undefined",
    replacement: "true",
    reason: "without a sealed entry there is no entry either; the comparison is for the type only",
  },
  {
    file: "packages/runtime/src/refresh/refresh-runner.ts",
    original: "() => false",
    replacement: "() => undefined",
    reason: "nobody reads whether the lock was still there",
  },
  {
    file: "packages/runtime/src/refresh/refresh-runner.ts",
    original: "false",
    replacement: "true",
    reason: "nobody reads whether the lock was still there",
  },
  {
    file: "packages/runtime/src/refresh/refresh-runner.ts",
    original: "{ hour: 0, count: 0 }",
    replacement: "{}",
    reason: "the first refresh begins the count of its hour anyway",
  },
];
