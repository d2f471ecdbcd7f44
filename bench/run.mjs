import { mkdir, readdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { printBench } from "./print-bench.mjs";

// Runs the benchmarks named on the command line, or all of them: `npm run bench -- [--json] [name …]`. A benchmark is a
// file of this folder that exports `bench()`. Its result is also saved in `results/<name>.json`.

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
});
const folder = new URL("./", import.meta.url);
const known = await findBenches();
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  throw new RangeError(`Run benchmarks: found "${unknown.join('", "')}", wanted some of ${known.join(", ")}`);
}

let missed = false;
const found = {};
for (const name of positionals.length > 0 ? positionals : known) {
  const { bench } = await import(new URL(`${name}.mjs`, folder));
  const result = { ...(await bench()), machine: `${cpus().length} cores, Node ${process.version}` };
  found[name] = result;
  missed ||= result.rows.some(({ ok }) => ok === false);
  await mkdir(new URL("results/", folder), { recursive: true });
  await writeFile(new URL(`results/${name}.json`, folder), `${JSON.stringify(result, undefined, 2)}\n`);
  if (!values.json) console.log(`${printBench(result)}\n`);
}
if (values.json) console.log(JSON.stringify(found, undefined, 2));
process.exitCode = missed ? 1 : 0;

/** A file that does not export `bench()` is part of other benchmarks. */
async function findBenches() {
  const names = (await readdir(folder))
    .filter((file) => file.endsWith(".mjs") && !["run.mjs", "print-bench.mjs"].includes(file))
    .map((file) => file.slice(0, -".mjs".length));
  return names.toSorted();
}
