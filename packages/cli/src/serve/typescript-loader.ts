import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Jiti from "jiti";

const require = createRequire(import.meta.url);

/** Options of {@link typeScriptLoader}. */
export interface TypeScriptLoaderOptions {
  /** Files to load instead of packages, by name. Default: none. */
  readonly alias?: Readonly<Record<string, string>>;
  /**
   * Whether compiled modules are stored in `node_modules/.cache/wellhead` of the project, if it has `node_modules` and they
   * can be written there. Loading the compiler takes longer than loading all of the service. Default: false.
   */
  readonly isCached?: boolean;
  /** Whether compiled modules end with their source map. Default: false. */
  readonly hasSourceMaps?: boolean;
}

/**
 * Returns a loader of the TypeScript and JavaScript modules in a folder.
 *
 * @param folder - The folder
 * @param options - Aliases and cache
 * @returns The loader
 */
export function typeScriptLoader(
  folder: string,
  { alias = {}, isCached = false, hasSourceMaps = false }: TypeScriptLoaderOptions = {},
): Jiti.Jiti {
  // As an ES module, it would have its exports searched in all of its text first.
  const { createJiti } = require("jiti") as typeof Jiti;
  const fsCache = isCached ? (findCache(folder) ?? false) : false;
  return createJiti(pathToFileURL(folder).href, { fsCache, alias: { ...alias }, sourceMaps: hasSourceMaps });
}

function findCache(folder: string): string | undefined {
  const modules = join(folder, "node_modules");
  if (existsSync(modules)) return join(modules, ".cache", "wellhead");
  return dirname(folder) === folder ? undefined : findCache(dirname(folder));
}
