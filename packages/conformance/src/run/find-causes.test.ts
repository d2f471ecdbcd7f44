import { expect, test } from "vitest";
import type { RequirementResult } from "./conformance-report.js";
import { findCauses } from "./find-causes.js";

function failure(id: string, area: RequirementResult["area"], cause?: string): RequirementResult {
  return {
    id,
    area,
    level: "MUST",
    section: "",
    sentence: id,
    reason: "",
    fix: "",
    rests: [],
    evidence: [],
    verdict: "fail",
    detail: "",
    ...(cause !== undefined && { cause }),
  };
}

test("findCauses() puts a fault of every response before what it spoils", () => {
  const causes = findCauses([failure("filters.exact", "filters"), failure("http.utf8", "http")]);
  expect(causes.map(({ id }) => id)).toEqual(["http.utf8", "filters.exact"]);
});

test("findCauses() puts a serious fault before another, and counts one cause once", () => {
  const causes = findCauses([
    failure("logo.type", "logo"),
    failure("validate.refuses", "validate", "wrong-account-accepted"),
    failure("data.account-wrong", "data", "wrong-account-accepted"),
  ]);
  expect(causes.map(({ id, witnesses }) => [id, witnesses.length])).toEqual([
    ["wrong-account-accepted", 2],
    ["logo.type", 1],
  ]);
});
