export { defineConfig, type LogLevel, type WellheadConfig } from "./serve/wellhead-config.js";
