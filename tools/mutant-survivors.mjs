/**
 * A change of the code that no test can notice, because nothing observable depends on it.
 *
 * @typedef {object} EquivalentMutant
 * @property {string} file Its file.
 * @property {string} original The code that is changed, its white space made single.
 * @property {string} replacement What it is changed to, its white space made single.
 * @property {string} reason Why nobody can tell the two apart.
 */

/**
 * A change that no test noticed.
 *
 * @typedef {object} Survivor
 * @property {string} file Its file.
 * @property {number} line Where in the file it is, counted from 1.
 * @property {string} original The code that is changed, its white space made single.
 * @property {string} replacement What it is changed to, its white space made single.
 */

/**
 * Changes that no test can notice. `npm run proof:mutants` leaves them out of its score, and fails when one of them is
 * noticed or gone, so that no entry outlives its reason. They are named by their code, which stays when lines move.
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
    file: "packages/sdk/src/oauth2/refresh/known-tokens.ts",
    original: "tokens.expiry !== undefined",
    replacement: "true",
    reason: "undefined is not at most any number; the comparison is for the type only",
  },
  {
    file: "packages/sdk/src/oauth2/refresh/present-tokens.ts",
    original: "expiry !== undefined",
    replacement: "true",
    reason: "undefined is not at most any number; the comparison is for the type only",
  },
  {
    file: "packages/sdk/src/oauth2/refresh/refresh-cooldown.ts",
    original: 'typeof rotation === "object"',
    replacement: "true",
    reason:
      "a rotation without leeway is compared with NaN, which nothing is below; the comparison is for the type only",
  },
  {
    file: "packages/sdk/src/oauth2/refresh/refresh-journal.ts",
    original: "sealed === undefined",
    replacement: "false",
    reason: "without a sealed entry there is no text either; the comparison is for the type only",
  },
  {
    file: "packages/sdk/src/oauth2/refresh/refresh-lock.ts",
    original: "() => false",
    replacement: "() => undefined",
    reason: "nobody reads whether the lock was still there",
  },
  {
    file: "packages/sdk/src/oauth2/refresh/refresh-lock.ts",
    original: "false",
    replacement: "true",
    reason: "nobody reads whether the lock was still there",
  },
  {
    file: "packages/sdk/src/oauth2/refresh/refresh-runner.ts",
    original: "{ hour: 0, count: 0 }",
    replacement: "{}",
    reason: "the first refresh begins the count of its hour anyway",
  },
];

/**
 * Compares the changes that no test noticed with those of which that is known.
 *
 * @param {readonly Survivor[]} survivors Changes no test noticed.
 * @param {readonly EquivalentMutant[]} known Changes no test can notice, of the files that were tried.
 * @returns {{ missed: readonly Survivor[], equivalent: readonly EquivalentMutant[], stale: readonly EquivalentMutant[] }}
 *   Those a test should notice, those none can, and entries that are not among the survivors.
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
 * @returns {string} What tells it from others.
 */
function keyOf({ file, original, replacement }) {
  return JSON.stringify([file, original, replacement]);
}
