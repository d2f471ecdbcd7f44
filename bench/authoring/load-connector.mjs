const loader = new URL("../../packages/cli/dist/serve/import-module.js", import.meta.url).href;

/**
 * Loads a connector as the command does. It may have packages of its own, or none.
 *
 * @param {string} file
 * @returns {Promise<import("@wellhead/sdk").Connector>}
 */
export async function loadConnector(file) {
  const { importModule } = await import(loader);
  return await importModule(file);
}
