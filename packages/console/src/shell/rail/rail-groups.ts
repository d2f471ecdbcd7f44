import type { SourceInfo } from "../../connect/connectors/application.js";
import type { ConnectorEntry } from "../../connect/connectors/connector-entries.js";

/** A connector of the rail and those of its sources that are listed. */
export interface RailGroup {
  readonly entry: ConnectorEntry;
  readonly sources: readonly SourceInfo[];
}

/**
 * Returns what the rail lists. Without a search that is every connector, and the sources of the open one. A search lists
 * the sources whose name, id, description, tags or connector's name contain every word, and connectors whose name or
 * address does.
 */
export function railGroups(
  entries: readonly ConnectorEntry[],
  search: string,
  openBase: string | undefined,
): readonly RailGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return entries.map((entry) => ({
      entry,
      sources: entry.base === openBase ? (entry.application?.sources ?? []) : [],
    }));
  }
  const matches = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  return entries.flatMap((entry) => {
    const { application, base } = entry;
    const { name = "" } = application ?? {};
    const sources = (application?.sources ?? []).filter(({ id, name: title, description, tags }) =>
      matches([name, id, title, description, ...tags].join(" ")),
    );
    return sources.length > 0 || matches(`${name} ${base}`) ? [{ entry, sources }] : [];
  });
}
