/** The versions a service runs on. */
export interface Versions {
  readonly node: string;
  readonly fastify: string;
}

/** Oldest versions that are known to handle hostile requests correctly. */
const floors: Versions = { node: "20.19.0", fastify: "5.12.0" };

/**
 * Checks that Node and Fastify are not older than the oldest supported versions.
 *
 * @param versions - The versions in use
 * @throws TypeError naming what is too old
 */
export function assertVersions(versions: Versions): void {
  for (const name of ["node", "fastify"] as const) {
    if (isOlder(versions[name], floors[name])) {
      throw new TypeError(
        `Could not start the service: expected ${name} ${floors[name]} or later, got ${versions[name]}.`,
      );
    }
  }
}

function isOlder(version: string, floor: string): boolean {
  const found = numbersOf(version);
  const wanted = numbersOf(floor);
  const place = wanted.findIndex((part, index) => part !== (found[index] ?? 0));
  return place !== -1 && (found[place] ?? 0) < (wanted[place] ?? 0);
}

function numbersOf(version: string): number[] {
  return (/^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
}
