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
 * @param text - A colour, as an author or an upstream wrote it
 * @returns Whether a platform can show it: `#RRGGBB`
 * @see The synchronizer contract, POST schema
 */
export function isColor(text: string): boolean {
  return /^#[0-9A-Fa-f]{6}$/.test(text);
}
