import { replaceSection } from "../documentation/replace-section.js";
import { judgeCorpus } from "./judge-corpus.js";
import { newFindings } from "./new-findings.js";
import { listPlantedFaults } from "./planted-fault.js";
import { reportCorpus } from "./report-corpus.js";
import { reportMutants } from "./report-mutants.js";
import { reportPlanted } from "./report-planted.js";
import { reportVariants } from "./report-variants.js";

/** The measurements, by their names on the command line and in docs/judge-proof.md. */
const parts: Readonly<Record<string, () => Promise<string>>> = {
  corpus: async () => reportCorpus(await judgeCorpus()),
  planted: async () => reportPlanted(listPlantedFaults()),
  variants: reportVariants,
  mutants: async () => reportMutants(Number(draw.count), Number(draw.seed)),
};

/** The drawn faults that the page describes. */
const usualDraw = { count: "500", seed: "1" };
const draw = {
  count: process.env["WELLHEAD_MUTANTS"] ?? usualDraw.count,
  seed: process.env["WELLHEAD_SEED"] ?? usualDraw.seed,
};
const isUsualDraw = draw.count === usualDraw.count && draw.seed === usualDraw.seed;

const today = new Date().toISOString().slice(0, 10);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
for (const name of wanted) {
  const part = parts[name];
  if (part === undefined)
    throw new Error(`Could not measure "${name}": expected ${Object.keys(parts).join(" or ")}`);
  const text = await part();
  process.stdout.write(`${text}\n`);
  if (name === "mutants" && !isUsualDraw) continue;
  const before = replaceSection(name, `Measured on ${today} with Node ${process.versions.node}.\n\n${text}`);
  const findings = newFindings(before, text);
  if (findings.length === 0) continue;
  process.stderr.write(`docs/judge-proof.md did not have these findings:\n${findings.join("\n")}\n`);
  process.exitCode = 1;
}
