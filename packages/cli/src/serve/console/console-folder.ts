import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Finds the built page of the console.
 *
 * @returns Its folder; `undefined` when it has not been built
 */
export function consoleFolder(): string | undefined {
  const page = fileURLToPath(import.meta.resolve("@wellhead/console/page/index.html"));
  return existsSync(page) ? dirname(page) : undefined;
}
