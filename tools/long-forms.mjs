import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./list-files.mjs";

/** The test files that run only in the long form: each walks a whole program in a state that is rare. */
export const LONG_ONLY = [
  "connectors/files/test/bucket-large.test.ts",
  "connectors/files/test/machine-faults.test.ts",
  "connectors/trino/test/memory.test.ts",
  "packages/cli/src/running-faults.test.ts",
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
 * The test files that have a long form. `npm run test:long` runs these, {@link LONG_ONLY} and the files
 * of {@link listPropertyTests}, with `WELLHEAD_LONG` set; `npm test` runs their short form.
 */
export const LONG_FORMS = [
  "connectors/airtable/src/test/broken-answers.test.ts",
  "connectors/clickhouse/test/cluster.test.ts",
  "connectors/clickhouse/test/database.test.ts",
  "connectors/clickhouse/test/hostile.test.ts",
  "connectors/files/src/encode/differential.test.ts",
  "connectors/files/test/changed.test.ts",
  "connectors/files/test/damaged.test.ts",
  "connectors/files/test/differential.test.ts",
  "connectors/files/test/digits.test.ts",
  "connectors/files/test/files.test.ts",
  "connectors/files/test/filter.test.ts",
  "connectors/files/test/many.test.ts",
  "connectors/files/test/odd-files.test.ts",
  "connectors/files/test/page-checksums.test.ts",
  "connectors/files/test/pages.test.ts",
  "connectors/files/test/shared-filters.test.ts",
  "connectors/files/test/sharing.test.ts",
  "connectors/github/src/test/broken-answers.test.ts",
  "connectors/github/src/test/reality.test.ts",
  "connectors/google-sheets/src/test/broken-answers.test.ts",
  "connectors/google-sheets/src/test/reality.test.ts",
  "connectors/hubspot/src/test/broken-answers.test.ts",
  "connectors/jira/src/test/broken-answers.test.ts",
  "connectors/mysql/test/database.test.ts",
  "connectors/mysql/test/encodings.test.ts",
  "connectors/mysql/test/placeholders.test.ts",
  "connectors/mysql/test/stand-in.test.ts",
  "connectors/notion/src/notion-connector.test.ts",
  "connectors/notion/src/test/broken-answers.test.ts",
  "connectors/postgres/test/database.test.ts",
  "connectors/postgres/test/encodings.test.ts",
  "connectors/postgres/test/operator.test.ts",
  "connectors/postgres/test/several-hosts.test.ts",
  "connectors/postgres/test/sign-in.test.ts",
  "connectors/rest/src/rows/split-lines.test.ts",
  "connectors/rest/src/test/broken-answers.test.ts",
  "connectors/rest/src/test/reality.test.ts",
  "connectors/sqlite/test/bad-input.test.ts",
  "connectors/sqlite/test/database.test.ts",
  "connectors/sqlite/test/encodings.test.ts",
  "connectors/sqlite/test/placeholders.test.ts",
  "connectors/sqlite/test/safety.test.ts",
  "connectors/sqlite/test/types.test.ts",
  "connectors/stripe/src/test/broken-answers.test.ts",
  "connectors/trello/src/test/broken-answers.test.ts",
  "connectors/trello/src/test/reality.test.ts",
  "packages/cli/src/commands/pull-sync.test.ts",
  "packages/cli/src/commands/serve-callers.test.ts",
  "packages/cli/src/commands/serve-quotas.test.ts",
  "packages/cli/src/commands/serve-reload.test.ts",
  "packages/cli/src/commands/serve-stop.test.ts",
  "packages/cli/src/commands/serve.test.ts",
  "packages/cli/src/commands/tapes.test.ts",
  "packages/cli/src/dev/dev-session.test.ts",
  "packages/cli/src/examples.test.ts",
  "packages/cli/src/sync/link-tables.test.ts",
  "packages/client/src/rows/chunks.test.ts",
  "packages/conformance/src/fixtures/reference.test.ts",
  "packages/conformance/src/fixtures/wrong/all-wrong-servers.test.ts",
  "packages/console/test/activity-page.test.ts",
  "packages/console/test/console.test.ts",
  "packages/console/test/date-preview.test.ts",
  "packages/console/test/figures.test.ts",
  "packages/console/test/hostile.test.ts",
  "packages/console/test/oauth.test.ts",
  "packages/console/test/results.test.ts",
  "packages/console/test/synchronize.test.ts",
  "packages/create-wellhead/src/create-project.test.ts",
  "packages/create-wellhead/src/openapi/openapi.test.ts",
  "packages/results/src/aggregates.test.ts",
  "packages/results/src/load/wide-tables.test.ts",
  "packages/results/src/plan/pushed-filters.test.ts",
  "packages/results/src/query/query.test.ts",
  "packages/runtime/src/egress/egress-hostile.test.ts",
  "packages/runtime/src/http/items/small-chunks.test.ts",
  "packages/runtime/src/oauth/flow-register.test.ts",
  "packages/server/src/activity/activity-workers.test.ts",
  "packages/server/src/faces/synchronizer/pages/every-source.test.ts",
  "packages/server/src/fastify/hostile-connections.test.ts",
  "packages/server/src/fastify/hostile.test.ts",
  "packages/server/src/fastify/read-body.test.ts",
  "packages/server/src/fastify/update.test.ts",
  "packages/server/src/faults/faults.test.ts",
  "packages/server/src/host/memory-watch.test.ts",
  "packages/server/src/host/quotas.test.ts",
  "packages/server/src/host/rates.test.ts",
  "packages/server/src/isolate/isolate.test.ts",
  "packages/server/src/oauth/oauth2-hostile.test.ts",
  "packages/server/src/stream/endings.test.ts",
];

/**
 * Finds the test files with properties, which try more values in the long form.
 *
 * @param {string} root
 * @returns {string[]} Their paths
 */
export function listPropertyTests(root) {
  return listFiles(root).filter(
    (path) => path.endsWith(".test.ts") && readFileSync(join(root, path), "utf8").includes('"fast-check"'),
  );
}
