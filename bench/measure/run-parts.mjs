/**
 * Runs the parts of a benchmark that `BENCH_PARTS` names, or all of them. Each takes a minute or two, so they can also
 * be run one by one.
 *
 * @template Place
 * @param {Record<string, (place: Place) => Promise<object[]>>} parts All parts.
 * @param {Place} place The environment of the parts.
 * @returns {Promise<object[]>} The figures.
 */
export async function runParts(parts, place) {
  const wanted = (process.env["BENCH_PARTS"] ?? Object.keys(parts).join(",")).split(",");
  const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new RangeError(
      `Run parts: found "${unknown.join('", "')}", wanted ${Object.keys(parts).join(", ")}`,
    );
  const rows = [];
  for (const name of wanted) rows.push(...(await parts[name](place)));
  return rows;
}
