import { readdir, readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { runAuthoring } from "./authoring/command.mjs";
import { drawChart } from "./draw-chart.mjs";
import { figuresOf, mergeFigures, replaceTable } from "./figures-table.mjs";
import { printBench } from "./print-bench.mjs";

// Runs the benchmarks named on the command line, or all of them: `npm run bench -- [--json] [--write] [name …]`. A
// benchmark is a file of this folder that exports `bench()`. `authoring` is described in authoring/README.md. With `--write`, its figures replace those
// of docs/speed.md, and those of `arrow` also the ones of docs/arrow.md.

const folder = new URL("./", import.meta.url);
const [first, ...words] = process.argv.slice(2);
// It grades what somebody has written, and has options of its own.
const isGood = first === "authoring" ? await runAuthoring(words) : await runBenches();
process.exitCode = isGood ? 0 : 1;

async function runBenches() {
  const { values, positionals } = parseArgs({
    options: { json: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const known = await findBenches();
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new RangeError(
      `Could not run "${unknown.join('", "')}": expected some of ${known.join(", ")}, authoring.`,
    );
  }
  const machine = `${cpus().length} cores, Node ${process.version}`;
  const results = {};
  for (const name of positionals.length > 0 ? positionals : known) {
    const { bench } = await import(new URL(`${name}.mjs`, folder));
    results[name] = { ...(await bench()), machine };
    if (!values.json) console.log(`${printBench(results[name])}\n`);
  }
  if (values.json) console.log(JSON.stringify(results, undefined, 2));
  if (values.write) await writeFigures(results);
  return Object.values(results).every(({ rows }) => rows.every(({ ok }) => ok !== false));
}

/** A file that does not export `bench()` is part of other benchmarks. */
async function findBenches() {
  const names = (await readdir(folder))
    .filter((file) => file.endsWith(".mjs") && !/^(?:run|print-bench|figures-table|draw-chart)\./.test(file))
    .filter((file) => !file.endsWith(".test.mjs"))
    .map((file) => file.slice(0, -".mjs".length));
  return names.toSorted();
}

async function writeFigures(results) {
  const date = new Date().toISOString().slice(0, 10);
  const measured = {};
  for (const [name, { rows: figures, machine }] of Object.entries(results)) {
    for (const part of new Set(figures.map((figure) => figure.part))) {
      const rows = figures.filter((figure) => figure.part === part);
      measured[`${name} ${part ?? ""}`.trim()] = { date, machine, rows };
    }
  }
  const file = new URL("figures.json", folder);
  const page = new URL("../docs/speed.md", folder);
  const figures = mergeFigures(JSON.parse(await readFile(file, "utf8")), measured);
  await writeFile(file, `${JSON.stringify(figures, undefined, 2)}\n`);
  await writeFile(page, replaceTable(await readFile(page, "utf8"), figures));
  const arrow = figuresOf("arrow", figures);
  const arrowPage = new URL("../docs/arrow.md", folder);
  if (Object.keys(arrow).length > 0)
    await writeFile(arrowPage, replaceTable(await readFile(arrowPage, "utf8"), arrow));
  await writeFile(new URL("../docs/images/speed.svg", folder), drawChart(figures));
}
