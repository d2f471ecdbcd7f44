import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * Runs a Python script that reads files and compares them with our rows. It shares no code with the connector.
 *
 * @param name - Name of a script in the folder of this file
 * @param input - Standard input of the script
 * @returns Its output, parsed as JSON
 */
export function python(name: string, input: string): unknown {
  const output = execFileSync("python3", [join(import.meta.dirname, name)], { input, maxBuffer: 2 ** 28 });
  return JSON.parse(output.toString()) as unknown;
}
