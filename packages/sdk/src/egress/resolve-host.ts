import { lookup } from "node:dns/promises";

/** Gives every address of a name; throws when there is none. */
export type ResolveHost = (name: string) => Promise<readonly string[]>;

/**
 * Asks the system's resolver for every address of a name.
 *
 * @param name - Name in canonical form
 * @returns All its addresses, in the resolver's order
 */
export async function resolveHost(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}
