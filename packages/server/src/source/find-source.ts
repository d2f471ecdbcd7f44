import { ConnectorError, type Source } from "@wellhead/sdk";

/** A source with its id. */
export interface FoundSource {
  readonly id: string;
  readonly source: Source;
}

/**
 * Finds a source by its id.
 *
 * @param sources - Sources of the connector
 * @param id - Id as received
 * @returns The source and its id
 * @throws ConnectorError `missing_field` when no id is given, `unknown_source` when there is no such source
 */
export function findSource(sources: ReadonlyMap<string, Source>, id: string | undefined): FoundSource {
  if (id === undefined) {
    throw new ConnectorError("missing_field", `Choose a source: "source" is required, ${knownIds(sources)}`, {
      field: "source",
    });
  }
  const source = sources.get(id);
  if (source !== undefined) return { id, source };
  throw new ConnectorError(
    "unknown_source",
    `Find source: found "${id.slice(0, 80)}", ${knownIds(sources)}`,
    { field: "source" },
  );
}

/**
 * Finds a source by its id. Without an id, it is the connector's only source or the default one.
 *
 * @param sources - Sources of the connector
 * @param id - Id as received
 * @returns The source and its id
 * @throws ConnectorError as {@link findSource} does
 * @see The connector contract, "Optional v2 endpoints"
 */
export function findSourceOrDefault(
  sources: ReadonlyMap<string, Source>,
  id: string | undefined,
): FoundSource {
  if (id !== undefined) return findSource(sources, id);
  const entries = [...sources];
  const chosen = entries.length === 1 ? entries[0] : entries.find(([, source]) => source.default === true);
  return findSource(sources, chosen?.[0]);
}

function knownIds(sources: ReadonlyMap<string, Source>): string {
  if (sources.size === 0) return "but the connector has no source at the moment";
  const ids = [...sources.keys()].slice(0, 8).map((id) => `"${id}"`);
  return `wanted one of ${ids.join(", ")}${sources.size > 8 ? ", …" : ""}`;
}
