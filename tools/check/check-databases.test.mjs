import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkDatabases } from "./check-databases.mjs";
import { listFiles } from "./list-files.mjs";
import { makeTree } from "./make-tree.mjs";

/**
 * Returns the source files of one of our connectors, under the name of another.
 *
 * @param {string} name Name of the other connector.
 * @returns {Record<string, string>} File contents by path.
 */
function databaseNamed(name) {
  const root = process.cwd();
  const files = listFiles(root).filter((file) => file.startsWith("connectors/sqlite/src/"));
  /** @type {[string, string][]} */
  const entries = files.map((file) => {
    const path = file
      .replace("sqlite/src/sqlite.ts", `sqlite/src/${name}.ts`)
      .replace("/sqlite/", `/${name}/`);
    return [path, readFileSync(`${root}/${file}`, "utf8")];
  });
  return {
    [`connectors/${name}/package.json`]: `{ "name": "@wellhead/${name}" }`,
    ...Object.fromEntries(entries),
  };
}

/**
 * @param {string} from Path, or its start, of files to move.
 * @param {string} to The replacement.
 * @returns {{ file: string, message: string }[]} The problems of a fourth database with that change.
 */
function problemsAfterMove(from, to) {
  const files = Object.entries(databaseNamed("clickhouse"));
  const start = "connectors/clickhouse/src/";
  const moved = files.map(([path, text]) => [path.replace(start + from, start + to), text]);
  return checkDatabases(makeTree(Object.fromEntries(moved)));
}

describe("checkDatabases()", () => {
  it("accepts a fourth database with the same parts", () => {
    expect(problemsAfterMove("", "")).toEqual([]);
  });

  it.each([
    ["a folder with another spelling", "catalogue/", "catalog/", ["catalogue", "catalog"]],
    ["a folder with another name", "encode/", "transcode/", ["encode", "transcode"]],
    ["a file with another name", "errors/explain-error.ts", "errors/explain.ts", ["errors/explain-error.ts"]],
    [
      "a file with its own name in it",
      "dialect/dialect.ts",
      "dialect/clickhouse-dialect.ts",
      ["dialect/dialect.ts"],
    ],
    ["a folder that the others do not have", "protocol/session.ts", "engine/session.ts", ["engine"]],
  ])("reports %s", (_what, from, to, paths) => {
    const problems = problemsAfterMove(from, to).map(({ file }) => file);
    for (const path of paths) expect(problems).toContain(`connectors/clickhouse/src/${path}`);
  });

  it("does not check a connector that is not a database", () => {
    const tree = makeTree({
      "connectors/files/package.json": '{ "name": "@wellhead/files" }',
      "connectors/files/src/index.ts": 'import { EnginePool } from "@wellhead/sql";\n',
    });
    expect(checkDatabases(tree)).toEqual([]);
  });
});
