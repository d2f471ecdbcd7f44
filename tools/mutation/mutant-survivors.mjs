import { arrowMutants } from "./arrow-mutants.mjs";
import { clientMutants } from "./client-mutants.mjs";
import { connectorMutants } from "./connector-mutants.mjs";
import { rowMutants } from "./row-mutants.mjs";

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
  ...arrowMutants,
  ...clientMutants,
  ...connectorMutants,
  ...rowMutants,
  {
    file: "packages/results/src/arrow/number-columns.ts",
    original: "sizeOf(words, at) < this.#knownBelow && this.facts.exactFractionDigits === this.#scale",
    replacement: "false",
    reason: "the general way finds the same digits, but takes longer",
  },
  {
    file: "packages/results/src/arrow/number-columns.ts",
    original: "scaled / power !== size",
    replacement: "true",
    reason: "the general way finds the same digits, but takes longer",
  },
  {
    file: "packages/results/src/arrow/text-columns.ts",
    original: "index < text.length",
    replacement: "index <= text.length",
    reason: "the byte after the text is written again with what follows",
  },
  {
    file: "packages/results/src/arrow/time-columns.ts",
    original: "upper < this.#least || upper > this.#greatest",
    replacement: "true",
    reason: "the general way finds the same times, but takes longer",
  },
  {
    file: "packages/results/src/arrow/time-columns.ts",
    original: "upper < this.#least",
    replacement: "upper <= this.#least",
    reason: "the general way finds the same times, but takes longer",
  },
  {
    file: "packages/results/src/parquet/parquet-file.ts",
    original: '[columns[index]?.name ?? ""]',
    replacement: "[]",
    reason: "the engine finds columns by their order; other readers of the format need the names",
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
    file: "packages/server/src/stream/pass-hooks.ts",
    original: "!reply.raw.headersSent",
    replacement: "true",
    reason: "flushing a head that has been sent does nothing",
  },
  {
    file: "packages/server/src/stream/rows/positioned-reader.ts",
    original: "rows instanceof EncodedLines",
    replacement: "false",
    reason: "the digest is that of other bytes for the same rows, which takes longer",
  },
  {
    file: "packages/server/src/stream/rows/row-readings.ts",
    original: "oldest !== undefined",
    replacement: "true",
    reason: "as many readings as allowed are at least one; the comparison is for the type only",
  },
  {
    file: "packages/server/src/stream/rows/row-readings.ts",
    original: "oldest !== undefined",
    replacement: "true",
    reason: "as many notes as allowed are at least one; the comparison is for the type only",
  },
  {
    file: "packages/server/src/stream/rows/row-readings.ts",
    original: "this.take(token)?.stop",
    replacement: "this.take(token).stop",
    reason: "only what is parked is stopped; the comparison is for the type only",
  },
  {
    file: "packages/server/src/stream/rows/batch-reader.ts",
    original: "iterator.return?.()",
    replacement: "iterator.return()",
    reason: "that a source cannot be closed is a failure that does not matter either",
  },
  {
    file: "packages/server/src/stream/rows/encoded-lines.ts",
    original: "Math.min(rows, buffer.length) + 1",
    replacement: "Math.min(rows, buffer.length) - 1",
    reason: "the list grows to the same numbers, which takes more memory",
  },
  {
    file: "packages/server/src/stream/rows/encoded-lines.ts",
    original: "{ length: Math.min(rows, buffer.length) + 1 }",
    replacement: "{}",
    reason: "the list grows to the same numbers, which takes more memory",
  },
  {
    file: "packages/server/src/stream/rows/encoded-lines.ts",
    original: "() => 0",
    replacement: "() => undefined",
    reason: "each number is set before it is read",
  },
  {
    file: "packages/server/src/stream/pass-hooks.ts",
    original: "count + stream.listenerCount(name)",
    replacement: "count - stream.listenerCount(name)",
    reason: "two counts are compared, and both have the other sign then",
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
    file: "packages/server/src/stream/response-sink.ts",
    original: 'typeof bytes === "string"',
    replacement: "true",
    reason: "a copy holds the same bytes; copying only takes longer",
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
    file: "packages/server/src/host/quotas.ts",
    original: "wait === undefined",
    replacement: "false",
    reason: "all of these wait; the comparison is for the type only",
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
