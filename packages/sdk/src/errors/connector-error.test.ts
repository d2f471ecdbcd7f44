import { errorCodes } from "@wellhead/contract";
import { describe, expect, it } from "vitest";
import {
  accountExpired,
  accountInvalid,
  ConnectorError,
  inputInvalid,
  isConnectorError,
  isMissing,
  isTooLarge,
  rateLimited,
  upstreamInvalid,
  upstreamTimeout,
  upstreamUnavailable,
} from "./connector-error.js";

describe("ConnectorError", () => {
  it("takes status and retryable from the published code", () => {
    const error = new ConnectorError("rate_limited", "Could not read issues: the limit is reached.", {
      retryAfter: 30,
    });
    expect(error).toMatchObject({ status: errorCodes.rate_limited.status, retryable: true, retryAfter: 30 });
  });

  it.each([
    [accountInvalid("a"), 401],
    [accountExpired("a"), 401],
    [inputInvalid("a", { field: "project" }), 400],
    [upstreamInvalid("a"), 502],
    [upstreamUnavailable("a"), 503],
    [upstreamTimeout("a"), 504],
    [rateLimited("a"), 429],
  ])("%s has status %i", (error, status) => {
    expect(error.status).toBe(status);
  });
});

describe("isConnectorError()", () => {
  it("knows an error of another copy of the package by its brand", () => {
    const foreign = Object.assign(new Error("x"), { [Symbol.for("wellhead.ConnectorError")]: true });
    expect(isConnectorError(foreign)).toBe(true);
  });

  it("knows what is missing or too large from another copy of the package", () => {
    const foreign = (cause: string) =>
      Object.assign(new Error("x", { cause: { [Symbol.for(cause)]: true } }), {
        [Symbol.for("wellhead.ConnectorError")]: true,
      });
    expect(isMissing(foreign("wellhead.NothingThere"))).toBe(true);
    expect(isTooLarge(foreign("wellhead.ResponseTooLarge"))).toBe(true);
    expect(isMissing(foreign("wellhead.ResponseTooLarge"))).toBe(false);
  });

  it.each([new Error("x"), null, "text", undefined, { code: "internal" }])("refuses %s", (value) => {
    expect(isConnectorError(value)).toBe(false);
  });
});
