import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "packages/**/src/**/*.test.ts",
      "packages/*/test/**/*.test.ts",
      "connectors/**/src/**/*.test.ts",
      "connectors/*/test/**/*.test.ts",
      "examples/**/*.test.ts",
      "bench/**/*.test.{ts,mjs}",
      "samples/**/*.test.mjs",
      "tools/**/*.test.mjs",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    setupFiles: ["tools/seed-properties.mjs"],
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000,
    silent: "passed-only",
    passWithNoTests: false,
    allowOnly: false,
  },
});
