import { nearest } from "@wellhead/contract/names";

/**
 * Creates the error for a definition that breaks the contract.
 *
 * @param connector - Id of the connector
 * @param path - Path in the definition, such as `sources.issues.filter.project`
 * @param fault - What was expected and what was given
 * @returns The error to throw
 */
export function definitionFault(connector: string, path: string, fault: string): TypeError {
  return new TypeError(`Could not define connector "${connector}": ${path}: ${fault}.`);
}

/**
 * Describes a name that a definition uses and nothing has.
 *
 * @param expected - What the name should be that of, such as `a column of "issues"`
 * @param name - The name
 * @param known - The names that exist
 * @returns The fault, with the existing name that is close to it
 */
export function unknownName(expected: string, name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return `expected ${expected}${near === undefined ? "" : ` such as "${near}"`}, got "${name}"`;
}

/**
 * @param text - A colour, as an author or an upstream wrote it
 * @returns Whether a platform can show it: `#RRGGBB`
 * @see The synchronizer contract, POST schema
 */
export function isColor(text: string): boolean {
  return /^#[0-9A-Fa-f]{6}$/.test(text);
}
