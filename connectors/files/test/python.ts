import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * Has Python read files and compare them with our rows; it shares no code with the connector.
 *
 * @param name - Script beside this file
 * @param input - What the script reads from its standard input
 * @returns What it wrote
 */
export function python(name: string, input: string): unknown {
  const output = execFileSync("python3", [join(import.meta.dirname, name)], { input, maxBuffer: 2 ** 28 });
  return JSON.parse(output.toString()) as unknown;
}
