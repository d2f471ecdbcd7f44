import { describe, expect, it } from "vitest";
import { showValue } from "./show-value.js";

describe("showValue()", () => {
  it.each([
    ["Venus", '"Venus"'],
    [5, "5"],
    [null, "null"],
    [undefined, "undefined"],
  ])("shows %j as JSON", (raw, shown) => {
    expect(showValue(raw)).toBe(shown);
  });

  it("cuts a long value", () => {
    expect(showValue("x".repeat(1_000_000)).length).toBeLessThan(70);
  });
});
