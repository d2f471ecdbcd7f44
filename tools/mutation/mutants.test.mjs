import { describe, expect, it } from "vitest";
import { partOf } from "./mutants.mjs";

describe("partOf()", () => {
  it.each([
    ["rows-text", "rows-text"],
    ["packages/rows/src/bytes/byte-writer.ts", "rows-text"],
    ["packages/rows/src/row-builder.ts:10-20", "rows-text"],
    ["packages/contract/src/dates/instant.ts", "contract-dates"],
    ["packages/contract/src/dates/calendar/month.ts:7", "contract-dates"],
    ["packages/contract/src/dates/v2/month.ts", "contract-date-texts"],
    ["packages/server/src/faces/reports/wire/negotiate.ts", "server-rows"],
    ["packages/server/src/faces/reports/negotiate.ts", undefined],
    ["rows", undefined],
  ])("finds the part of %s", (name, part) => {
    expect(partOf(name)).toBe(part);
  });
});
