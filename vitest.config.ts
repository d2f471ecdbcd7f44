import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { loadBuiltModules } from "./tools/tests/load-built-modules.mjs";
import { LongestFirst } from "./tools/tests/longest-first.mjs";

const files = [
  "packages/**/src/**/*.test.ts",
  "packages/*/test/**/*.test.ts",
  "connectors/**/src/**/*.test.ts",
  "connectors/*/test/**/*.test.ts",
  "examples/**/*.test.ts",
  "bench/**/*.test.{ts,mjs}",
  "samples/**/*.test.mjs",
  "site/*.test.mjs",
  "tools/**/*.test.mjs",
];

const isLong = process.env["WELLHEAD_LONG"] !== undefined;

export default defineConfig({
  plugins: [loadBuiltModules],
  test: {
    include: files,
    exclude: ["**/node_modules/**", "**/dist/**", ...(isLong ? [] : ["**/*.long.test.ts"])],
    sequence: { sequencer: LongestFirst },
    globalSetup: ["tools/tests/share-folder.mjs", "tools/tests/direct-python.mjs"],
    setupFiles: ["tools/tests/seed-properties.mjs"],
    pool: "forks",
    // Files share the processes: loading the modules anew for each took as long as the tests.
    isolate: false,
    // What is built is loaded by Node; transforming it again shows nothing.
    server: { deps: { external: [/\/dist\//] } },
    // Many tests wait for processes of their own: with one worker more than cores, a sixth of the cores was idle.
    maxWorkers: availableParallelism() + 2,
    // Hangs end here; a machine five times slower under load must not.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 240_000,
    silent: "passed-only",
    passWithNoTests: false,
    allowOnly: false,
  },
});
