/**
 * The packages of this repository that a package may import, as drawn in ARCHITECTURE.md.
 *
 * @typedef {object} Arrows
 * @property {RegExp} folder Folders of the packages that the row applies to.
 * @property {readonly string[] | "anything"} source Folders that its code may import; `anything` is for packages at the
 * top of the diagram.
 * @property {readonly string[]} [tests] Folders that its tests may also import. Default: none.
 * @property {boolean} [browser] Whether its code must run without Node's modules. Default: false.
 * @property {boolean} [computed] Whether it may import modules whose name is known only at run time, which cannot be
 * checked. Default: false.
 */

/** @type {readonly Arrows[]} */
const ARROWS = [
  { folder: /^packages\/contract$/, source: [], browser: true },
  { folder: /^packages\/rows$/, source: ["packages/contract"], tests: ["packages/test-support"] },
  { folder: /^packages\/sdk$/, source: ["packages/contract"] },
  {
    folder: /^packages\/runtime$/,
    source: ["packages/contract", "packages/sdk"],
    tests: ["packages/test-support"],
  },
  // The worker of an isolated connector imports the connector, whose module is named by the operator.
  {
    folder: /^packages\/server$/,
    source: ["packages/contract", "packages/rows", "packages/runtime", "packages/sdk"],
    tests: ["packages/test-support"],
    computed: true,
  },
  // Its worker threads connect to the addresses that the egress has approved, which no function of a context can do.
  {
    folder: /^packages\/sql$/,
    source: ["packages/rows", "packages/runtime", "packages/sdk"],
    tests: ["packages/test-support"],
  },
  { folder: /^packages\/engine-process$/, source: ["packages/rows", "packages/sdk"] },
  {
    folder: /^packages\/bridges$/,
    source: ["packages/engine-process", "packages/rows", "packages/sdk"],
    tests: [
      "packages/client",
      "packages/conformance",
      "packages/contract",
      "packages/runtime",
      "packages/server",
      "packages/test-support",
    ],
  },
  { folder: /^packages\/conformance$/, source: ["packages/contract"], tests: ["packages/test-support"] },
  // Imported by tests of authors, and by the command for its tapes.
  {
    folder: /^packages\/testing$/,
    source: [
      "packages/client",
      "packages/conformance",
      "packages/runtime",
      "packages/sdk",
      "packages/server",
    ],
    tests: ["packages/test-support"],
  },
  // Imported by tests only.
  {
    folder: /^packages\/test-support$/,
    source: ["packages/client", "packages/contract", "packages/runtime", "packages/sdk", "packages/server"],
  },
  {
    folder: /^packages\/client$/,
    source: ["packages/contract"],
    tests: ["packages/runtime", "packages/sdk", "packages/server", "packages/test-support"],
    browser: true,
  },
  {
    folder: /^packages\/console$/,
    source: ["packages/client", "packages/contract", "packages/workbench"],
    tests: [
      "packages/results",
      "packages/runtime",
      "packages/sdk",
      "packages/server",
      "packages/test-support",
    ],
    browser: true,
  },
  {
    folder: /^packages\/results$/,
    source: ["packages/client", "packages/engine-process", "packages/rows"],
    tests: ["packages/test-support"],
  },
  // The console takes only its types, which run anywhere.
  {
    folder: /^packages\/workbench$/,
    source: ["packages/client", "packages/conformance", "packages/results"],
  },
  {
    folder: /^packages\/mcp$/,
    source: ["packages/client", "packages/contract", "packages/results"],
    tests: ["packages/test-support"],
  },
  // It only writes files, whose code imports the packages of this repository.
  { folder: /^packages\/create-wellhead$/, source: [] },
  { folder: /^packages\/cli$/, source: "anything", computed: true },
  {
    folder: /^connectors\/[^/]+$/,
    source: ["packages/engine-process", "packages/rows", "packages/sdk", "packages/sql"],
    tests: [
      "packages/contract",
      "packages/runtime",
      "packages/server",
      "packages/conformance",
      "packages/test-support",
      "packages/testing",
    ],
  },
  { folder: /^(?:examples\/[^/]+|bench|tools)$/, source: "anything", computed: true },
];

