import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runWellhead } from "../test/run-wellhead.js";

const source = {
  id: "things",
  name: "Things",
  fields: { id: { id: "id", type: "number" }, title: { id: "title", type: "text" } },
  filter: [
    {
      id: "kind",
      title: "Kind",
      type: "list",
      optional: true,
      choices: ["tea", "coffee"],
    },
  ],
};
let folder = "";
let connector: ForeignConnector;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-customs-"));
  connector = await startForeignConnector({
    application: { id: "shop", sources: [source] },
    rows: (response) => response.end('[{"id":1,"title":"a"}]'),
  });
});

afterAll(async () => {
  await connector.close();
  await rm(folder, { recursive: true, force: true });
});

/** The beginning of every style. */
const escape = "\u001b[";

describe("styles", () => {
  test.each([
    ["a terminal", { screen: true }, true],
    ["a terminal with NO_COLOR", { screen: true, env: { NO_COLOR: "1" } }, false],
    ["a terminal that is dumb", { screen: true, env: { TERM: "dumb" } }, false],
    ["a terminal with FORCE_COLOR=0", { screen: true, env: { FORCE_COLOR: "0" } }, false],
    ["a pipe", {}, false],
    ["a pipe with FORCE_COLOR=1", { env: { FORCE_COLOR: "1" } }, true],
    ["a pipe with both", { env: { FORCE_COLOR: "1", NO_COLOR: "1" } }, true],
    ["a pipe with an empty FORCE_COLOR", { env: { FORCE_COLOR: "" } }, false],
  ])("of %s", async (_, options, isStyled) => {
    const [help, fault] = await Promise.all([
      runWellhead(["--help"], options),
      runWellhead(["pul"], options),
    ]);
    expect(help.stdout.includes(escape)).toBe(isStyled);
    expect(fault.stderr.includes(escape)).toBe(isStyled);
  });
});

describe("--quiet", () => {
  test("prints rows and errors, and neither progress nor warnings", async () => {
    const words = ["pull", connector.url, "things", "-f", "kind=tee", "-o", join(folder, "quiet.csv")];
    expect((await runWellhead([...words], { screen: true })).stderr).toContain('Did you mean "tea"?');
    const quiet = await runWellhead([...words, "--quiet", "--force"], { screen: true });
    expect(quiet).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await readFile(join(folder, "quiet.csv"), "utf8")).toBe("id,title\r\n1,a\r\n");
    const failed = await runWellhead([...words, "-q"]);
    expect(failed).toMatchObject({ code: 7, stderr: expect.stringContaining("it exists") as string });
  });
});

describe("--verbose", () => {
  test("prints each request to the connector, without values of its query", async () => {
    const run = await runWellhead(["pull", `${connector.url}?key=s3cret`, "things", "-v"]);
    const lines = run.stderr.trim().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/\S*: 200, \d+ ms, \d+ B$/);
    expect(lines[1]).toMatch(/^POST http:\/\/127\.0\.0\.1:\d+\/\S*: 200, \d+ ms, 22 B$/);
    expect(run.stderr).not.toContain("s3cret");
  });

  test("prints what caused an error", async () => {
    const words = ["serve", "./broken.mjs"];
    const missing = ["pull", connector.url, "things", "--token-file", "missing"];
    expect((await runWellhead(words)).stderr).not.toContain("Caused by");
    expect((await runWellhead(missing)).stderr).not.toContain("Caused by");
    expect((await runWellhead([...missing, "--verbose"])).stderr).toContain("Caused by: Error: ENOENT");
  });
});

describe("--json", () => {
  test("prints an error as one JSON object, with its exit code and its details", async () => {
    const run = await runWellhead(["pull", connector.url, "thing", "--json"], { screen: true });
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(JSON.parse(run.stderr)).toEqual({
      error: {
        message: expect.stringContaining('Did you mean "things"?') as string,
        code: 2,
        exit: "usage",
        details: ["Sources:", "  things"],
      },
    });
    expect(JSON.parse((await runWellhead(["nothing", "--json"])).stderr)).toMatchObject({
      error: { code: 2 },
    });
  });

  test("prints what pull wrote", async () => {
    const path = join(folder, "rows.ndjson");
    const file = await runWellhead(["pull", connector.url, "things", "-o", path, "--json"], { screen: true });
    expect(JSON.parse(file.stdout)).toMatchObject({
      file: path,
      rows: 1,
      bytes: expect.any(Number) as number,
    });
    const pipe = await runWellhead(["pull", connector.url, "things", "--json"]);
    expect(pipe.stdout).toBe('{"id":1,"title":"a"}\n');
    expect(JSON.parse(pipe.stderr)).toMatchObject({ rows: 1 });
  });

  test("is the format of a result of SQL, unless another is named", async () => {
    const words = ["sql", 'select id from shop."things"', "-c", connector.url];
    const run = await runWellhead([...words, "--json"], { screen: true });
    expect(JSON.parse(run.stdout)).toEqual([{ id: 1 }]);
    expect((await runWellhead([...words, "--json", "--format", "csv"])).stdout).toBe("id\r\n1\r\n");
  });
});

describe("a misspelled name", () => {
  test.each([
    ["command", ["inspct"], 'Did you mean "inspect"?'],
    ["flag", ["pull", "--forec"], 'Did you mean "--force"?'],
    ["value", ["serve", "--log-level", "wran"], 'Did you mean "warn"?'],
    ["served name", ["serve", "postgre"], 'Did you mean "postgres"?'],
    ["source", ["pull", "URL", "thigns"], 'Did you mean "things"?'],
    ["filter", ["pull", "URL", "things", "-f", "knid=tea"], 'Did you mean "kind"?'],
    ["option of a filter", ["pull", "URL", "things", "-f", "kind=cofee"], 'Did you mean "coffee"?'],
    ["connector in SQL", ["sql", "select id from shpo.things", "-c", "URL"], 'Did you mean "shop"?'],
    ["source in SQL", ["sql", "select id from shop.thinsg", "-c", "URL"], 'Did you mean "things"?'],
    ["column in SQL", ["sql", "select tilte from shop.things", "-c", "URL"], 'Did you mean "title"?'],
    ["requirement", ["check", "URL", "--only", "straming"], 'Did you mean "streaming"?'],
  ])("gets a suggestion: %s", async (_, words, suggestion) => {
    const run = await runWellhead(words.map((word) => (word === "URL" ? connector.url : word)));
    expect(run.stderr).toContain(suggestion);
  });
});
