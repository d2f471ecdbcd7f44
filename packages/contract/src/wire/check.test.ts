import { describe, expect, it } from "vitest";
import { check } from "./check.js";
import { dataRequest } from "./data.js";
import { validateRequest } from "./validate.js";

describe("check()", () => {
  it("returns the same value, unknown members included", () => {
    const value = { source: "issues", extra: { deep: 1 } };
    const checked = check(dataRequest, value);
    expect(checked.ok && checked.value).toBe(value);
  });

  it("names where the first problem is", () => {
    expect(check(validateRequest, { id: 7 })).toEqual({
      ok: false,
      path: "/id",
      problem: expect.stringContaining("string"),
    });
  });
});
