import { ConnectorError, upstreamTimeout } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { receiveError, sendError } from "./stream-messages.js";

/** An error as the other thread receives it. A value that cannot be cloned would throw. */
const sent = (error: unknown): ConnectorError => receiveError(structuredClone(sendError(error)));

describe("an error that goes to another thread", () => {
  it.each([
    new ConnectorError("invalid_field", "Wrong.", { field: "filter.a" }),
    new ConnectorError("rate_limited", "Later.", { retryAfter: 7 }),
    new ConnectorError("account_invalid", "No."),
    upstreamTimeout("Slow."),
  ])("keeps its code, sentence, field and time: %s", (error) => {
    const { code, message, field, retryAfter, status, retryable } = error;
    expect(sent(error)).toMatchObject({ code, message, status, retryable });
    expect([sent(error).field, sent(error).retryAfter]).toEqual([field, retryAfter]);
    expect(sent(error).cause).toBeUndefined();
  });

  it("keeps the words of its cause for the operator, wherever it was thrown", () => {
    const cause = new Error("connection reset");
    const without = Object.assign(new Error("no stack"), { stack: undefined });
    expect(String(sent(upstreamTimeout("Slow.", { cause })).cause)).toContain(cause.stack);
    expect(String(sent(upstreamTimeout("Slow.", { cause: without })).cause)).toContain("no stack");
    expect(sent(upstreamTimeout("Slow.", { cause: "text" })).cause).toBeUndefined();
  });

  it.each([
    new TypeError("secret detail"),
    "secret detail",
    { toString: () => "secret detail" },
    null,
    undefined,
  ])("is an internal one whose words the caller does not see when nobody made it for him: %s", (thrown) => {
    const error = sent(thrown);
    expect(error.code).toBe("internal");
    expect(error.message).not.toContain("secret");
  });

  it("shows the operator the words of a fault", () => {
    const fault = new TypeError("detail");
    expect(String(sent(fault).cause)).toContain(fault.stack);
    expect(sent("detail").cause).toBeUndefined();
  });
});
