/**
 * Makes the error for a definition that breaks the contract.
 *
 * @param connector - Id of the connector
 * @param path - Where in the definition, such as `sources.issues.filter.project`
 * @param fault - State found and state wanted
 * @returns The error to throw
 */
export function definitionFault(connector: string, path: string, fault: string): TypeError {
  return new TypeError(`Define connector "${connector}": ${path}: ${fault}`);
}
