import {
  closeFaultStage,
  type FaultStage,
  openFaultStage,
  proveFault,
  refreshFaults,
} from "@wellhead/test-support/replicas/refresh-faults";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let stage: FaultStage;

beforeAll(async () => {
  stage = await openFaultStage({ callTimeout: 500, replicas: 2 });
});

afterAll(() => closeFaultStage(stage));

describe("a fault in the middle of refreshes", () => {
  it.each(refreshFaults)("costs no account: $name", async (fault) => {
    expect(await proveFault(fault, stage, 5)).toMatchObject({ healed: 5, lost: 0, revoked: 0 });
  });
});
