/** The test files that run only in the long form: each walks a whole program in a state that is rare. */
export const LONG_ONLY = [
  "connectors/files/test/machine-faults.test.ts",
  "connectors/trino/test/memory.test.ts",
  "packages/console/test/accessibility.test.ts",
  "packages/console/test/dev.test.ts",
  "packages/console/test/extremes.test.ts",
  "packages/console/test/judge.test.ts",
  "packages/console/test/odd.test.ts",
  "packages/console/test/programs.test.ts",
  "packages/console/test/table.test.ts",
  "packages/server/src/oauth/refresh-faults.test.ts",
  "packages/server/src/oauth/refresh-replicas.test.ts",
];

/**
 * The test files that have a long form. `npm run test:long` runs these and {@link LONG_ONLY}, with `WELLHEAD_LONG` set;
 * `npm test` runs their short form.
 */
export const LONG_FORMS = [
  "connectors/clickhouse/test/database.test.ts",
  "connectors/files/src/encode/differential.test.ts",
  "connectors/files/test/changed.test.ts",
  "connectors/files/test/damaged.test.ts",
  "connectors/files/test/digits.test.ts",
  "connectors/files/test/filter.test.ts",
  "connectors/files/test/odd-files.test.ts",
  "connectors/files/test/sharing.test.ts",
  "connectors/google-sheets/src/test/reality.test.ts",
  "connectors/mysql/test/database.test.ts",
  "connectors/mysql/test/encodings.test.ts",
  "connectors/mysql/test/stand-in.test.ts",
  "connectors/postgres/test/database.test.ts",
  "connectors/postgres/test/encodings.test.ts",
  "connectors/rest/src/rows/split-lines.test.ts",
  "connectors/sqlite/test/database.test.ts",
  "connectors/sqlite/test/encodings.test.ts",
  "connectors/sqlite/test/safety.test.ts",
  "packages/cli/src/dev/dev-session.test.ts",
  "packages/cli/src/examples.test.ts",
  "packages/client/src/rows/chunks.test.ts",
  "packages/console/test/figures.test.ts",
  "packages/console/test/hostile.test.ts",
  "packages/contract/src/dates/test/laws.test.ts",
  "packages/create-wellhead/src/create-project.test.ts",
  "packages/create-wellhead/src/openapi/openapi.test.ts",
  "packages/results/src/load/wide-tables.test.ts",
  "packages/runtime/src/http/items/small-chunks.test.ts",
  "packages/runtime/src/oauth/flow-register.test.ts",
  "packages/server/src/fastify/read-body.test.ts",
  "packages/server/src/faults/faults.test.ts",
  "packages/server/src/host/memory-watch.test.ts",
  "packages/server/src/isolate/isolate.test.ts",
];
