import { createRequire } from "node:module";
import type * as undici from "undici";

const require = createRequire(import.meta.url);

/**
 * Loads the HTTP client when it is first needed: its 130 files are a sixth of the time that a service takes to start.
 *
 * @returns The client
 */
export function loadUndici(): typeof undici {
  // What `require()` returns has no type. Node.js keeps it after the first call.
  return require("undici") as typeof undici;
}
