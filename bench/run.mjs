import { readdir, readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { drawChart } from "./draw-chart.mjs";
import { mergeFigures, replaceTable } from "./figures-table.mjs";
import { printBench } from "./print-bench.mjs";

// Runs the benchmarks named on the command line, or all of them: `npm run bench -- [--json] [--write] [name …]`. A
// benchmark is a file of this folder that exports `bench()`. With `--write`, its figures replace those of docs/speed.md.

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
  allowPositionals: true,
});
const folder = new URL("./", import.meta.url);
const known = await findBenches();
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  throw new RangeError(`Could not run "${unknown.join('", "')}": expected some of ${known.join(", ")}.`);
}

const machine = `${cpus().length} cores, Node ${process.version}`;
const date = new Date().toISOString().slice(0, 10);
const results = {};
const measured = {};
for (const name of positionals.length > 0 ? positionals : known) {
  const { bench } = await import(new URL(`${name}.mjs`, folder));
  const result = { ...(await bench()), machine };
  results[name] = result;
  for (const part of new Set(result.rows.map((figure) => figure.part))) {
    const rows = result.rows.filter((figure) => figure.part === part);
    measured[`${name} ${part ?? ""}`.trim()] = { date, machine, rows };
  }
  if (!values.json) console.log(`${printBench(result)}\n`);
}
if (values.json) console.log(JSON.stringify(results, undefined, 2));
if (values.write) await writeFigures();
process.exitCode = Object.values(results).some(({ rows }) => rows.some(({ ok }) => ok === false)) ? 1 : 0;

/** A file that does not export `bench()` is part of other benchmarks. */
async function findBenches() {
  const names = (await readdir(folder))
    .filter((file) => file.endsWith(".mjs") && !/^(?:run|print-bench|figures-table|draw-chart)\./.test(file))
    .filter((file) => !file.endsWith(".test.mjs"))
    .map((file) => file.slice(0, -".mjs".length));
  return names.toSorted();
}

async function writeFigures() {
  const file = new URL("figures.json", folder);
  const page = new URL("../docs/speed.md", folder);
  const figures = mergeFigures(JSON.parse(await readFile(file, "utf8")), measured);
  await writeFile(file, `${JSON.stringify(figures, undefined, 2)}\n`);
  await writeFile(page, replaceTable(await readFile(page, "utf8"), figures));
  await writeFile(new URL("../docs/images/speed.svg", folder), drawChart(figures));
}
