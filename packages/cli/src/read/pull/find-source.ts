import type { Application, Source } from "@wellhead/client";
import { didYouMean } from "@wellhead/contract/names";
import { usageError } from "../../command-line/command-error.js";

/**
 * Finds a source of a connector.
 *
 * @param application - The description of the connector
 * @param id - Id of the source
 * @returns The source
 * @throws CommandError listing the available sources
 */
export function findSource(application: Application, id: string): Source {
  const source = application.sources.find((known) => known.id === id);
  if (source !== undefined) return source;
  const known = application.sources.map((candidate) => candidate.id);
  throw usageError(
    `Could not find the source "${id}": ${application.name} does not have it.${didYouMean(id, known)}`,
    {
      details:
        known.length === 0
          ? ["It has no sources at the moment."]
          : ["Sources:", ...known.map((name) => `  ${name}`)],
    },
  );
}
