import { describe, expect, it } from "vitest";
import { columnName } from "./cell-block.js";
import { serialDay, serialInstant, serialTime } from "./serial-date.js";

describe("serialDay()", () => {
  it.each([
    [2, "1900-01-01"],
    [25_569, "1970-01-01"],
    [45_351, "2024-02-29"],
    [45_351.999, "2024-02-29"],
  ])("writes %d as %s", (serial, day) => {
    expect(serialDay(serial)).toBe(day);
  });
});

describe("serialInstant()", () => {
  it.each([
    [46_039.25, "Europe/Berlin", "2026-01-17T05:00:00.000Z"],
    [46_201.5, "Europe/Berlin", "2026-06-28T10:00:00.000Z"],
    [46_201.5, "Asia/Kathmandu", "2026-06-28T06:15:00.000Z"],
    [46_110.1875, "Europe/Berlin", "2026-03-29T02:30:00.000Z"],
    [46_201, "UTC", "2026-06-28T00:00:00.000Z"],
  ])("reads %d in %s as %s", (serial, zone, instant) => {
    expect(serialInstant(serial, zone)).toBe(instant);
  });
});

describe("serialTime()", () => {
  it.each([
    [0.25, "06:00:00"],
    [1.5, "36:00:00"],
    [-0.5, "-12:00:00"],
    [0.999_999, "24:00:00"],
  ])("writes %d as %s", (serial, time) => {
    expect(serialTime(serial)).toBe(time);
  });
});

describe("columnName()", () => {
  it.each([
    [0, "A"],
    [25, "Z"],
    [26, "AA"],
    [701, "ZZ"],
    [702, "AAA"],
  ])("names column %d %s", (index, name) => {
    expect(columnName(index)).toBe(name);
  });
});
