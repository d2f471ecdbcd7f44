import type { Application, Source } from "./application.js";

/**
 * Finds a source.
 *
 * @param application - The connector's description
 * @param id - Id of the source
 * @returns The source
 * @throws RangeError that lists the existing sources when there is no such source
 */
export function findSource(application: Application, id: string): Source {
  const source = application.sources.find((candidate) => candidate.id === id);
  if (source !== undefined) return source;
  const known = application.sources.map((candidate) => `"${candidate.id}"`).join(", ");
  throw new RangeError(
    `Could not find the source "${id}": ${application.name} has ${known === "" ? "no sources" : known}. Use one of these.`,
  );
}
