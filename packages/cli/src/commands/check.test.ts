import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

let connector: ForeignConnector;
let folder: string;

beforeAll(async () => {
  connector = await startForeignConnector({});
  folder = await mkdtemp(join(tmpdir(), "wellhead-check-"));
});

afterAll(async () => {
  await connector.close();
  await rm(folder, { recursive: true });
});

describe("wellhead check", () => {
  test("prints findings with their fix, and ends with 10 when something fails", async () => {
    const run = await runWellhead([
      "check",
      connector.url,
      "--profile",
      "all",
      "--only",
      "fields",
      "--only",
      "accounts",
    ]);
    expect(run.code).toBe(10);
    expect(run.stdout).toMatch(/1\. FAIL /);
    expect(run.stdout).toContain("fix:");
    expect(run.stdout).not.toContain("\u001B");
  });

  test("writes every kind of report and compares with an earlier one", async () => {
    const names = ["report.json", "report.xml", "report.html", "badge.svg"];
    const outputs = names.flatMap((name) => ["-o", join(folder, name)]);
    await runWellhead(["check", connector.url, "--only", "application", ...outputs]);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    expect(texts.map((text) => text.slice(0, 5))).toEqual(['{\n  "', "<?xml", "<!doc", "<svg "]);
    const again = await runWellhead([
      "check",
      connector.url,
      "--only",
      "application",
      "--compare",
      join(folder, "report.json"),
    ]);
    expect(again.stdout).toContain("Nothing changed since the earlier report");
  });

  test("prints every request with --verbose, without values of the query", async () => {
    const run = await runWellhead([
      "check",
      connector.url,
      "--only",
      "oauth2",
      "--only",
      "http",
      "--json",
      "-v",
    ]);
    const requests = run.stderr.split("\n").filter((line) => line !== "");
    const report = JSON.parse(run.stdout) as { readonly measurements: { readonly requests: number } };
    expect(requests).toHaveLength(report.measurements.requests);
    for (const line of requests)
      expect(line).toMatch(/^[A-Z]+ http:\/\/127\.0\.0\.1:\d+\/[^ ]*: (?:\d{3}|no response), \d+ ms, .+/);
    expect(run.stderr).not.toMatch(/\?[^ ]*=[^…]/);
  });

  test("prints one JSON object with --json, and ends with 0 when all is met", async () => {
    const run = await runWellhead(["check", connector.url, "--only", "application.name", "--json"]);
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ format: 1, summary: { pass: 1, fail: 0 } });
  });

  test("starts its provider and prints where a connector should be pointed", async () => {
    const run = await runWellhead([
      "check",
      connector.url,
      "--only",
      "oauth2.start",
      "--oauth-provider",
      "0",
    ]);
    expect(run.stderr).toMatch(/authorize http:\/\/127\.0\.0\.1:\d+\/authorize/);
  });

  test("exits with 6 when the address does not respond", async () => {
    const run = await runWellhead(["check", "http://127.0.0.1:9"]);
    expect(run).toMatchObject({ code: 6 });
    expect(run.stdout).toContain("Not a connector");
  });

  test.each([
    [["--profile", "v9"], 'expected interface, v1, v2, v3 or all, got "v9"'],
    [["--only", "nothing"], '"nothing" is neither an id nor an area'],
    [["--filter", "x"], "expected name=value"],
    [["--previous", "missing.json"], "the file cannot be read"],
    [["--account", "missing.json"], "a file that cannot be read"],
    [["--only", "logo", "-o", "report.pdf"], "expected a name that ends with"],
  ])("refuses %j", async (options, message) => {
    const run = await runWellhead(["check", connector.url, ...options]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(message);
  });

  test("refuses an earlier report that is none", async () => {
    await writeFile(join(folder, "other.json"), "{}");
    const run = await runWellhead(["check", connector.url, "--compare", join(folder, "other.json")]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("expected a report of wellhead check");
  });
});
