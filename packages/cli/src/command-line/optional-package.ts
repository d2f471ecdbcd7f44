import { usageError } from "./command-error.js";

/** What each package that is not installed with the command is needed for, as a verb with its object. */
export const optionalPackages = {
  "@duckdb/node-api": "use DuckDB",
  "@wellhead/clickhouse": "serve ClickHouse",
  "@wellhead/console": "serve the console",
  "@wellhead/files": "serve files",
  "@wellhead/mcp": "serve language models",
  "@wellhead/mysql": "serve MySQL",
  "@wellhead/postgres": "serve PostgreSQL",
  "@wellhead/results": "query rows or write Parquet",
  "@wellhead/sqlite": "serve SQLite",
  "@wellhead/workbench": "serve the console",
  libsql: "use SQLite",
  pg: "use PostgreSQL",
} as const;

/** A package that users install next to the command when they need it, such as one with a database engine. */
export type OptionalPackage = keyof typeof optionalPackages;

/**
 * Returns whether a package can be imported by the command.
 *
 * @param name - The package
 * @param resolve - Finds a package. Default: as an import of this module does
 * @returns Whether it is installed
 */
export function isInstalled(name: OptionalPackage, resolve: (name: string) => string = locate): boolean {
  try {
    resolve(name === "@wellhead/console" ? `${name}/page/index.html` : name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that packages are installed, before a command imports them.
 *
 * @param names - The packages
 * @param resolve - Finds a package. Default: as an import of this module does
 * @throws CommandError with the command that installs the missing ones
 */
export function checkInstalled(
  names: readonly OptionalPackage[],
  resolve: (name: string) => string = locate,
): void {
  const missing = names.filter((name) => !isInstalled(name, resolve));
  const [first] = missing;
  if (first === undefined) return;
  const state =
    missing.length === 1
      ? `the package "${first}" is not installed`
      : `the packages ${missing.map((name) => `"${name}"`).join(" and ")} are not installed`;
  throw usageError(`Could not ${optionalPackages[first]}: ${state}. Run npm install ${missing.join(" ")}.`);
}

function locate(name: string): string {
  return import.meta.resolve(name);
}
