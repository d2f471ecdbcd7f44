export { defineConfig } from "./serve/define-config.js";
export type { LogLevel, WellheadConfig } from "./serve/wellhead-config.js";
