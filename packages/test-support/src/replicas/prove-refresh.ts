import {
  closeFaultStage,
  type FaultResult,
  openFaultStage,
  proveFault,
  type RefreshFault,
  refreshFaults,
} from "./refresh-faults.js";
import { refreshProofs, runProof } from "./refresh-proofs.js";
import { runTopologyProof, topologyProofs } from "./topology-proofs.js";

/** Timeout of a call to the provider in milliseconds; the same as the default. */
const callTimeout = 10_000;

/** Number of accounts that are refreshed in each round of a fault. */
const accounts = 4;

/**
 * Runs every proof about refreshes, or those whose names contain the second argument, and prints the results. Exits
 * with 1 if one does not hold.
 */
async function main(): Promise<void> {
  const rounds = Number(process.argv[2] ?? 100);
  const wanted = process.argv[3] ?? "";
  // Most of a round is waiting, so the faults run side by side.
  await Promise.all(
    refreshFaults.filter(({ name }) => name.includes(wanted)).map((fault) => proveRounds(fault, rounds)),
  );
  for (const proof of refreshProofs.filter(({ name }) => name.includes(wanted))) {
    const start = performance.now();
    const { facts, holds } = await runProof(proof, rounds);
    print(proof.name, facts, { holds, start });
  }
  for (const proof of topologyProofs.filter(({ name }) => name.includes(wanted))) {
    const start = performance.now();
    const { facts, holds } = await runTopologyProof(proof, rounds);
    print(proof.name, facts, { holds, start });
  }
}

/** Runs one fault again and again with new accounts, and prints the sums over all rounds. */
async function proveRounds(fault: RefreshFault, rounds: number): Promise<void> {
  const start = performance.now();
  const stage = await openFaultStage({ callTimeout, replicas: 4 });
  const results: FaultResult[] = [];
  for (let round = 0; round < rounds; round += 1) results.push(await proveFault(fault, stage, accounts));
  await closeFaultStage(stage);
  const sum = (name: keyof FaultResult): number => results.reduce((total, { [name]: one }) => total + one, 0);
  const names = ["accounts", "unspent", "healed", "lost", "revoked", "presented"] as const;
  const sums = names.map((name): [string, number] => [name, sum(name)]);
  const facts = Object.fromEntries([["rounds", rounds] satisfies [string, number], ...sums]);
  const holds = sum("lost") + sum("revoked") === 0 && sum("healed") === sum("accounts");
  print(fault.name, facts, { holds, start });
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
