import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Prints the address of every ES module before Node loads it. */
const hooks = `import { writeSync } from "node:fs";
export const load = (url, context, next) => {
  writeSync(2, "loads " + url + "\\n");
  return next(url, context);
};`;
/** Prints the path of every other module at the end of the program. */
const register = `import { writeSync } from "node:fs";
import Module, { register } from "node:module";
register(${JSON.stringify(dataUrl(hooks))});
process.on("exit", () => writeSync(2, Object.keys(Module._cache).join("\\n")));`;

/**
 * Programs that start often, a module that each needs, and what it must not load because that takes longer to load than
 * the program. Workers of streams run here without their service, so they end once they are loaded.
 *
 * @type {readonly (readonly [name: string, words: readonly string[], needed: string, unwanted: readonly string[]])[]}
 */
const programs = [
  [
    "wellhead serve",
    // An address that no machine has: the service is created, but cannot listen.
    [
      "packages/cli/bin/wellhead.js",
      "serve",
      "github",
      "postgres",
      "samples",
      "--host",
      "203.0.113.1",
      "--insecure",
    ],
    "/fastify/",
    [
      "typebox",
      "conformance",
      "undici",
      "@platformatic",
      "saxes",
      "jiti",
      "libsql",
      "@opentelemetry",
      "ajv",
      "@mongodb-js",
    ],
  ],
  [
    "a stream of PostgreSQL",
    ["connectors/postgres/dist/stream/worker.js"],
    "/packages/sql/",
    ["typebox", "undici", "server"],
  ],
  [
    "a stream of MySQL",
    ["connectors/mysql/dist/stream/worker.js"],
    "/packages/sql/",
    ["typebox", "undici", "server"],
  ],
  [
    "a stream of ClickHouse",
    ["connectors/clickhouse/dist/stream/worker.js"],
    "/packages/sql/",
    ["typebox", "undici", "server"],
  ],
  [
    "an engine of SQLite",
    ["connectors/sqlite/dist/protocol/engine.js"],
    "/libsql/",
    ["typebox", "undici", "server"],
  ],
  [
    "an engine of results",
    ["packages/results/dist/engine/engine-program.js"],
    "/@duckdb/node-bindings/",
    ["@duckdb/node-api", "client", "rows"],
  ],
];

describe("loaded modules", () => {
  it.each(programs)("%s leaves out what it does not need", (_name, words, needed, unwanted) => {
    const loaded = loadedBy(words);
    expect(loaded).toContain(needed);
    for (const name of unwanted)
      expect(loaded).not.toMatch(new RegExp(`/(?:node_modules|packages)/${name}/`));
  });

  it("are seen when a program loads them", () => {
    expect(loadedBy(["packages/contract/dist/index.js"])).toContain("/node_modules/typebox/");
    expect(loadedBy(["-e", 'require("undici")'])).toContain("/node_modules/undici/lib/");
  });
});

/**
 * @param {readonly string[]} words A program and its arguments.
 * @returns {string} The addresses of its modules, one a line.
 */
function loadedBy(words) {
  const { stderr } = spawnSync(process.execPath, ["--import", dataUrl(register), ...words], {
    cwd: root,
    encoding: "utf8",
    input: "",
    maxBuffer: 64 * 1024 * 1024,
  });
  return stderr;
}

/**
 * @param {string} source A module.
 * @returns {string} Its address.
 */
function dataUrl(source) {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
