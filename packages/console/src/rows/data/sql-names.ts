import type { SourceInfo } from "../../connect/connectors/application.js";
import type { ConnectorEntry } from "../../connect/connectors/connector-entries.js";

/** A connector and the name that it has in statements. */
export interface NamedConnector {
  readonly name: string;
  readonly base: string;
  readonly sources: readonly SourceInfo[];
}

/**
 * Names the connectors for statements: by their ids, in a form that needs no quotes. Of several with the same id, all but
 * the first get a number.
 */
export function nameConnectors(entries: readonly ConnectorEntry[]): readonly NamedConnector[] {
  const taken = new Set<string>();
  return entries.flatMap(({ base, application }) => {
    if (application === undefined) return [];
    const plain = plainName(application.id || application.name);
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain}_${number}`;
    taken.add(name);
    return [{ name, base, sources: application.sources }];
  });
}

/** Quotes an identifier for a statement. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns the statement that the editor starts with: the first rows of a source. */
export function firstStatement(connector: string, source: string): string {
  return `select *\nfrom ${connector}.${quoteName(source)}\nlimit 100`;
}

function plainName(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return /^[a-z]/.test(plain) ? plain : `connector${plain === "" ? "" : `_${plain}`}`;
}
