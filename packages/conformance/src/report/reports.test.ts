import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rightToken } from "../fixtures/reference-application.js";
import { startReference } from "../fixtures/start-reference.js";
import type { Area } from "../requirement/area.js";
import type { ConformanceReport, RequirementResult } from "../run/conformance-report.js";
import { findCauses } from "../run/find-causes.js";
import { runConformance } from "../run/run-conformance.js";
import { badgeReport } from "./badge-report.js";
import { compareReports, formatChanges } from "./compare-reports.js";
import { exitCodeOf } from "./exit-code-of.js";
import { githubReport } from "./github-report.js";
import { htmlReport } from "./html-report.js";
import { jsonReport } from "./json-report.js";
import { junitReport } from "./junit-report.js";
import { readReport } from "./read-report.js";
import { sarifReport } from "./sarif-report.js";
import { terminalReport } from "./terminal-report.js";
import { visibleText } from "./visible-text.js";

let server: Awaited<ReturnType<typeof startReference>>;
let report: ConformanceReport;

beforeAll(async () => {
  server = await startReference({
    variant: "single",
    change: (answer, { path }) => {
      if (path === "/validate") answer.headers["content-type"] = "text/plain";
      if (path === "/") answer.headers["x-powered-by"] = "Express & <Co>";
    },
  });
  report = await runConformance(server.url, { profile: "all" });
});

afterAll(() => server.close());

test("jsonReport() writes what report.schema.json describes, and readReport() reads it", () => {
  const schema: unknown = JSON.parse(
    readFileSync(new URL("../../report.schema.json", import.meta.url), "utf8"),
  );
  const validate = new Ajv2020({ allErrors: true }).compile(schema as object);
  const value: unknown = JSON.parse(jsonReport(report));
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  expect(readReport(jsonReport(report))).toEqual(report);
  expect(() => readReport('{"format":2}')).toThrow("expected a report of format 1");
});

test("report.schema.json refuses a report with an unknown verdict", () => {
  const schema: unknown = JSON.parse(
    readFileSync(new URL("../../report.schema.json", import.meta.url), "utf8"),
  );
  const validate = new Ajv2020().compile(schema as object);
  expect(validate({ ...report, results: [{ ...report.results[0], verdict: "maybe" }] })).toBe(false);
});

test("terminalReport() names each finding with what was sent, what came and the fix, without colours unless asked", () => {
  const text = terminalReport(report);
  expect(text).toContain("1. FAIL expected: Every error response is labelled application/json");
  expect(text).toContain("   security.server-names: ");
  expect(text).toMatch(
    /found: .*\n\s+sent: {2}.*\n\s+got: {3}.*\n\s+hurts: .*\n\s+fix: .*\n\s+more: {2}docs\/is-my-connector-right\.md#/,
  );
  expect(text).not.toContain("\u001b");
  expect(text).toContain("more is seen with --account");
  expect(terminalReport(report, { colours: true })).toContain("\u001b[31mFAIL");
});

