import { availableParallelism } from "node:os";

const variable = "DUCKDB_JE_MALLOC_CONF";

/**
 * Returns the variable of the environment that has the allocator of the engine hold less memory: one arena for every two
 * cores, as each keeps unused memory of its own, and unused memory freed after a third of a second. A long stream of rows
 * then takes much less memory, in nearly the same time.
 *
 * The allocator reads the variable once, when the library of the engine is loaded, so a program sets it before its first
 * request. The connector sets it for processes that it starts, never for the one that it runs in.
 *
 * @returns The variable, with the value that the operator has set if there is one
 */
export function allocatorSetting(): Readonly<Record<string, string>> {
  const arenas = Math.ceil(availableParallelism() / 2);
  const value = process.env[variable] ?? `narenas:${arenas},dirty_decay_ms:300,muzzy_decay_ms:0`;
  return { [variable]: value };
}
