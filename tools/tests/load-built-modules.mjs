import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * A plugin of Vitest. It resolves what tests import from the sources of their own package to the built modules. Node
 * loads those directly, and the other packages use them too, so that nothing is transformed or loaded twice. The
 * configuration for mutants does not use the plugin, because it changes the sources.
 */
export const loadBuiltModules = {
  name: "load-built-modules",
  enforce: /** @type {const} */ ("pre"),
  /**
   * @param {string} source
   * @param {string | undefined} importer
   */
  resolveId(source, importer) {
    if (importer === undefined) return undefined;
    if (!/^\.\.?\/.*\.js$/.test(source) || importer.includes("/node_modules/")) return undefined;
    const path = resolve(dirname(importer), source);
    const built = path.replace(/^(.*)\/src\//, "$1/dist/");
    return built !== path && existsSync(built) ? built : undefined;
  },
};
