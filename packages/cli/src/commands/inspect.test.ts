import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startUpstream } from "@wellhead/runtime/testing";
import {
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

let connector: ForeignConnector;

beforeEach(async () => {
  connector = await startForeignConnector({
    application: {
      authentication: [
        {
          id: "token",
          name: "Token",
          fields: [{ id: "token", name: "Token", type: "password", required: true }],
        },
        { id: "oauth2", name: "Sign in", fields: [{ id: "callback_uri", type: "oauth" }] },
      ],
      type: "crunch",
      features: { timezone: true },
    },
    rows: (response) => response.writeHead(401).end("{}"),
    validate: (response) => response.writeHead(401).end("{}"),
    refusing: ["/datalist", "/schema", "/oauth2/v1/access_token"],
  });
});
afterEach(() => connector.close());

describe("wellhead inspect", () => {
  test("shows accounts, sources, filters, columns and endpoints, without colours in a pipe", async () => {
    const run = await runWellhead(["inspect", connector.url]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    for (const text of [
      "Foreign foreign 3",
      "token  password, required",
      "kind  multidropdown, optional, live options",
      "when  date, optional",
      "size  number",
      "POST /datalist",
      "POST /schema",
      "POST /oauth2/v1/access_token",
    ]) {
      expect(run.stdout).toContain(text);
    }
    expect(run.stdout).not.toMatch(/\/oauth1|\/timezone|\/logo/);
    expect(run.stdout).not.toMatch(/GET +\/oauth2|\/oauth2\/v1\/authorize|\/validate\/filter/);
    expect(run.stdout).not.toContain("\u001B");
  });

  test("uses colours on a screen, unless NO_COLOR is set", async () => {
    expect((await runWellhead(["inspect", connector.url], { screen: true })).stdout).toContain("\u001B[");
    const plain = await runWellhead(["inspect", connector.url], { screen: true, env: { NO_COLOR: "1" } });
    expect(plain.stdout).not.toContain("\u001B");
  });

  test("shows what a hostile connector wrote, and lets it forge no line and reach no terminal", async () => {
    const hostile = await startForeignConnector({
      application: {
        name: "Evil\u001B]52;c;ZXZpbA==\u0007\nEndpoints\n  forged",
        description: "\u001B]0;title\u0007\u009B2J",
      },
    });
    for (const screen of [false, true]) {
      const { stdout } = await runWellhead(["inspect", hostile.url], { screen, env: { NO_COLOR: "1" } });
      expect(stdout).not.toMatch(/[^\n -~…·]/);
      expect(stdout).not.toMatch(/^ {2}forged/m);
      expect(stdout).toContain(String.raw`Evil\u001b]52;c;ZXZpbA==\u0007\u000aEndpoints`);
    }
    await hostile.close();
  });

  test("refuses a file that is neither CSV nor TSV, and says what to do", async () => {
    const run = await runWellhead(["inspect", "package.json"], { directory: process.cwd() });
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain('Could not inspect "package.json": expected a CSV or TSV file. Serve it');
  });

  test("prints one JSON object with --json", async () => {
    const run = await runWellhead(["inspect", `${connector.url}/`, "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      address: `${connector.url}/`,
      application: { id: "foreign", version: "3" },
    });
  });

  test.each([
    [{ dataSynchronization: true }, "None: this connector is of the third generation"],
    [{ dataProviding: true }, 'None: "sources" in GET / is empty'],
  ])("says why there are no sources: %j", async (responsibleFor, reason) => {
    const later = await startForeignConnector({ application: { sources: [], responsibleFor } });
    const text = await runWellhead(["inspect", later.url]);
    const json = await runWellhead(["inspect", later.url, "--json"]);
    await later.close();
    expect(text.stdout).toContain(reason);
    expect(text.stdout).toMatch(/Endpoints\n {2}GET {2}\/ [^\n]*\n$/);
    expect(JSON.parse(json.stdout)).toMatchObject({
      noSources: expect.stringContaining(reason) as string,
      endpoints: [{ name: "application" }],
    });
  });

  test.each([
    ["a web page", "<!doctype html>", "a web page"],
    ["no JSON", "hello", '"hello"'],
    ["JSON that is no connector", "{}", "sources"],
    ["a list of connectors", '{"connectors":[{"id":"moons"}]}', "several connectors: moons"],
  ])("says what it found instead of a connector: %s", async (_, text, reason) => {
    const server = await startUpstream(() => ({ body: text }));
    const run = await runWellhead(["inspect", server.url.slice("http://".length)]);
    await server.close();
    expect(run).toMatchObject({ code: 6, stdout: "", stderr: expect.stringContaining(reason) as string });
  });

  test("prints how a CSV file is read, and the settings that state it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "wellhead-test-"));
    const path = join(folder, "orders.csv");
    await writeFile(path, "Report\n\nName;Betrag\nA;12,00\nSumme, brutto;1.234,50\n");
    try {
      const run = await runWellhead(["inspect", path]);
      expect(run).toMatchObject({ code: 0, stderr: "" });
      expect(run.stdout).toContain('Cells separated by ";", header in line 3, 2 lines before it skipped');
      const settings = run.stdout.slice(run.stdout.indexOf("{"));
      await writeFile(join(folder, ".table.json"), settings);
      expect(JSON.parse(settings)).toEqual({
        table: false,
        settings: {
          "orders.csv": {
            delimiter: ";",
            quote: '"',
            escape: '"',
            header: true,
            skip: 2,
            encoding: "utf-8",
          },
        },
      });
      // The settings that were printed are read like the file itself.
      const again = await runWellhead(["inspect", path, "--json"]);
      expect(JSON.parse(again.stdout)).toMatchObject({
        columns: ["Name", "Betrag"],
        settings: JSON.parse(settings) as object,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
