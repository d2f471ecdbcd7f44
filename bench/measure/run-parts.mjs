/**
 * Runs the parts of a benchmark that `BENCH_PARTS` names, or all of them. Each takes a minute or two, so they can also
 * be run one by one.
 *
 * @template Place
 * @param {Record<string, (place: Place) => Promise<object[]>>} parts All parts.
 * @param {Place} place The environment of the parts.
 * @returns {Promise<object[]>} The figures, with the name of their part.
 */
export async function runParts(parts, place) {
  const wanted = (process.env["BENCH_PARTS"] ?? Object.keys(parts).join(",")).split(",");
  const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new RangeError(
      `Could not run the parts "${unknown.join('", "')}": expected ${Object.keys(parts).join(", ")}.`,
    );
  const rows = [];
  for (const part of wanted) rows.push(...(await parts[part](place)).map((figure) => ({ ...figure, part })));
  return rows;
}
