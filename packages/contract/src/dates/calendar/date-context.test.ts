import { describe, expect, test } from "vitest";
import { resolveZone } from "./date-context.js";

describe("resolveZone()", () => {
  test.each([
    [undefined, "UTC"],
    ["Z", "UTC"],
    ["z", "UTC"],
    ["utc", "UTC"],
    ["+05:00", "+05:00"],
    ["-0330", "-03:30"],
    ["+05", "+05:00"],
    ["europe/paris", "Europe/Paris"],
    ["Etc/GMT+5", "Etc/GMT+5"],
  ])("takes %j as %s", (zone, expected) => {
    const resolved = resolveZone(zone);
    // "+05" may stay as short as it was: both name the same zone.
    expect([expected, expected.replace(/:00$/, "")]).toContain(resolved);
  });

  test.each([
    "",
    " ",
    "Mars/Olympus",
    "+24:00",
    "+05:60",
    "+5",
    "+05:00:30",
    "Etc/GMT+05",
    "UTC+05:00",
    "Europe/Paris ",
    "05:00",
    "2017-01-01T00:00Z",
    "2017-01-01T00:00[Europe/Paris]",
    "Europe/Paris\n",
    "__proto__",
    "constructor",
    "x".repeat(100_000),
  ])("throws a RangeError for %j", (zone) => {
    expect(() => resolveZone(zone)).toThrow(RangeError);
    expect(() => resolveZone(zone)).toThrow(/expected "Z", an offset such as "\+05:00" or an IANA name/);
  });
});
