/**
 * Returns the name of a source in SQL.
 *
 * @param connector - Name of the connector
 * @param source - Id of the source
 * @returns Such as `"shop"."orders"`
 */
export function sqlName(connector: string, source: string): string {
  return [connector, source].map((name) => `"${name.replaceAll('"', '""')}"`).join(".");
}
