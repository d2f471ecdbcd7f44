import { mkdir, readFile, writeFile } from "node:fs/promises";
import { rowCount } from "../measure/counts.mjs";
import { peakWhile } from "../measure/peak-while.mjs";
import { drawGrowth } from "./draw-growth.mjs";
import { all } from "./place.mjs";

const counts = (process.env["BENCH_GROWTH_ROWS"] ?? "20,2000,20000,200000,2000000,20000000")
  .split(",")
  .map(Number);
const names = {
  floor: "bare wire (C)",
  ours: "Wellhead",
  "query-stream": "pg-query-stream + JSON.stringify",
  "json-agg": "json_agg in one piece",
};
/** Maximum number of rows for implementations that take minutes or gigabytes beyond it. */
const most = { "query-stream": 2_000_000, "json-agg": 2_000_000 };
const wanted = (process.env["BENCH_GROWTH_WAYS"] ?? Object.keys(names).join(",")).split(",");
const pointsFile = new URL("../measured/postgres-growth.json", import.meta.url);
const chart = new URL("../../docs/images/postgres-growth.svg", import.meta.url);

/**
 * Measures time and memory as a function of the number of rows, as points and as a chart. Points of earlier runs are
 * kept unless they are measured again, so that the chart can be created in several runs.
 *
 * @param {object} place The result of `makePlace`.
 * @returns {Promise<object[]>} The figures.
 */
export async function growth(place) {
  const points = await readPoints();
  for (const way of wanted) {
    for (const count of counts) {
      if (count <= (most[way] ?? Number.POSITIVE_INFINITY))
        points[`${way} ${count}`] = await measure(place, way, count);
    }
  }
  await mkdir(new URL("./", pointsFile), { recursive: true });
  await writeFile(pointsFile, `${JSON.stringify(points, undefined, 2)}\n`);
  const found = Object.entries(points).map(([key, point]) => {
    const [way, count] = key.split(" ");
    return { name: names[way], rows: Number(count), ...point };
  });
  await writeFile(chart, drawGrowth(found));
  return found.map(({ name, rows, seconds }) => ({
    what: `${name}, ${rows} rows`,
    value: seconds,
    unit: "s",
  }));
}

async function readPoints() {
  try {
    return JSON.parse(await readFile(pointsFile, "utf8"));
  } catch {
    return {};
  }
}

/** Returns the best of three runs, or a single run for many rows; measures the memory of a newly started process. */
async function measure(place, way, count) {
  const copies = Math.max(1, Math.round(count / rowCount));
  const sql = copies === 1 ? `${all} limit ${count}` : `${all}, generate_series(1, ${copies}) as copy`;
  const runs = count >= 2_000_000 ? 1 : 3;
  if (way === "floor") return { seconds: (await best(runs, () => place.floor(sql))) / 1000 };
  const service = way === "ours" ? place.ours : await place.peer(way);
  let seconds = 0;
  const peak = await peakWhile(service, async () => {
    seconds = (await best(runs, async () => (await place.read(service, sql)).total)) / 1000;
  });
  if (service !== place.ours) service.stop();
  return { seconds, mebibytes: Math.round(peak / 2 ** 20) };
}

async function best(runs, work) {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < runs; count += 1) least = Math.min(least, await work());
  return Math.round(least * 10) / 10;
}
