import { execFileSync, spawnSync } from "node:child_process";
import { installPackages } from "../tests/install-packages.mjs";
import { describeRun } from "./describe-run.mjs";
import { PROOFS, variablesOf } from "./proofs.mjs";

// Runs a proof with the arguments that follow its name: `npm run proof <name> [argument …]`. Without a name, it lists
// them.

const [name, ...parameters] = process.argv.slice(2);
if (name === undefined) {
  for (const [known, { shows, minutes }] of Object.entries(PROOFS))
    console.log(`${known.padEnd(14)} ${String(minutes).padStart(3)} min  ${shows}`);
} else {
  const proof = PROOFS[name];
  if (proof === undefined)
    throw new RangeError(`Could not run "${name}": expected one of ${Object.keys(PROOFS).join(", ")}.`);
  execFileSync("npm", ["run", "--silent", "prepare-tests"], { stdio: "inherit" });
  installPackages(proof.packages ?? []);
  const [program = "", ...own] = proof.command;
  const variables = variablesOf(proof);
  const env = { ...variables, ...process.env };
  const { error, status } = spawnSync(program, [...own, ...parameters], { stdio: "inherit", env });
  if (error !== undefined) throw new Error(`Could not run "${program}". Install it.`, { cause: error });
  process.exitCode = status ?? 1;
  const passed = process.exitCode === 0;
  console.log(describeRun({ name, variables, environment: process.env, parameters, passed }));
}
