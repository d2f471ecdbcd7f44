/**
 * Mutation testing of the checks: `npm run mutation -w packages/conformance`. It takes long and is not part of the
 * ordinary tests; name files to mutate some only: `npm run mutation -w packages/conformance -- -m src/requirements/logo.ts`.
 */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.mutation.config.ts" },
  mutate: ["src/requirements/*.ts", "!src/requirements/*.test.ts"],
  mutator: { excludedMutations: ["StringLiteral"] },
  ignoreStatic: true,
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: 60_000,
  reporters: ["clear-text", "progress"],
  thresholds: { high: 95, low: 85, break: 85 },
  tempDirName: ".stryker",
  // TypeScript 7 has no programming interface, so the configuration is left as it is.
  tsconfigFile: "none.json",
  ignorePatterns: ["dist", "tsconfig.json"],
};
