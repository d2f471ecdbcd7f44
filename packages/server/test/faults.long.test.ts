import { canary, formsOf } from "@wellhead/test-support/service-faults/canary";
import { cellsOf } from "@wellhead/test-support/service-faults/fault-cell";
import {
  type FaultService,
  startFaultService,
} from "@wellhead/test-support/service-faults/fault-service-process";
import { matrixFaults } from "@wellhead/test-support/service-faults/matrix-faults";
import type { RanCell } from "@wellhead/test-support/service-faults/run-cell";
import { type RanMatrix, runMatrix } from "@wellhead/test-support/service-faults/run-matrix";
import { streamFaults } from "@wellhead/test-support/service-faults/stream-faults";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let cells: readonly RanCell[] = [];
let left: RanMatrix["left"] | undefined;
let service: FaultService | undefined;
/** Everything that the service logged, returned and exposed, except rows. */
let shown = "";

beforeAll(async () => {
  service = await startFaultService();
  ({ cells, left } = await runMatrix(service));
  const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
  shown = [metrics, service.process(), await service.stop()].join("\n");
  service = undefined;
}, 300_000);

afterAll(() => service?.stop());

describe("the faults of an upstream", () => {
  test.each([
    "validate",
    "datalist",
    "first page",
    "inside page 1",
    "between pages",
    "last page",
    "inside one answer",
  ])("end in a typed error, a mark or a cut: %s", (point) => {
    const here = cells.filter(({ name }) => name.includes(`, ${point}, `));
    expect(
      here.filter(({ fault }) => fault !== undefined).map(({ name, fault }) => `${name}: ${fault}`),
    ).toEqual([]);
    expect(here.length).toBeGreaterThan(15);
  });

  test("are all there: forty kinds, and every cell", () => {
    const kinds = new Set(matrixFaults.flatMap(({ title }) => /^U(\d+)/.exec(title)?.[1] ?? []));
    expect(kinds.size).toBeGreaterThan(30);
    expect(cells).toHaveLength(cellsOf(matrixFaults).length + streamFaults.length * 3);
  });

  test("leave no connection, as the kernel and the metric see it", () => {
    expect(left).toEqual({ seen: 0, counted: 0 });
  });

  test("disclose no secret in any form: responses, headers, log, metrics, process list", () => {
    // POST /validate returns the whole account to the caller that sent it, including the caller's own secrets.
    const stored = ({ name, answer }: RanCell): boolean =>
      name.includes(", validate, ") && answer.status === 200;
    const bodies = cells.map((cell) => (stored(cell) ? "" : cell.answer.body));
    const seen = [shown, ...cells.map(({ answer }) => answer.headers), ...bodies].join("\n");
    expect(formsOf(canary).filter((form) => seen.includes(form))).toEqual([]);
    expect(shown).toContain("[secret]");
    expect(shown).toContain("Upstream call failed");
  });
});
