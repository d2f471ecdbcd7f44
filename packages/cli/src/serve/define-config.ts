import { checkConfig } from "./check-config.js";
import type { WellheadConfig } from "./wellhead-config.js";

/**
 * Checks the configuration of a service and provides its types to editors.
 *
 * @param config - The configuration
 * @returns The same object
 * @throws CommandError naming the first invalid member
 * @example
 * ```ts
 * export default defineConfig({ connectors: ["./data", moons], port: 9000 });
 * ```
 */
export function defineConfig(config: WellheadConfig): WellheadConfig {
  return checkConfig(config, "defineConfig");
}
