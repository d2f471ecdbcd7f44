import { afterEach, expect, test } from "vitest";
import { rightToken } from "../fixtures/reference-application.js";
import { type Reference, startReference } from "../fixtures/start-reference.js";
import { badgeReport } from "../report/badge-report.js";
import { escapeMarkup } from "../report/escape-markup.js";
import { githubReport } from "../report/github-report.js";
import { htmlReport } from "../report/html-report.js";
import { jsonReport } from "../report/json-report.js";
import { junitReport } from "../report/junit-report.js";
import { sarifReport } from "../report/sarif-report.js";
import { terminalReport } from "../report/terminal-report.js";
import type { ConformanceReport } from "./conformance-report.js";
import { maskReport } from "./mask-report.js";
import { runConformance } from "./run-conformance.js";

let server: Reference | undefined;

afterEach(() => server?.close());

/** Judges a connector that repeats a text in its headers, refusals and rows, and does not meet two requirements. */
async function judgeRepeating(secret: string, members: object): Promise<ConformanceReport> {
  server = await startReference({
    change: (answer, { path }) => {
      answer.headers["x-seen"] = encodeURIComponent(secret);
      if (path === "/validate") answer.body = `Could not sign in ${secret}, try later`;
      if (path !== "/") return;
      answer.headers["content-type"] = "text/plain";
      answer.body = String(answer.body).replace("Does everything right", JSON.stringify(secret).slice(1, -1));
    },
  });
  const account = { auth: "token", token: rightToken, site: "ada", ...members };
  const only = ["application.content-type", "data.content-type", "validate.answers", "validate.object"];
  return runConformance(server.url, { account, profile: "all", only });
}

/**
 * Returns the names of the reports that show a secret in any form, and of those that do not show that one was masked.
 */
function reportsThatShow(report: ConformanceReport, secret: string): readonly string[] {
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    escapeMarkup(secret),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
  ];
  const reports = {
    json: jsonReport(report),
    html: htmlReport(report),
    terminal: terminalReport(report, { all: true }),
    junit: junitReport(report),
    sarif: sarifReport(report),
    github: githubReport(report),
    badge: badgeReport(report),
  };
  const showing = Object.entries(reports).filter(([, text]) => forms.some((form) => text.includes(form)));
  const names = showing.map(([name]) => name);
  return reports.json.includes("••••") ? names : [...names, "nothing was there to hide"];
}

const undeclared = 'pläin "value" & <more> 5f0c';

test("runConformance() hides the declared secret in every report", async () => {
  const report = await judgeRepeating(rightToken, {});
  expect(report.causes.some(({ evidence }) => evidence.length > 0)).toBe(true);
  expect(reportsThatShow(report, rightToken)).toEqual([]);
});

test("runConformance() hides a value of the account that no field declares in every report", async () => {
  const report = await judgeRepeating(undeclared, { workspace: { note: [undeclared] } });
  expect(reportsThatShow(report, undeclared)).toEqual([]);
});

test("maskReport() hides in causes and headline what became known after they were written", async () => {
  const report = await judgeRepeating(undeclared, {});
  expect(JSON.stringify(report.causes)).toContain("5f0c");
  const headline = `POST / failed: ${undeclared}`;
  expect(reportsThatShow(maskReport({ ...report, headline }, [undeclared]), undeclared)).toEqual([]);
});
