/**
 * The test files that have a long form. `npm run test:long` runs these, with `WELLHEAD_LONG` set; `npm test` runs their
 * short form.
 */
export const LONG_FORMS = [
  "connectors/files/src/encode/differential.test.ts",
  "connectors/files/test/changed.test.ts",
  "connectors/mysql/test/database.test.ts",
  "connectors/mysql/test/encodings.test.ts",
  "connectors/postgres/test/database.test.ts",
  "connectors/postgres/test/encodings.test.ts",
  "connectors/sqlite/test/database.test.ts",
  "connectors/sqlite/test/encodings.test.ts",
  "packages/console/test/accessibility.test.ts",
  "packages/contract/src/dates/test/laws.test.ts",
  "packages/server/src/faults/faults.test.ts",
  "packages/server/src/isolate/isolate.test.ts",
];
