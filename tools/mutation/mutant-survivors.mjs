/**
 * A change of the code that no test can detect, because nothing observable depends on it.
 *
 * @typedef {object} EquivalentMutant
 * @property {string} file Its file.
 * @property {string} original The original code, with white space collapsed.
 * @property {string} replacement The changed code, with white space collapsed.
 * @property {string} reason Why the two cannot be distinguished.
 */

/**
 * A change that no test detected.
 *
 * @typedef {object} Survivor
 * @property {string} file Its file.
 * @property {number} line Its line in the file, counted from 1.
 * @property {string} original The original code, with white space collapsed.
 * @property {string} replacement The changed code, with white space collapsed.
 */

/**
 * Changes that no test can detect. `npm run proof mutants` excludes them from its score. It fails when one of them is
 * detected or no longer exists, so that no entry becomes outdated. They are identified by their code, which does not
 * change when lines move.
 *
 * @type {readonly EquivalentMutant[]}
 */
export const equivalentMutants = [
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
    file: "packages/server/src/stream/rows/batch-reader.ts",
    original: "from === 0 && batch.length <= this.#left",
    replacement: "false",
    reason: "a batch that is kept whole and a copy of all its rows hold the same rows",
  },
  {
    file: "packages/server/src/stream/rows/batch-reader.ts",
    original: "batch.length <= this.#left",
    replacement: "batch.length < this.#left",
    reason: "a batch that is exactly as long as what is left is copied instead, with the same rows",
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
  {
    file: "packages/server/src/stream/compression.ts",
    original: 'typeof level !== "number"',
    replacement: "false",
    reason: "a runtime with zstd also has its constants; the comparison is for the type only",
  },
  {
    file: "packages/server/src/stream/pass-hooks.ts",
    original: "!reply.raw.headersSent",
    replacement: "true",
    reason: "flushing a head that has been sent does nothing",
  },
  {
    file: "packages/server/src/stream/response-sink.ts",
    original: "piped !== undefined && piped !== compressor",
    replacement: "true",
    reason: "a copy holds the same bytes; copying only takes longer",
  },
  {
    file: "packages/server/src/stream/response-sink.ts",
    original: "piped !== undefined",
    replacement: "true",
    reason: "a copy holds the same bytes; copying only takes longer",
  },
  {
    file: "packages/server/src/stream/response-sink.ts",
    original: 'this.#copies && typeof bytes !== "string"',
    replacement: "true",
    reason: "a copy holds the same bytes; copying only takes longer",
  },
  {
    file: "packages/server/src/stream/response-sink.ts",
    original: 'typeof bytes === "string"',
    replacement: "true",
    reason: "Buffer.byteLength() returns the length of bytes too; the comparison is for the type only",
  },
  {
    file: "packages/server/src/stream/response-sink.ts",
    original: 'typeof handle !== "object"',
    replacement: "false",
    reason: "the handle of a socket is an object or null; the comparison is for the type only",
  },
  {
    file: "packages/server/src/stream/turns.ts",
    original: "{ startsEnd: 0, turnsMs: 0, turnsEnd: undefined, hasStarted: false }",
    replacement: "{}",
    reason: "each round replaces it before it is read",
  },
  {
    file: "packages/server/src/stream/turns.ts",
    original: "round.turnsEnd !== undefined",
    replacement: "true",
    reason: "no time is at least undefined; the comparison is for the type only",
  },
  {
    file: "packages/server/src/console/console-access.ts",
    original: "this.#create === undefined",
    replacement: "false",
    reason: "there are no routes of data without data; the comparison is for the type only",
  },
  {
    file: "packages/server/src/callers/credentials.ts",
    original: "known !== undefined",
    replacement: "false",
    reason: "the same certificate is read again, but takes longer",
  },
  {
    file: "packages/server/src/callers/credentials.ts",
    original: "token.length > longestToken",
    replacement: "false",
    reason: "no known token is as long; comparing its digest takes longer",
  },
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "/(?:^|[:,[\\s])-?(?:\\d[\\d.]{15}|\\d[\\d.]*[eE])/",
    replacement: "/(?:^|[:,[\\s])-?(?:\\d[\\d.]|\\d[\\d.]*[eE])/",
    reason: "more texts are looked at number by number, which returns the same, but takes longer",
  },
  {
    file: "packages/client/src/json/pending-text.ts",
    original: "this.#pieces.length < maxPieces",
    replacement: "true",
    reason: "the pieces are joined earlier or later, which takes more time or memory",
  },
  {
    file: "packages/client/src/json/pending-text.ts",
    original: "this.#pieces.length < maxPieces",
    replacement: "false",
    reason: "the pieces are joined earlier or later, which takes more time or memory",
  },
  {
    file: "packages/client/src/json/pending-text.ts",
    original: "this.#pieces.length < maxPieces",
    replacement: "this.#pieces.length <= maxPieces",
    reason: "the pieces are joined earlier or later, which takes more time or memory",
  },
  {
    file: "packages/client/src/json/pending-text.ts",
    original: "this.#pieces.length < maxPieces",
    replacement: "this.#pieces.length >= maxPieces",
    reason: "the pieces are joined earlier or later, which takes more time or memory",
  },
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "!suspicious.test(text)",
    replacement: "false",
    reason: "more numbers are compared digit by digit, which returns the same, but takes longer",
  },
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "literal.length <= maxPlainLength && !/[eE]/.test(literal)",
    replacement: "false",
    reason: "more numbers are compared digit by digit, which returns the same, but takes longer",
  },
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "literal.length <= maxPlainLength",
    replacement: "literal.length < maxPlainLength",
    reason: "more numbers are compared digit by digit, which returns the same, but takes longer",
  },
  {
    file: "packages/server/src/host/quotas.ts",
    original: "wait === undefined",
    replacement: "false",
    reason: "all of these wait; the comparison is for the type only",
  },
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "Number(exponent) - fraction.length + digits.length - trimmed.length",
    replacement: "Number(exponent) - fraction.length + digits.length + trimmed.length",
    reason: "only equal digits are compared further, and both exponents grow by the same",
  },
  {
    file: "packages/rows/src/objects/csv-cell.ts",
    original: "value === null || value === undefined",
    replacement: "false",
    reason: "both have no JSON or that of null, which becomes the same empty cell",
  },
  {
    file: "packages/rows/src/objects/csv-cell.ts",
    original: "value === undefined",
    replacement: "false",
    reason: "it has no JSON, which becomes the same empty cell",
  },
  {
    file: "packages/rows/src/objects/json-rows.ts",
    original: "false",
    replacement: "true",
    reason: "the slower writer writes the same rows",
  },
  {
    file: "packages/rows/src/objects/json-rows.ts",
    original: "true",
    replacement: "false",
    reason: "the faster writer is tried again, fails again, and writes nothing",
  },
  {
    file: "packages/rows/src/bytes/byte-writer.ts",
    original: "index * 4 < length",
    replacement: "index * 4 <= length",
    reason: "it writes one more word past the end, within the capacity that is reserved for words",
  },
  {
    file: "packages/rows/src/text/copy-plain-csv.ts",
    original: "index < end",
    replacement: "index <= end",
    reason: "the last four bytes are written once more, to the same place",
  },
  {
    file: "packages/rows/src/text/json-string.ts",
    original: "at + 4 <= end",
    replacement: "at + 4 < end",
    reason: "the bytes that are left are read one by one, with the same result",
  },
];

/**
 * Compares the changes that no test detected with those that are known to be undetectable.
 *
 * @param {readonly Survivor[]} survivors Changes that no test detected.
 * @param {readonly EquivalentMutant[]} known Changes that no test can detect, in the files that were tried.
 * @returns {{ missed: readonly Survivor[], equivalent: readonly EquivalentMutant[], stale: readonly EquivalentMutant[]
 * }} Those that a test should detect, those that no test can detect, and entries that are not among the survivors.
 */
export function compareSurvivors(survivors, known) {
  const open = [...known];
  /** @type {Survivor[]} */
  const missed = [];
  /** @type {EquivalentMutant[]} */
  const equivalent = [];
  for (const survivor of survivors) {
    const index = open.findIndex((one) => keyOf(one) === keyOf(survivor));
    const [entry] = index === -1 ? [] : open.splice(index, 1);
    if (entry === undefined) missed.push(survivor);
    else equivalent.push(entry);
  }
  return { missed, equivalent, stale: open };
}

/**
 * @param {Pick<Survivor, "file" | "original" | "replacement">} mutant A change.
 * @returns {string} A key that identifies it.
 */
function keyOf({ file, original, replacement }) {
  return JSON.stringify([file, original, replacement]);
}
