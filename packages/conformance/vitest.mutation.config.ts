import { defineConfig } from "vitest/config";

/** The tests that show what the checks find: a right connector, and wrong ones for each requirement. */
export default defineConfig({
  test: {
    include: ["src/fixtures/**/*.test.ts", "src/requirements/value-fault.test.ts"],
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