/**
 * The folders of each package in `src`, lowest first: a folder imports only folders of earlier rows, types included. `.`
 * is `src` itself, which nothing else of the package imports. Folders of one row do not know each other. A package that
 * is not listed is not checked.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const FOLDER_LAYERS = {
  "packages/cli": [
    "sync/cells terminal",
    "command-line read/dates",
    "documents",
    "accounts command-line/completion command-line/usage read/pull/outputs remote serve/console sync/targets",
    "read/inspect read/pull serve/settings serve/top",
    "read/check serve sync",
    "dev read/sql",
    "author bridge",
    "commands",
    "commands/reference",
    ".",
  ],
  "packages/bridges": [
    "json process specification",
    "messages schema",
    "rows",
    "account tool",
    "connector",
    "airbyte singer",
    "file",
    ".",
  ],
  "packages/client": ["json", "http", "describe", "account filter", "rows synchronizer", "arrow", "."],
  "packages/conformance": [
    "exchange oauth sentences",
    "expect",
    "probe/arrow",
    "probe",
    "requirement",
    "target",
    "synchronizer",
    "requirements",
    "documentation run",
    "fixtures proof report",
    "fixtures/wrong",
    ".",
  ],
  "packages/console": [
    "text",
    "controls controls/style",
    "controls/form shell/dev workbench/exchanges workbench/view",
    "workbench/http",
    "connect/connectors requests workbench",
    "connect/account shell/rail",
    "check filter rows/data synchronize",
    "chart/draw rows/columns",
    "rows/table",
    "chart",
    "rows/compare sql",
    "shell/workspace",
    "shell",
    ".",
  ],
  "packages/contract": [
    "dates/calendar errors names vocabulary",
    "dates/tokens wire",
    "dates/v1 dates/v2 openapi synchronizer",
    "dates/dialect",
    "dates/repair",
    "dates",
    ".",
  ],
  "packages/mcp": [
    "secrets",
    "errors",
    "connectors",
    "jobs",
    "workspace",
    "answers",
    "tools",
    "author server",
    "transport",
    ".",
  ],
  "packages/results": [
    "errors",
    "engine statement parquet",
    "types",
    "arrow",
    "load query",
    "table",
    "store",
    "plan",
    ".",
  ],
  "packages/rows": [
    "bytes queue",
    "text",
    "objects values",
    "arrow/exact arrow/messages",
    "arrow/columns",
    "arrow",
    ".",
  ],
  "packages/runtime": [
    "bytes node-20 trace",
    "egress",
    "store",
    "http oauth",
    "http/items oauth1 oauth2 testing",
    "paging refresh",
    "accounts",
    "client",
    "proof",
    ".",
  ],
  "packages/sdk": [
    "errors reach rows values",
    "oauth paging shape",
    "http oauth2/presets",
    "access-tokens context oauth2",
    "fields",
    "accounts",
    "connector",
    ".",
  ],
  "packages/server": [
    "settings wire",
    "callers/throttle deadline observe/logs observe/metrics",
    "callers oauth observe/telemetry stream/rows",
    "stream",
    "request stream/encoder",
    "host request/account",
    "host/activity isolate request/source",
    "faces/members faces/synchronizer/describe faces/synchronizer/files",
    "faces/reports/wire faces/synchronizer/pages faces/synchronizer/requests",
    "faces/reports/endpoints faces/synchronizer/endpoints",
    "faces/reports faces/synchronizer",
    "faces",
    "fastify",
    "console",
    ".",
  ],
  "packages/sql": ["encode table", "account errors query", "network", "session", "worker", "source", "."],
  "packages/testing": ["upstream", "tape", "service", "record", "test", "."],
  "packages/workbench": ["protocol", "runs", "exports", "."],
  "connectors/clickhouse": [
    "account encode",
    "dialect",
    "protocol",
    "errors",
    "catalogue",
    "stream",
    "sources",
    ".",
  ],
  "connectors/files": [
    "csv",
    "convert encode/cells engine folder",
    "bucket/objects encode/chunks",
    "encode/vectors",
    "encode tables",
    "bucket/amazon bucket/azure",
    "bucket/google",
    "bucket",
    "sources/cluster sql",
    "sources",
    "catalogue",
    "connector",
    ".",
  ],
  "connectors/mysql": ["account dialect", "protocol", "encode errors", "catalogue", "stream", "sources", "."],
  "connectors/postgres": [
    "account dialect",
    "protocol",
    "encode errors",
    "catalogue",
    "stream",
    "sources",
    ".",
  ],
  "connectors/sqlite": [
    "account encode errors",
    "protocol",
    "dialect",
    "catalogue",
    "stream",
    "sources",
    ".",
  ],
  "connectors/trino": ["account dialect", "protocol", "encode errors", "catalogue", "stream", "sources", "."],
};

/**
 * Finds what a package may import.
 *
 * @param {string} folder Folder of the package.
 * @returns {Arrows | undefined} Its row, or `undefined` for a package that is not in the diagram yet.
 */
export function arrowsOf(folder) {
  return ARROWS.find((row) => row.folder.test(folder));
}

/**
 * Returns whether one package may import another.
 *
 * @param {string} from Folder of the importing package.
 * @param {string} to Folder of the imported package.
 * @param {boolean} test Whether it is a test that imports it.
 * @returns {boolean} True when there is an arrow.
 */
export function hasArrow(from, to, test) {
  const arrows = arrowsOf(from);
  if (!arrows) return false;
  if (arrows.source === "anything" || arrows.source.includes(to)) return true;
  return test && arrows.tests !== undefined && arrows.tests.includes(to);
}
