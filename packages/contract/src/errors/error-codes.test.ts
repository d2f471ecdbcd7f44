import { describe, expect, it } from "vitest";
import { check } from "../wire/check.js";
import { errorCodes } from "./error-codes.js";
import { errorResponse } from "./error-response.js";

describe("errorCodes", () => {
  it("use the statuses of the contract only", () => {
    const statuses = [...new Set(Object.values(errorCodes).map(({ status }) => status))];
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      400, 401, 403, 404, 405, 413, 415, 429, 431, 500, 502, 503, 504,
    ]);
  });

  it("are retryable exactly where waiting may help", () => {
    for (const { status, retryable } of Object.values(errorCodes))
      expect(retryable).toBe([429, 503, 504].includes(status));
  });

  it("are the codes that an error response may have", () => {
    for (const [code, { status }] of Object.entries(errorCodes)) {
      expect(check(errorResponse, { error: "a", message: "a", code, status, requestId: "1" })).toMatchObject({
        ok: true,
      });
    }
  });
});
