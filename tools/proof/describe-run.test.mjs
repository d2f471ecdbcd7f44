import { describe, expect, it } from "vitest";
import { describeRun } from "./describe-run.mjs";

const full = {
  name: "sync",
  variables: { WELLHEAD_LONG: "1", WELLHEAD_SYNC_HISTORIES: "2000" },
  environment: { WELLHEAD_LONG: "1" },
  parameters: [],
  passed: true,
};

describe("describeRun()", () => {
  it("says that a proof of the usual size was run in full", () => {
    expect(describeRun(full)).toBe("Proof sync: passed, run in full.");
    expect(describeRun({ ...full, passed: false })).toBe("Proof sync: failed, run in full.");
  });

  it("names the variables and arguments that make it smaller", () => {
    const environment = { WELLHEAD_SYNC_HISTORIES: "20" };
    expect(describeRun({ ...full, environment, parameters: ["-t", "PostgreSQL"] })).toBe(
      "Proof sync: passed, run with WELLHEAD_SYNC_HISTORIES=20 instead of 2000, the arguments -t PostgreSQL.",
    );
  });
});