test("junitReport() is well-formed and counts every requirement", () => {
  const xml = junitReport(report);
  expect(xml.match(/<testcase /g)).toHaveLength(report.results.length);
  expect(xml.match(/<failure /g)).toHaveLength(report.summary.fail);
  const stack: string[] = [];
  for (const [, close, name, empty] of xml.matchAll(/<(\/?)([a-z-]+)(?:\s+[\w-]+="[^"<]*")*\s*(\/?)>/g)) {
    if (close === "/" && stack.at(-1) === name) stack.pop();
    else if (empty === "") stack.push(`${close}${name}`);
  }
  expect(stack).toEqual([]);
});

test("htmlReport() loads nothing and escapes what the connector sent", () => {
  const page = htmlReport(report);
  expect(page).not.toMatch(/(?:src|href)=/);
  expect(page).toContain("Express &amp; &lt;Co&gt;");
  expect(page.match(/<details /g)).toHaveLength(report.results.length);
});

test("htmlReport() puts what asks for something to be done before what is in order", () => {
  const page = htmlReport(report);
  const titles = [...page.matchAll(/<h2>\d+ ([a-z ]+)<\/h2>/g)].map(([, title]) => title);
  expect(titles).toEqual(["failed", "warning", "passed", "not applicable"]);
});

test("terminalReport() says why requirements could not be judged, and suggests the name of a source", async () => {
  const account = { auth: "token", token: rightToken, site: "ada" };
  const text = terminalReport(await runConformance(server.url, { account, source: "isues" }));
  expect(text).toMatch(
    /Not judged\n {3}\d+: The chosen source "isues" is not declared by GET \/\. Did you mean "issues"\?\n/,
  );
  expect(terminalReport(report)).not.toContain("Not judged\n");
});

test("terminalReport() says what a read-only run leaves out", () => {
  const [first] = report.results;
  if (first === undefined) throw new Error("The report is empty");
  const results = [{ ...first, verdict: "not-applicable" as const, capability: "option readOnly" }];
  expect(terminalReport({ ...report, results })).toContain("more is seen without --read-only\n");
});

test("badgeReport() draws the number of requirements that are met", () => {
  expect(badgeReport(report)).toContain(`${report.summary.pass} of `);
  expect(badgeReport(report)).toContain("#b3261e");
});

test("findCauses() joins what several requirements see for one reason, and puts what is serious first", () => {
  const [first] = report.results;
  if (first === undefined) throw new Error("The report is empty");
  const seen = (id: string, area: Area, verdict: "fail" | "warn", cause?: string): RequirementResult => ({
    ...first,
    id,
    area,
    verdict,
    detail: id,
    ...(cause !== undefined && { cause }),
  });
  const causes = findCauses([
    seen("logo.type", "logo", "fail"),
    seen("a.warned", "http", "warn", "shared"),
    seen("data.refuses", "data", "fail", "shared"),
    seen("fields.label", "fields", "warn"),
  ]);
  expect(causes.map(({ id, serious, witnesses }) => [id, serious, witnesses])).toEqual([
    ["shared", true, ["data.refuses", "a.warned"]],
    ["logo.type", false, ["logo.type"]],
    ["fields.label", false, ["fields.label"]],
  ]);
});

test("githubReport() writes one annotation for each cause, in one line", () => {
  const lines = githubReport(report).trimEnd().split("\n");
  expect(lines).toHaveLength(report.causes.length + 1);
  expect(lines[0]).toMatch(/^::error title=errors\.content-type%3A /);
  expect(lines.at(-1)).toMatch(/^::notice /);
});

test("sarifReport() has a rule and a result for each cause", () => {
  const log: unknown = JSON.parse(sarifReport(report));
  const ids = report.causes.map(({ id }) => id);
  expect(log).toMatchObject({
    version: "2.1.0",
    runs: [
      { tool: { driver: { rules: ids.map((id) => ({ id })) } }, results: ids.map((ruleId) => ({ ruleId })) },
    ],
  });
});

test("compareReports() lists what changed, the worse first", () => {
  const worse = {
    ...report,
    results: report.results.map((one) =>
      one.id === "application.name" ? { ...one, verdict: "fail" as const } : one,
    ),
  };
  const changes = compareReports(report, worse);
  expect(changes).toEqual([{ id: "application.name", before: "pass", after: "fail", worse: true }]);
  expect(formatChanges(changes)).toContain("worse  application.name: pass → fail");
  expect(formatChanges([])).toContain("Nothing changed");
});

test("exitCodeOf() distinguishes failures from warnings", () => {
  const summary = { ...report.summary, fail: 0, "could-not-run": 0, warn: 1 };
  expect(exitCodeOf(report)).toBe(10);
  expect(exitCodeOf({ ...report, summary })).toBe(0);
  expect(exitCodeOf({ ...report, summary }, true)).toBe(10);
});

test("visibleText() shows controls, marks of direction and halves of characters", () => {
  expect(visibleText("a\u001b[1m\u202e\ud800é🙂\n")).toBe("a\\u{1b}[1m\\u{202e}\\u{d800}é🙂\n");
});
