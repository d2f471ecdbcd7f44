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
 * Changes that no test can detect. `npm run proof:mutants` excludes them from its score. It fails when one of them is
 * detected or no longer exists, so that no entry becomes outdated. They are identified by their code, which does not
 * change when lines move.
 *
 * @type {readonly EquivalentMutant[]}
 */
export const equivalentMutants = [
  {
    file: "packages/server/src/rows/page-reader.ts",
    original: "from === 0 && batch.length <= this.#left",
    replacement: "false",
    reason: "a batch that is kept whole and a copy of all its rows hold the same rows",
  },
  {
    file: "packages/server/src/rows/page-reader.ts",
    original: "batch.length <= this.#left",
    replacement: "batch.length < this.#left",
    reason: "a batch that is exactly as long as what is left is copied instead, with the same rows",
  },
  {
    file: "packages/sdk/src/paging/counted.ts",
    original: "asked !== undefined",
    replacement: "true",
    reason: "nothing is less than undefined; the comparison is for the type only",
  },
  {
    file: "packages/sdk/src/paging/counted.ts",
    original: 'typeof total === "number"',
    replacement: "true",
    reason: "Number.isFinite() is true of numbers only; the comparison is for the type only",
  },
  {
    file: "packages/sdk/src/paging/with-arguments.ts",
    original: "value !== null",
    replacement: "true",
    reason: "spreading null adds nothing, as spreading the empty object that replaces it",
  },
  {
    file: "packages/sdk/src/paging/link-header.ts",
    original: "/\\s+/",
    replacement: "/\\s/",
    reason: "it adds empty relations, which no list asks for",
  },
  {
    file: "packages/sdk/src/paging/link-header.ts",
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
    file: "packages/runtime/src/refresh/refresh-lock.ts",
    original: "() => false",
    replacement: "() => undefined",
    reason: "nobody reads whether the lock was still there",
  },
  {
    file: "packages/runtime/src/refresh/refresh-lock.ts",
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
