import { closeFaultStage, openFaultStage, proveFault, refreshFaults } from "./refresh-faults.js";
import { refreshProofs, runProof } from "./refresh-proofs.js";

/** Timeout of a call to the provider in milliseconds; the same as the default. */
const callTimeout = 10_000;

/** Runs every proof about refreshes and prints the results. Exits with 1 if one does not hold. */
async function main(): Promise<void> {
  const rounds = Number(process.argv[2] ?? 100);
  const stage = await openFaultStage({ callTimeout, replicas: 4 });
  for (const fault of refreshFaults) {
    const start = performance.now();
    const result = await proveFault(fault, stage, rounds);
    const { healed, lost, revoked } = result;
    print(fault.name, { ...result }, { holds: lost === 0 && revoked === 0 && healed === rounds, start });
  }
  await closeFaultStage(stage);
  for (const proof of refreshProofs) {
    const start = performance.now();
    const { facts, holds } = await runProof(proof, rounds);
    print(proof.name, facts, { holds, start });
  }
}

function print(
  name: string,
  facts: Readonly<Record<string, number>>,
  { holds, start }: { readonly holds: boolean; readonly start: number },
): void {
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const text = Object.entries(facts).map(([fact, value]) => `${fact} ${value}`);
  process.stdout.write(`${holds ? "holds" : "FAILS"}  ${name} (${seconds} s): ${text.join(", ")}\n`);
  if (!holds) process.exitCode = 1;
}

await main();
