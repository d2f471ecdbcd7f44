import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { describe, expect, it } from "vitest";

/** Runs a program without blocking, because a blocked worker of Vitest fails after a minute. */
const run = promisify(execFile);
const harness = fileURLToPath(new URL("../../dist/proof/egress-harness.js", import.meta.url));

interface Outcome {
  readonly anyip: boolean;
  readonly tried: number;
  readonly refused: number;
  readonly unreadable: number;
  readonly others: number;
  readonly connected: number;
  readonly dials: number;
  readonly carried: number;
  readonly good: number;
  readonly falseRefusals: number;
}

/** Whether it runs for `npm run proof hostile`. */
const isWhole = process.env["HOSTILE_COUNT"] !== undefined;
/** Targets that must be refused, and targets for each carrier. */
const [leastRefused, leastCarried] = isWhole || isLong ? [15_000, isWhole ? 5000 : 500] : [10_000, 150];

/** Runs the harness with every address leading to its canary, or on loopback only where namespaces are forbidden. */
async function runHarness(): Promise<Outcome> {
  const part = isWhole ? [] : [isLong ? "part" : "few"];
  const words = ["-rn", process.execPath, harness, "anyip", ...part];
  const { stdout } = await run("unshare", words).catch(() => run(process.execPath, [harness, ...part]));
  return JSON.parse(stdout) as Outcome;
}

describe("Egress", () => {
  it(`dial() reaches none of more than ${leastRefused} hostile targets, and refuses none of more than 300 good ones`, async () => {
    const outcome = await runHarness();
    expect(outcome).toMatchObject({ others: 0, connected: 0, dials: 0, falseRefusals: 0 });
    expect(outcome.refused + outcome.unreadable).toBe(outcome.tried);
    expect(outcome.refused).toBeGreaterThan(leastRefused);
    // Four carriers, each with as many targets.
    expect(outcome.carried).toBeGreaterThanOrEqual(4 * leastCarried);
    expect(outcome.good).toBeGreaterThan(300);
  }, 600_000);
});
