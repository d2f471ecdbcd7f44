import { replaceSection } from "../documentation/replace-section.js";
import { judgeCorpus } from "./judge-corpus.js";
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
  mutants: async () => reportMutants(numberOf("WELLHEAD_MUTANTS", 500), numberOf("WELLHEAD_SEED", 1)),
};

function numberOf(name: string, value: number): number {
  return Number(process.env[name] ?? value);
}

const today = new Date().toISOString().slice(0, 10);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
for (const name of wanted) {
  const part = parts[name];
  if (part === undefined)
    throw new Error(`Could not measure "${name}": expected ${Object.keys(parts).join(" or ")}`);
  const text = await part();
  process.stdout.write(`${text}\n`);
  replaceSection(name, `Measured on ${today} with Node ${process.versions.node}.\n\n${text}`);
}
