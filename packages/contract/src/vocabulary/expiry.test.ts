import { describe, expect, it } from "vitest";
import { acceptExpiry, emitExpiry } from "./aliases.js";

const instant = Date.UTC(2026, 0, 2, 3, 4, 5);

describe("acceptExpiry()", () => {
  it.each([
    ["expires_on", "2026-01-02T03:04:05.000Z"],
    ["expire_on", "2026-01-02T03:04:05Z"],
    ["expireOn", instant],
    ["token_expiration", String(instant)],
    ["expires_on", instant / 1000],
    ["expires_on", String(instant / 1000)],
    ["expires_on", "2026-01-02T05:04:05+02:00"],
  ])("reads %s = %j", (name, value) => {
    expect(acceptExpiry({ [name]: value })).toBe(instant);
  });

  it("reads a bare date as its first instant in UTC", () => {
    expect(acceptExpiry({ expire_on: "2018-01-01" })).toBe(Date.UTC(2018, 0, 1));
  });

  it.each([
    {},
    { expires_on: null },
    { expires_on: "" },
    { expires_on: "soon" },
    { expires_on: -1 },
    { expires_on: {} },
  ])("finds no expiry in %j", (account) => {
    expect(acceptExpiry(account)).toBeUndefined();
  });
});

describe("emitExpiry()", () => {
  it("writes both names in UTC with milliseconds", () => {
    expect(emitExpiry(instant)).toEqual({
      expires_on: "2026-01-02T03:04:05.000Z",
      expire_on: "2026-01-02T03:04:05.000Z",
    });
  });

  it("is read back by acceptExpiry()", () => {
    expect(acceptExpiry(emitExpiry(instant))).toBe(instant);
  });
});
