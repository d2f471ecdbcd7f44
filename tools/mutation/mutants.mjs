import { matchesGlob } from "node:path";

/**
 * A part of the code that is mutated.
 *
 * @typedef {object} MutantPart
 * @property {readonly string[]} mutate Files to change.
 * @property {readonly string[]} tests Tests that must detect the changes.
 * @property {number} [testTimeoutMs] Timeout of a test in milliseconds. Default: 4000.
 */

/**
 * Excludes `laws.test.ts`, because its thousands of generated texts would add ten seconds to every surviving mutant.
 */
const dateTests = ["packages/contract/src/dates/{,*/}!(laws).test.ts"];

/**
 * Parts of the code that `npm run proof mutants` changes, and the tests that must detect the changes.
 *
 * Packages import each other from `dist`, so only tests of the same package can detect a change.
 *
 * @type {Readonly<Record<string, MutantPart>>}
 */
export const mutantParts = {
  "server-rows": {
    mutate: ["packages/server/src/{stream/rows,stream/encoder,faces/reports/wire}/*.ts"],
    // The endpoints have their requests parsed. Pages of the synchronizer, which continue readings, take ten times as long.
    tests: [
      "packages/server/src/stream/{rows,encoder}/*.test.ts",
      "packages/server/src/stream/{release,send-rows}.test.ts",
      "packages/server/src/faces/reports/{wire,endpoints}/*.test.ts",
      "packages/server/src/request/*.test.ts",
      "packages/server/src/fastify/extreme-answers.test.ts",
    ],
    testTimeoutMs: 20_000,
  },
  "server-stream": {
    mutate: ["packages/server/src/stream/*.ts", "packages/server/src/deadline/*.ts"],
    tests: [
      "packages/server/src/{stream,deadline}/*.test.ts",
      "packages/server/src/host/{caller-turns,request-queue,stream-admission}.test.ts",
      "packages/server/src/faces/reports/wire/negotiate.test.ts",
      "packages/server/src/fastify/{row-hooks,stalled-readers}.test.ts",
    ],
    testTimeoutMs: 20_000,
  },
  "server-logs": {
    mutate: ["packages/server/src/observe/logs/*.ts"],
    tests: ["packages/server/src/observe/logs/*.test.ts"],
    testTimeoutMs: 20_000,
  },
  "server-callers": {
    mutate: ["packages/server/src/callers/*.ts", "packages/server/src/wire/header-lines.ts"],
    tests: [
      // Python signs each of those requests anew; `signature-checks.test.ts` tries the same with signatures of its own.
      "packages/server/src/callers/!(signed-requests).test.ts",
      "packages/server/src/wire/header-lines.test.ts",
      "packages/server/src/fastify/{admin-server,update-access}.test.ts",
      // Client certificates are credentials.
      "packages/server/src/settings/tls.test.ts",
    ],
    testTimeoutMs: 20_000,
  },
  "server-console": {
    mutate: ["packages/server/src/console/*.ts"],
    tests: ["packages/server/src/console/*.test.ts"],
    testTimeoutMs: 20_000,
  },
  "server-quotas": {
    mutate: ["packages/server/src/host/{quotas,rates,arriving-bytes}.ts"],
    // Tests of a whole service wait for requests that a mutant never begins.
    tests: ["packages/server/src/host/{quotas,rates,arriving-bytes}.test.ts"],
    testTimeoutMs: 10_000,
  },
  "runtime-egress": {
    // The generated ranges are compared with the text of their file, which mutants change.
    mutate: ["packages/runtime/src/egress/!(special-ranges).ts"],
    tests: ["packages/runtime/src/egress/!(special-ranges).test.ts"],
    testTimeoutMs: 20_000,
  },
  "console-masking": {
    mutate: ["packages/console/src/workbench/exchanges/*.ts"],
    tests: [
      "packages/console/src/workbench/exchanges/*.test.ts",
      "packages/console/src/requests/{copy-request,masked-exits}.test.ts",
    ],
  },
  "sync-cells": {
    mutate: ["packages/cli/src/sync/cells/*.ts"],
    tests: ["packages/cli/src/sync/cells/*.test.ts", "packages/cli/src/sync/page-writer.test.ts"],
  },
  "files-csv": {
    mutate: ["connectors/files/src/csv/*.ts"],
    tests: ["connectors/files/src/csv/*.test.ts"],
    testTimeoutMs: 20_000,
  },
  "runtime-refresh": {
    mutate: ["packages/runtime/src/refresh/*.ts"],
    tests: ["packages/runtime/src/refresh/*.test.ts"],
  },
  "runtime-http": {
    mutate: ["packages/runtime/src/http/http-session.ts", "packages/runtime/src/http/rate-gate.ts"],
    tests: ["packages/runtime/src/{client,http}/**/*.test.ts"],
    // Some upstreams stall on purpose.
    testTimeoutMs: 30_000,
  },
  "sdk-paging": {
    mutate: ["packages/sdk/src/paging/*.ts"],
    tests: ["packages/sdk/src/paging/*.test.ts"],
  },
  "runtime-paging": {
    mutate: ["packages/runtime/src/paging/*.ts"],
    tests: ["packages/runtime/src/paging/*.test.ts"],
  },
  "sql-worker": {
    mutate: ["packages/sql/src/worker/*.ts"],
    tests: ["packages/sql/src/worker/*.test.ts"],
  },
  "rows-queue": {
    mutate: ["packages/rows/src/queue/*.ts"],
    tests: ["packages/rows/src/queue/*.test.ts"],
  },
  "rows-text": {
    mutate: ["packages/rows/src/*.ts", "packages/rows/src/{bytes,objects,text,values}/*.ts"],
    tests: ["packages/rows/src/*.test.ts", "packages/rows/src/{bytes,objects,text,values}/*.test.ts"],
    // Some compare all digits of many thousand numbers.
    testTimeoutMs: 20_000,
  },
  "rows-arrow": {
    mutate: ["packages/rows/src/arrow/{,**/}*.ts"],
    tests: ["packages/rows/src/arrow/{,**/}*.test.ts"],
    testTimeoutMs: 20_000,
  },
  "results-arrow": {
    mutate: ["packages/results/src/{arrow,parquet}/*.ts"],
    tests: ["packages/results/src/arrow/*.test.ts"],
    testTimeoutMs: 20_000,
  },
  client: {
    mutate: ["packages/client/src/{account,describe,filter,http,json,rows,synchronizer}/*.ts"],
    tests: ["packages/client/{src,test}/{,**/}*.test.ts"],
    testTimeoutMs: 20_000,
  },
  "contract-dates": {
    mutate: ["packages/contract/src/dates/{,calendar/,dialect/,filter/}*.ts"],
    tests: dateTests,
    testTimeoutMs: 20_000,
  },
  "contract-date-texts": {
    mutate: ["packages/contract/src/dates/{repair,tokens,v1,v2}/*.ts"],
    tests: dateTests,
    testTimeoutMs: 20_000,
  },
};

/**
 * @param {string} name A part, a file of one, or lines of a file: `file.ts:10-20`.
 * @returns {string | undefined} The part; `undefined` if there is none.
 */
export function partOf(name) {
  const file = name.replace(/:\d+(?:-\d+)?$/, "");
  const found = Object.entries(mutantParts).find(
    ([part, { mutate }]) => part === name || mutate.some((pattern) => matchesGlob(file, pattern)),
  );
  return found?.[0];
}
