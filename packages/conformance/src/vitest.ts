import { afterAll, beforeAll, describe, test } from "vitest";
import type { ConformanceOptions } from "./run/conformance-options.js";
import type { ConformanceReport } from "./run/conformance-report.js";
import { chooseRequirements, runConformance } from "./run/run-conformance.js";

/** A connector that a test has started. */
export interface StartedConnector {
  /** Its address. */
  readonly url: string;
  /** Stops it; default: nothing to stop. */
  readonly close?: () => Promise<unknown>;
}

/** How requirements become test cases. */
export interface TestConformanceOptions extends ConformanceOptions {
  /** Warnings that are known and why they stay, by requirement id; every other warning fails; default: none. */
  readonly explained?: Readonly<Record<string, string>>;
}

/**
 * Turns every requirement into a test case of a connector. A case fails when its requirement is not met, cannot
 * be judged, or warns without being explained; an explanation that is no longer needed fails too.
 *
 * @param start - Starts the connector on a free port
 * @param options - Account, filter and depth; may depend on what was started
 * @example
 * ```ts
 * import { testConformance } from "@wellhead/conformance/vitest";
 *
 * testConformance(async () => ({ url: await startMyConnector(0) }), { account: { auth: "none" } });
 * ```
 */
export function testConformance(
  start: () => Promise<StartedConnector>,
  options: TestConformanceOptions = {},
): void {
  describe("conformance", () => {
    let started: StartedConnector | undefined;
    let report: ConformanceReport | undefined;

    beforeAll(async () => {
      started = await start();
      report = await runConformance(started.url, options);
    });

    afterAll(async () => {
      await started?.close?.();
    });

    for (const { id, sentence } of chooseRequirements(options)) {
      // A case throws what is wrong, so that its message is the finding and not a comparison.
      // oxlint-disable-next-line vitest/expect-expect
      test(`${id}: ${sentence}`, ({ skip }) => {
        const result = report?.results.find((one) => one.id === id);
        const explained = options.explained?.[id];
        if (result === undefined) return skip("The profile does not ask for it");
        if (result.verdict === "not-applicable") return skip(`${result.capability ?? ""}: ${result.detail}`);
        if (result.verdict === "warn" && explained !== undefined) return undefined;
        if (result.verdict !== "pass")
          throw new Error(`${result.verdict}: ${result.detail}. To fix: ${result.fix}`);
        if (explained !== undefined)
          throw new Error(`The warning explained by "${explained}" is gone: drop the explanation`);
        return undefined;
      });
    }
  });
}
