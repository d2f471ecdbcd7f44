import { refreshProofs, runProof } from "./refresh-proofs.js";

/** Runs every proof about refreshes and prints what each found; fails when one does not hold. */
async function main(): Promise<void> {
  const rounds = Number(process.argv[2] ?? 100);
  for (const proof of refreshProofs) {
    const start = performance.now();
    const { facts, holds } = await runProof(proof, rounds);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const text = Object.entries(facts)
      .map(([name, value]) => `${name} ${value}`)
      .join(", ");
    process.stdout.write(`${holds ? "holds" : "FAILS"}  ${proof.name} (${seconds} s): ${text}\n`);
    if (!holds) process.exitCode = 1;
  }
}

await main();
