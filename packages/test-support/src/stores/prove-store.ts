import { readFile } from "node:fs/promises";
import { chaosDifferences, chaosTable, proveStore } from "./store-chaos.js";

const documentation = new URL("../../../../docs/accounts.md", import.meta.url);

/**
 * Prints the status of every endpoint in every state of the store. Exits with 1 if one is not as documented, or does
 * not recover.
 */
async function main(): Promise<void> {
  const columns = await proveStore(true);
  const differences = chaosDifferences(await readFile(documentation, "utf8"), columns);
  process.stdout.write(`${chaosTable(columns)}\n\n`);
  for (const { state, slowest, unrecovered } of columns) {
    process.stdout.write(`${state}: slowest answer ${Math.round(slowest)} ms`);
    process.stdout.write(unrecovered.length === 0 ? "\n" : `; does not recover: ${unrecovered.join(", ")}\n`);
    if (unrecovered.length > 0) process.exitCode = 1;
  }
  const cells = columns.reduce((count, { statuses }) => count + statuses.size, 0);
  process.stdout.write(`${cells} cells, ${differences.length} not as in docs/accounts.md\n`);
  for (const difference of differences) process.stdout.write(`${difference}\n`);
  if (differences.length > 0) process.exitCode = 1;
}

await main();
