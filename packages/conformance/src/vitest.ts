import { afterAll, beforeAll, describe, test } from "vitest";
import { areas } from "./requirement/area.js";
import type { ConformanceOptions } from "./requirement/conformance-options.js";
import type { ConformanceReport } from "./run/conformance-report.js";
import { findFaults } from "./run/find-faults.js";
import { chooseRequirements, runConformance } from "./run/run-conformance.js";

/** A connector that a test has started. */
export interface StartedConnector {
  /** Its address. */
  readonly url: string;
  /** Stops the connector. Default: nothing to stop. */
  readonly close?: () => Promise<unknown>;
}

/** Options of `testConformance()`. */
export interface TestConformanceOptions extends ConformanceOptions {
  /** Known warnings, with the reason why they remain, by requirement id; every other warning fails. Default: none. */
  readonly explained?: Readonly<Record<string, string>>;
}

/**
 * Judges a connector once and turns each area of requirements into a test case. A case fails when a requirement of its
 * area is not met, cannot be judged, or warns without an explanation. It also fails when an explanation is no longer
 * needed.
 *
 * @param start - Starts the connector on a free port
 * @param options - Account, filter and profile; may depend on the started connector
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
      // A machine that runs tests is busy, so only a very slow response counts as a fault.
      report = await runConformance(started.url, { requestTimeout: 60_000, ...options });
    });

    afterAll(async () => {
      await started?.close?.();
    });

    const chosen = new Set(chooseRequirements(options).map(({ area }) => area));
    for (const [area, title] of Object.entries(areas)) {
      if (![...chosen].some((one) => one === area)) continue;
      // A case throws the findings itself, so that its message is the finding and not a comparison.
      // oxlint-disable-next-line vitest/expect-expect
      test(`${title} (${area})`, ({ skip }) => {
        const results = (report?.results ?? []).filter((result) => result.area === area);
        const faults = findFaults(results, options.explained);
        if (faults.length > 0) throw new Error(faults.join("\n"));
        const judged = results.some(({ verdict }) => verdict !== "not-applicable");
        return judged ? undefined : skip(results[0]?.detail ?? "The profile asks for nothing here");
      });
    }
  });
}
