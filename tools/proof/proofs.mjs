/**
 * A proof: a command that shows what a test cannot, because it takes long or needs a program that is not a dependency.
 *
 * @typedef {object} Proof
 * @property {string} shows What holds when it ends without an error.
 * @property {number} minutes How long it takes on an idle machine with two cores.
 * @property {readonly string[]} command The program and its arguments.
 * @property {Readonly<Record<string, string>>} [variables] Variables of the environment, unless they are set. Most
 * choose its size.
 * @property {readonly import("../tests/test-packages.mjs").TestPackage[]} [packages] System packages that it needs
 * besides those of the tests. A script of its own installs what it needs itself. Default: none.
 */

/**
 * Returns the variables of a full run. Tests run in their long form: a proof must leave out none of their cases.
 *
 * @param {Proof} proof A proof.
 * @returns {Readonly<Record<string, string>>} The variables.
 */
export function variablesOf({ command, variables }) {
  return { ...(command.includes("vitest") && { WELLHEAD_LONG: "1" }), ...variables };
}

const vitest = ["npx", "vitest", "run"];
const oneAtATime = [...vitest, "--maxWorkers=1"];

/** @type {Readonly<Record<string, Proof>>} */
export const PROOFS = {
  accessibility: {
    shows:
      "no view of the console has an axe violation, in both colour schemes, forced colours, 320 to 2,560 pixels and at 200 %",
    minutes: 3,
    command: [...vitest, "packages/console/test/accessibility.long.test.ts"],
    variables: { WELLHEAD_PROOF: "accessibility" },
  },
  alerts: {
    shows: "each alert of Prometheus is raised by the series that should raise it, and by no other",
    minutes: 1,
    packages: [{ name: "prometheus", proof: "promtool", reason: "it plays series against the alert rules" }],
    command: ["promtool", "test", "rules", "deploy/prometheus/alerts.test.yml"],
  },
  answers: {
    shows: "no response of a service that lacks or replaces a member is read as fewer rows",
    minutes: 10,
    // Some tests try thousands of responses.
    command: [
      ...vitest,
      "--testTimeout=3600000",
      "connector.test.ts",
      "reality.test.ts",
      "broken-answers.test.ts",
      "hostile-answers.test.ts",
      "-t",
      "replaced or removed|broken response",
    ],
    variables: { WELLHEAD_ANSWERS_EVERY: "1" },
  },
  arrow: {
    shows:
      "three libraries read 300 random tables as their NDJSON has them, and none of 5,000 failed streams as whole; sql and pull make of 60 random files the tables that DuckDB alone makes",
    minutes: 15,
    command: ["node", "tools/proof/prove-arrow.mjs"],
    variables: {
      WELLHEAD_LONG: "1",
      WELLHEAD_ARROW_TABLES: "300",
      WELLHEAD_ARROW_CUTS: "5000",
      WELLHEAD_ARROW_FILES: "60",
    },
  },
  azure: {
    shows: "containers of Azurite, the emulator of Microsoft, are listed and read exactly",
    minutes: 3,
    command: ["node", "tools/proof/prove-azure.mjs"],
    variables: { WELLHEAD_LONG: "1" },
  },
  bridges: {
    shows:
      "no output of a program is read as whole that is not, 5,000 random ones; bridged sources pass the judge; rows are the same both ways",
    minutes: 25,
    command: [...oneAtATime, "packages/bridges/", "packages/cli/src/commands/airbyte.long.test.ts"],
    variables: { BRIDGE_RUNS: "5000", BRIDGE_HISTORIES: "300" },
  },
  clickhouse: {
    shows: "rows, types and 1,000 settings of a current ClickHouse engine change no value",
    minutes: 10,
    command: ["node", "tools/proof/prove-clickhouse.mjs"],
    variables: { WELLHEAD_LONG: "1" },
  },
  columns: {
    shows: "the console shows and profiles 2,000 columns",
    minutes: 2,
    command: [...vitest, "packages/console/test/extremes.long.test.ts"],
    variables: { WELLHEAD_PROOF: "columns" },
  },
  differential: {
    shows: "1,000,000 rows of every type per engine equal what the engine makes of them",
    minutes: 12,
    command: [...oneAtATime, "test/differential.test.ts"],
    variables: { WELLHEAD_DIFFERENTIAL_ROWS: "1000000" },
  },
  disk: {
    shows: "every command that writes ends with an error that says so on a full disk, at ten sizes (as root)",
    minutes: 5,
    command: ["node", "tools/proof/prove-disk.mjs"],
  },
  docs: {
    shows: "every shell block of every page runs as shown, for somebody who has only the page",
    minutes: 12,
    command: ["node", "tools/proof/prove-docs.mjs"],
  },
  engines: {
    shows: "the packed packages install strictly on this Node, with the newest dependencies that they allow",
    minutes: 1,
    command: ["node", "tools/proof/prove-engines.mjs"],
  },
  figures: {
    shows:
      "every figure of charts, columns, summaries and comparisons equals that of Python, for 40 tables in three time zones",
    minutes: 9,
    command: [
      ...vitest,
      "packages/console/test/figures.test.ts",
      "packages/results/src/query/odd-times.test.ts",
      "packages/results/src/table/compare-tables.test.ts",
    ],
    variables: {
      WELLHEAD_PROOF: "figures",
      WELLHEAD_FIGURE_TABLES: "40",
      WELLHEAD_TIME_TABLES: "40",
      WELLHEAD_COMPARE_TABLES: "40",
    },
  },
  hostile: {
    shows: "1,000,000 hostile requests cause no unhandled fault, and memory stays flat",
    minutes: 20,
    command: [...vitest, "hostile"],
    variables: { HOSTILE_COUNT: "1000000" },
  },
  image: {
    shows: "the container image builds and runs",
    minutes: 5,
    command: ["node", "deploy/proof/prove-image.mjs"],
  },
  judge: {
    shows: "the conformance suite finds planted faults and finds none in connectors that are right",
    minutes: 60,
    command: ["node", "packages/conformance/dist/proof/run-proof.js"],
    variables: { WELLHEAD_MUTANTS: "500" },
  },
  kills: {
    shows: "copies are exact after 2,000 kills of the client or the target (--kills), with four replicas",
    minutes: 60,
    command: [
      "node",
      "bench/sync/prove-tables.mjs",
      "--tables=5",
      "--rows=60",
      "--page=10",
      "--kills=2000",
      "--targets=0.3",
      "--replicas=4",
      "--cuts=0.1",
    ],
  },
  kubernetes: {
    shows: "the chart and the kustomization render to the same valid objects",
    minutes: 2,
    command: ["node", "deploy/proof/prove-kubernetes.mjs"],
  },
  mcp: {
    shows: "the official inspector finds no fault in `wellhead mcp`, in both eras of the protocol",
    minutes: 3,
    command: ["node", "tools/proof/prove-mcp.mjs"],
  },
  mutants: {
    shows: "the tests notice at least 90 % of the changes to the code of each part",
    minutes: 60,
    command: ["node", "tools/mutation/prove-mutants.mjs"],
  },
  network: {
    shows: "no token is sent twice while the network between replicas and Redis fails",
    minutes: 10,
    command: ["node", "deploy/proof/prove-network.mjs"],
  },
  openapi: {
    shows: "the OpenAPI document is valid, and a client generated from it works",
    minutes: 2,
    command: ["node", "tools/proof/prove-openapi.mjs"],
  },
  packages: {
    shows: "the packages work outside of this repository, installed from a registry",
    minutes: 6,
    command: ["node", "tools/proof/prove-packages.mjs"],
  },
  proxies: {
    shows: "nginx, HAProxy and Caddy pass on rows, addresses, stops and cuts",
    minutes: 4,
    command: ["node", "deploy/proof/prove-proxies.mjs"],
  },
  pushdown: {
    shows:
      "20,000 random statements have equal answers, whatever filter is sent (WELLHEAD_PUSHDOWN_STATEMENTS)",
    minutes: 35,
    command: [...oneAtATime, "packages/results/src/plan/equal-answers.test.ts"],
    variables: { WELLHEAD_PUSHDOWN_STATEMENTS: "20000" },
  },
  visitors: {
    shows:
      "no visitor of a proxy, tunnel or page reaches more than the connectors of a service on this machine",
    minutes: 2,
    command: ["node", "deploy/proof/prove-visitors.mjs"],
  },
  refresh: {
    shows: "no account is lost while responses, replicas or the store of refreshes fail",
    minutes: 15,
    command: ["node", "packages/test-support/dist/replicas/prove-refresh.js"],
  },
  replicas: {
    shows: "docs/operate/replicas.md works on a new Debian machine, and streams survive restarts",
    minutes: 10,
    command: ["node", "deploy/proof/prove-replicas.mjs"],
  },
  secrets: {
    shows: "no exit of the console shows one of 40 secrets in one of 18 encodings, also after a reload",
    minutes: 3,
    command: [...vitest, "packages/console/test/masked-secrets.long.test.ts"],
    variables: { WELLHEAD_PROOF: "secrets" },
  },
  shutdown: {
    shows: "every stream ends as documented when the service is stopped",
    minutes: 10,
    command: ["node", "deploy/proof/prove-shutdown.mjs"],
  },
  silence: {
    shows: "no connection is left to a server that falls silent after any of its messages, in every protocol",
    minutes: 4,
    command: [
      ...oneAtATime,
      "connectors/postgres/test/database.test.ts",
      ...["mysql", "clickhouse"].map((name) => `connectors/${name}/test/database.long.test.ts`),
      "silence.long.test.ts",
      "silent-store.long.test.ts",
      "packages/server/test/faults.long.test.ts",
      "outgoing.test.ts",
      "telemetry.test.ts",
      "guarded-connector.test.ts",
      "-t",
      "silent|no connection|never responds|of a handshake",
    ],
    variables: { WELLHEAD_PROOF: "silence" },
  },
  soak: {
    shows: "memory, open files and response times do not grow in 20 minutes of mixed load",
    minutes: 20,
    command: ["node", "deploy/proof/prove-soak.mjs"],
  },
  sql: {
    shows: "no value of 2,000 in 13 places is read as SQL, and 100 random tables are read exactly",
    minutes: 15,
    command: [
      ...oneAtATime,
      "connectors/postgres/test/database.test.ts",
      ...["mysql", "sqlite"].map((name) => `connectors/${name}/test/database.long.test.ts`),
    ],
    variables: {
      WELLHEAD_PROOF: "sql",
      WELLHEAD_INJECTION_PAYLOADS: "2000",
      WELLHEAD_WRONG_PASSWORDS: "1000",
      WELLHEAD_RANDOM_TABLES: "100",
    },
  },
  store: {
    shows: "each endpoint responds as documented while Redis is paused, slow, full or gone",
    minutes: 5,
    command: ["node", "packages/test-support/dist/stores/prove-store.js"],
  },
  exact: {
    shows:
      "copies equal their tables in values and types, as the clients of both databases show them, after random changes of rows and columns and kills (WELLHEAD_EXACT_HISTORIES, each of 12 times)",
    minutes: 20,
    command: [...oneAtATime, "packages/cli/src/sync/exact-histories.test.ts", "--disable-console-intercept"],
    variables: { WELLHEAD_EXACT_HISTORIES: "40" },
  },
  sync: {
    shows: "copies equal their source after 2,000 random histories of each kind (WELLHEAD_SYNC_HISTORIES)",
    minutes: 60,
    command: [
      ...oneAtATime,
      "packages/cli/src/sync/histories.test.ts",
      "packages/cli/src/sync/served-histories.test.ts",
      "connectors/postgres/test/synchronize.test.ts",
      ...["mysql", "sqlite"].map((name) => `connectors/${name}/test/synchronize.long.test.ts`),
    ],
    variables: { WELLHEAD_SYNC_HISTORIES: "2000" },
  },
  tables: {
    shows: "a copy of 50 related tables is exact after 20 kills",
    minutes: 10,
    command: ["node", "bench/sync/prove-tables.mjs"],
  },
  csv: {
    shows: "20,000 generated CSV files are read as written or refused, and files that grow are read whole",
    minutes: 45,
    command: [
      ...oneAtATime,
      "connectors/files/test/csv-proof.test.ts",
      "connectors/files/test/csv-appending.test.ts",
    ],
    variables: { WELLHEAD_CSV_FILES: "20000", WELLHEAD_APPENDED_READINGS: "400" },
  },
  types: {
    shows: "types and values of 300 random tables equal what Python makes of them",
    minutes: 5,
    command: [
      ...vitest,
      "packages/results/src/exact-types.test.ts",
      "packages/results/src/load/wide-tables.test.ts",
    ],
    variables: { WELLHEAD_TYPE_TABLES: "300" },
  },
};
