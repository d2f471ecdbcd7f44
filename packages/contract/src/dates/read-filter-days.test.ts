import { describe, expect, it } from "vitest";
import { readFilterDays } from "./read-filter-days.js";

const now = Date.UTC(2024, 2, 20, 23);

describe("readFilterDays()", () => {
  it.each([
    ["2024-03-10", "2024-03-10", "2024-03-10"],
    [{ _min: "2024-03-10", _max: null }, "2024-03-10", undefined],
    [{ _max: "9999-12-31" }, undefined, "9999-12-31"],
    [{ _min: "2024-03-10T00:00:00+14:00", _max: "2024-03-10T23:59:59-14:00" }, "2024-03-10", "2024-03-10"],
    [{ _min: "2024-03-10T15:00:00" }, "2024-03-10", undefined],
    // Midnights of Auckland, Tokyo, UTC, New York and Honolulu.
    [{ _min: "2024-03-09T11:00:00Z", _max: "2024-03-10T10:59:59.999Z" }, "2024-03-10", "2024-03-10"],
    [{ _min: "2024-03-09T15:00:00Z", _max: "2024-03-10T14:59:59.999Z" }, "2024-03-10", "2024-03-10"],
    [{ _min: "2024-03-10T00:00:00Z", _max: "2024-03-10T23:59:59.999Z" }, "2024-03-10", "2024-03-10"],
    [{ _min: "2024-03-10T05:00:00Z", _max: "2024-03-11T04:59:59.999Z" }, "2024-03-10", "2024-03-10"],
    [{ _min: "2024-03-10T10:00:00Z", _max: "2024-03-11T09:59:59.999Z" }, "2024-03-10", "2024-03-10"],
    // No midnight anywhere.
    [{ _min: "2024-03-10T23:01:00Z", _max: "2024-03-11T01:01:00Z" }, "2024-03-10", "2024-03-11"],
    ["YESTERDAY", "2024-03-19", "2024-03-19"],
    ["+002024-03-10", "2024-03-10", "2024-03-10"],
    [{ _min: " +002024-03-10T00:00:00+14:00\n", _max: "2024-03-10 " }, "2024-03-10", "2024-03-10"],
    [" 2024-03-10T05:00:00Z ", "2024-03-10", "2024-03-10"],
    [{ _min: " 2024-03-09T11:00:00z " }, "2024-03-10", undefined],
    ["", undefined, undefined],
    [null, undefined, undefined],
  ])("reads %j", (value, firstDay, lastDay) => {
    expect(readFilterDays(value, { now })).toEqual({
      ...(firstDay !== undefined && { firstDay }),
      ...(lastDay !== undefined && { lastDay }),
    });
  });

  it("reads instants and expressions on the clock of the account's zone", () => {
    const zone = "-10:00";
    expect(readFilterDays({ _min: "2024-03-09T15:00:00Z" }, { now, zone })).toEqual({
      firstDay: "2024-03-09",
    });
    expect(readFilterDays(" 2024-03-09T10:00:00Z ", { now, zone })).toEqual({
      firstDay: "2024-03-09",
      lastDay: "2024-03-09",
    });
    for (const [other, today] of [
      ["+02:00", "2024-03-21"],
      ["-11:00", "2024-03-20"],
      ["+14:00", "2024-03-21"],
    ])
      expect(readFilterDays("TODAY", { now, zone: other })).toEqual({ firstDay: today, lastDay: today });
  });
});
