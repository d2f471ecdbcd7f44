import { expect, test } from "vitest";
import { offsetOf } from "./account-zone.js";

test.each([
  ["Z", "+00:00"],
  ["UTC", "+00:00"],
  ["+0530", "+05:30"],
  ["-03:00", "-03:00"],
  ["Europe/Berlin", "+02:00"],
  ["America/St_Johns", "-02:30"],
])("`offsetOf()` reads %s", (zone, expected) => {
  expect(offsetOf(zone, new Date("2026-07-01T00:00:00Z"))).toBe(expected);
});

test("`offsetOf()` follows daylight saving", () => {
  expect(offsetOf("Europe/Berlin", new Date("2026-01-01T00:00:00Z"))).toBe("+01:00");
});

test.each(["", "Mars/Olympus", "+99:00", "-05:77"])("`offsetOf()` refuses %j", (zone) => {
  expect(() => offsetOf(zone, new Date(0))).toThrow("expected an offset or an IANA zone");
});
