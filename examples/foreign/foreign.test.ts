import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type ConformanceOptions, type ConformanceReport, runConformance } from "@wellhead/conformance";
import { afterEach, expect, test } from "vitest";

const started: ChildProcess[] = [];

const cities = { auth: "key", key: "cities-example-key" };
const colours = { auth: "basic", username: "ada", password: "analytical-engine" };

afterEach(() => {
  for (const program of started.splice(0)) program.kill();
});

async function judge(
  [command, file]: readonly [string, string],
  options: ConformanceOptions,
): Promise<ConformanceReport> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const program = spawn(command, [path, "0"], { stdio: ["ignore", "pipe", "inherit"] });
  started.push(program);
  const [line]: unknown[] = await once(program.stdout, "data");
  const report = await runConformance(String(line).trim(), options);
  expect(report.measurements.requests).toBeLessThanOrEqual(600);
  return report;
}

function findings({ results }: ConformanceReport): readonly string[] {
  const found = results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
  return found.map(({ id, verdict }) => `${verdict} ${id}`);
}

test("a connector on node:http alone is recognised as second generation, and right", async () => {
  const report = await judge([process.execPath, "bare-node.mjs"], { account: cities });
  expect(report.profile).toBe("v2");
  expect(findings(report)).toEqual([]);
});

test("a connector in the style of old Express samples is recognised as first generation, and right", async () => {
  const report = await judge([process.execPath, "old-express.cjs"], { account: colours });
  expect(report.profile).toBe("v1");
  expect(findings(report)).toEqual([]);
});

test("a connector on Python's standard library is recognised as second generation, and right", async () => {
  const report = await judge(["python3", "standard_library.py"], {});
  expect(report.profile).toBe("v2");
  expect(findings(report)).toEqual([]);
});

test("none of them meets what both generations and ours ask for together", async () => {
  const report = await judge([process.execPath, "bare-node.mjs"], { account: cities, profile: "all" });
  expect(report.summary.fail).toBeGreaterThan(10);
});
