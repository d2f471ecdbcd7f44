import { availableParallelism } from "node:os";

const variable = "DUCKDB_JE_MALLOC_CONF";

/**
 * Returns the environment variable that makes the engine's allocator hold less memory. It limits the allocator to one
 * arena per two cores, because each arena keeps unused memory of its own, and makes it free memory that it has not used for three
 * seconds. A stream of rows needs the same memory again and again, so that freeing it much sooner would cost processor time.
 *
 * The allocator reads the variable once, when the engine's library is loaded, so a program must set it before its first
 * request. The connector sets it for processes that it starts, never for its own process.
 *
 * @returns The variable, with the value that the operator has set, if any
 */
export function allocatorSetting(): Readonly<Record<string, string>> {
  const arenas = Math.ceil(availableParallelism() / 2);
  const value = process.env[variable] ?? `narenas:${arenas},dirty_decay_ms:3000,muzzy_decay_ms:0`;
  return { [variable]: value };
}
