import { join } from "node:path";
import { converse } from "./files/converse.mjs";
import { makeData } from "./files/make-data.mjs";
import { rounds, rowCount } from "./measure/counts.mjs";
import { spreadOf } from "./measure/spread.mjs";

/** Ways to encode rows, by the words for `encode-rows.mjs`. The first is compared with the others. */
const ways = [
  { name: "text of the engine", words: [] },
  { name: "cells written here", words: ["cells"] },
  { name: "text of the engine, memory left to the garbage collector", words: ["collected"] },
  { name: "text of the engine, with the setting of its allocator", words: ["allocator"] },
  { name: "the first 4,096 rows alone", words: ["few"] },
];

/**
 * Compares the ways in which rows of Parquet can become JSON, without HTTP, each in a process of its own. The decision
 * page about them quotes these figures: docs/decisions/2026-11-23-text-of-the-engine.md.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const path = join(await makeData(rowCount, ["parquet"]), "rows.parquet");
  const programs = ways.map(({ words }) => converse("encode-rows.mjs", words));
  const runs = ways.map(() => []);
  try {
    // The first run of each loads and compiles what it needs.
    for (const program of programs) await program.ask(path);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, program] of programs.entries())
        runs[index].push(JSON.parse(await program.ask(path)));
    }
  } finally {
    for (const program of programs) await program.stop();
  }
  return {
    title: `Encoding ${rowCount.toLocaleString("en-US")} rows of Parquet as JSON`,
    rows: ways.flatMap(({ name }, index) => figures(name, runs[index], runs[0])),
  };
}

function figures(name, runs, base) {
  const of = (member, decimals) =>
    spreadOf(
      runs.map((run) => run[member]),
      decimals,
    );
  const ratio = spreadOf(runs.map(({ seconds }, round) => seconds / base[round].seconds));
  const peak = Math.max(...runs.map((run) => run.peak));
  return [
    { what: name, value: of("seconds"), unit: "s", runs: runs.length, ratio },
    { what: `${name}: processor`, value: of("processor"), unit: "s", runs: runs.length },
    { what: `${name}: first batch`, value: of("first", 0), unit: "ms", runs: runs.length },
    { what: `${name}: peak memory`, value: Math.round(peak / 2 ** 20), unit: "MiB" },
  ];
}
