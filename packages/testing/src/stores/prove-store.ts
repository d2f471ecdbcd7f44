import { chaosTable, proveStore } from "./store-chaos.js";

/** Prints the status of every endpoint in every state of the store. Exits with 1 if one does not recover. */
async function main(): Promise<void> {
  const columns = await proveStore(true);
  process.stdout.write(`${chaosTable(columns)}\n\n`);
  for (const { state, slowest, unrecovered } of columns) {
    process.stdout.write(`${state}: slowest answer ${Math.round(slowest)} ms`);
    process.stdout.write(unrecovered.length === 0 ? "\n" : `; does not recover: ${unrecovered.join(", ")}\n`);
    if (unrecovered.length > 0) process.exitCode = 1;
  }
}

await main();
