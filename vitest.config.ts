import { availableParallelism } from "node:os";
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
    // One for each core of the smallest machine: the default leaves half of two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Hangs end here; a machine five times slower under load must not.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    silent: "passed-only",
    passWithNoTests: false,
    allowOnly: false,
  },
});
