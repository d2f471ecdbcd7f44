/** Growth that the service may have, in MiB an hour: of the memory in use, and of the resident memory. */
const maxGrowth = 1;
/** Open files more in the last quarter than in the second. */
const maxMoreFiles = 3;
/** How much longer the slowest hundredth of small requests may take in the last quarter. */
const maxSlower = 2;
/** Parts of the time of which each gives one figure. */
const windows = 60;
/** Pauses after which the growth of memory can be told. */
const minRests = 6;

/**
 * @typedef {object} Sample
 * @property {number} at Milliseconds since the start.
 * @property {number} ms Duration of a small request.
 * @property {number} memory Resident MiB of the service.
 * @property {number} files Its open files.
 *
 * @typedef {object} Rest
 * @property {number} at Milliseconds since the start.
 * @property {number} memory MiB that the service still used after its garbage was collected, while nobody read rows.
 */

/**
 * Finds what has grown. The first quarter is warming up.
 *
 * @param {object} run The run.
 * @param {readonly Sample[]} run.samples The small requests.
 * @param {readonly Rest[]} run.rests The pauses.
 * @param {number} run.lastsMs Its duration.
 * @returns {{ facts: string[], faults: string[] }} The figures, and those that are faults.
 */
export function judgeSoak({ samples, rests, lastsMs }) {
  const parts = Array.from({ length: windows }, (_, part) =>
    samples.filter(({ at }) => Math.floor((at / lastsMs) * windows) === part),
  ).slice(windows / 4);
  const silent = parts.filter((part) => part.length === 0).length;
  // Figures that are missing would make every comparison with them false.
  if (silent > 0)
    return onlyFault(`no small request was answered in ${silent} of ${parts.length} parts of the time`);
  const warm = rests.filter(({ at }) => at >= lastsMs / 4);
  if (warm.length < minRests)
    return onlyFault(
      `memory was measured ${warm.length} times, expected at least ${minRests}: the run is too short`,
    );

  const medianOf = (/** @type {"memory" | "files"} */ member) =>
    parts.map((part) => median(part.map((one) => one[member])));
  const slowest = parts.map((part) =>
    quantile(
      part.map(({ ms }) => ms),
      0.99,
    ),
  );
  const resident = growth("resident memory", {
    hours: parts.map((_, part) => (part * lastsMs) / windows / 3_600_000),
    numbers: medianOf("memory"),
  });
  const kept = growth("memory in use", {
    hours: warm.map(({ at }) => at / 3_600_000),
    numbers: warm.map(({ memory }) => memory),
  });
  const third = Math.floor(parts.length / 3);
  const [filesBefore, filesAfter] = ends(medianOf("files"), third);
  const [before, after] = ends(slowest, third);
  const files = `open files: ${filesBefore}, at the end ${filesAfter}`;
  const time = `99 % of small requests took at most ${before.toFixed(0)} ms, at the end ${after.toFixed(0)} ms`;
  return {
    facts: [
      kept.fact,
      `MiB in use: ${rests.map(({ memory }) => memory.toFixed(1)).join(" ")}`,
      resident.fact,
      files,
      time,
    ],
    faults: [
      ...(kept.isLeak ? [kept.fact] : []),
      ...(resident.isLeak ? [resident.fact] : []),
      ...(filesAfter > filesBefore + maxMoreFiles ? [files] : []),
      ...(after > maxSlower * before ? [time] : []),
    ],
  };
}

/**
 * @param {string} fault Why nothing can be said.
 * @returns {{ facts: string[], faults: string[] }} The result.
 */
function onlyFault(fault) {
  return { facts: [fault], faults: [fault] };
}

/**
 * @param {string} name What grows.
 * @param {{ hours: readonly number[], numbers: readonly number[] }} measured When, and how many MiB it was.
 * @returns {{ fact: string, isLeak: boolean }} How fast, and whether that is certainly too fast.
 */
function growth(name, { hours, numbers }) {
  const { slope, bound } = line(hours, numbers);
  return {
    fact: `${name} grows by ${slope.toFixed(1)} ± ${bound.toFixed(1)} MiB an hour, from ${(numbers[0] ?? 0).toFixed(0)} MiB`,
    // Below this bound the growth may be chance; a longer run has a narrower one.
    isLeak: slope - bound > maxGrowth,
  };
}

/**
 * @param {readonly number[]} numbers Numbers.
 * @param {number} count How many.
 * @returns {[first: number, last: number]} Medians of so many of the first and of the last numbers.
 */
function ends(numbers, count) {
  return [median(numbers.slice(0, count)), median(numbers.slice(-count))];
}

/**
 * @param {readonly number[]} numbers Numbers.
 * @returns {number} Their median.
 */
function median(numbers) {
  return quantile(numbers, 0.5);
}

/**
 * @param {readonly number[]} numbers Numbers.
 * @param {number} share Share of them.
 * @returns {number} The quantile.
 */
function quantile(numbers, share) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * @param {readonly number[]} numbers Numbers.
 * @returns {number} Their mean.
 */
function mean(numbers) {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

/**
 * Fits a line by least squares, and bounds its slope with 95 % confidence. Memory that is high in one window is often high in the
 * next one, too: such windows say less than independent ones, so fewer are counted.
 *
 * @param {readonly number[]} xs Where.
 * @param {readonly number[]} ys What.
 * @returns {{ slope: number, bound: number }} Its slope, and how much more or less it may be.
 * @see Santer et al.: Statistical significance of trends and trend differences in layer-average atmospheric temperature time
 * series, 2000, equations 3 to 6
 */
function line(xs, ys) {
  const [x, y] = [mean(xs), mean(ys)];
  const spread = sumOfSquares(xs.map((one) => one - x));
  const slope = xs.reduce((sum, one, at) => sum + (one - x) * ((ys[at] ?? 0) - y), 0) / spread;
  const rests = xs.map((one, at) => (ys[at] ?? 0) - y - slope * (one - x));
  const freedom = independent(rests) - 2;
  return { slope, bound: student(freedom) * Math.sqrt(sumOfSquares(rests) / freedom / spread) };
}

/**
 * @param {readonly number[]} rests Differences from a line.
 * @returns {number} How many independent numbers say as much, at least 5: a large slope is found even then.
 */
function independent(rests) {
  const together = rests.slice(1).reduce((sum, rest, at) => sum + rest * (rests[at] ?? 0), 0);
  const found = together / (sumOfSquares(rests) || 1);
  // A line that was fitted makes neighbours look less alike than they are.
  const correlation = Math.min(1, Math.max(0, found + (2 + 4 * found) / rests.length));
  return Math.max(5, (rests.length * (1 - correlation)) / (1 + correlation));
}

/**
 * @param {number} freedom Degrees of freedom.
 * @returns {number} The 97.5 % quantile of Student's distribution, by its first three terms.
 * @see Abramowitz and Stegun: Handbook of Mathematical Functions, 26.7.5
 */
function student(freedom) {
  const z = 1.96;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}

/**
 * @param {readonly number[]} numbers Numbers.
 * @returns {number} The sum of their squares.
 */
function sumOfSquares(numbers) {
  return numbers.reduce((sum, one) => sum + one ** 2, 0);
}
