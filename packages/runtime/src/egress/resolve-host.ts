import { lookup } from "node:dns/promises";

/** Resolves a name to all its addresses; throws when there is none. */
export type ResolveHost = (name: string) => Promise<readonly string[]>;

/**
 * Resolves a name to all its addresses with the system's resolver.
 *
 * @param name - Name in canonical form
 * @returns All its addresses, in the resolver's order
 */
export async function resolveHost(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}
