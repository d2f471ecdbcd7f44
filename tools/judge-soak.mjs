/** Growth that the service may have, in MiB an hour. */
const maxGrowth = 1;
/** Open files more in the last quarter than in the second. */
const maxMoreFiles = 3;
/** How much longer the slowest hundredth of small requests may take in the last quarter. */
const maxSlower = 2;
/** Parts of the time of which each gives one figure. */
const windows = 60;

/**
 * @typedef {object} Sample
 * @property {number} at Milliseconds since the start.
 * @property {number} ms Duration of a small request.
 * @property {number} memory MiB of the service.
 * @property {number} files Its open files.
 */

/**
 * Finds what has grown. The first quarter is warming up.
 *
 * @param {readonly Sample[]} samples The small requests.
 * @param {number} lastsMs Duration of the run.
 * @returns {{ facts: string[], faults: string[] }} The figures, and those that are faults.
 */
export function judgeSoak(samples, lastsMs) {
  const parts = Array.from({ length: windows }, (_, part) =>
    samples.filter(({ at }) => Math.floor((at / lastsMs) * windows) === part),
  ).slice(windows / 4);
  const silent = parts.filter((part) => part.length === 0).length;
  if (silent > 0) {
    // A window without figures would make every comparison with them false.
    const fact = `no small request was answered in ${silent} of ${parts.length} parts of the time`;
    return { facts: [fact], faults: [fact] };
  }
  const medians = (/** @type {"memory" | "files"} */ member) =>
    parts.map((part) =>
      quantile(
        part.map((one) => one[member]),
        0.5,
      ),
    );
  const slowest = parts.map((part) =>
    quantile(
      part.map(({ ms }) => ms),
      0.99,
    ),
  );
  const hours = parts.map((_, part) => (part * lastsMs) / windows / 3_600_000);
  const { slope, error } = line(hours, medians("memory"));
  const third = Math.floor(parts.length / 3);
  const [filesBefore, filesAfter] = ends(medians("files"), third);
  const [before, after] = ends(slowest, third);
  const memory = `memory grows by ${slope.toFixed(1)} ± ${(2 * error).toFixed(1)} MiB an hour, from ${(medians("memory")[0] ?? 0).toFixed(0)} MiB`;
  const files = `open files: ${filesBefore}, at the end ${filesAfter}`;
  const time = `99 % of small requests took at most ${before.toFixed(0)} ms, at the end ${after.toFixed(0)} ms`;
  return {
    facts: [memory, files, time],
    faults: [
      // Below this bound the growth may be chance; a longer run has a narrower one.
      ...(slope - 2 * error > maxGrowth ? [memory] : []),
      ...(filesAfter > filesBefore + maxMoreFiles ? [files] : []),
      ...(after > maxSlower * before ? [time] : []),
    ],
  };
}

/**
 * @param {readonly number[]} numbers Numbers.
 * @param {number} count How many.
 * @returns {[first: number, last: number]} Medians of so many of the first and of the last numbers.
 */
function ends(numbers, count) {
  return [quantile(numbers.slice(0, count), 0.5), quantile(numbers.slice(-count), 0.5)];
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
 * Fits a line by least squares.
 *
 * @param {readonly number[]} xs Where.
 * @param {readonly number[]} ys What.
 * @returns {{ slope: number, error: number }} Its slope, with the standard error for independent numbers.
 */
function line(xs, ys) {
  const [x, y] = [mean(xs), mean(ys)];
  const spread = xs.reduce((sum, one) => sum + (one - x) ** 2, 0);
  const slope = xs.reduce((sum, one, at) => sum + (one - x) * ((ys[at] ?? 0) - y), 0) / spread;
  const rest = xs.reduce((sum, one, at) => sum + ((ys[at] ?? 0) - y - slope * (one - x)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (xs.length - 2) / spread) };
}
