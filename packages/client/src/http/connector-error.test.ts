import { expect, test } from "vitest";
import { ConnectorError, isMissingEndpoint } from "./connector-error.js";

test("a ConnectorError has its details, of which a log shows neither headers nor body", () => {
  const cause = new Error("why");
  const headers = new Headers({ a: "b" });
  const details = { status: 429, field: "f", retryAfter: 7, isRetryable: true, headers, body: "{}", cause };
  const error = new ConnectorError("refused", "Slow down", details);
  expect(error).toMatchObject({ ...details, name: "ConnectorError", code: "refused", message: "Slow down" });
  expect(Object.keys(error)).not.toEqual(expect.arrayContaining(["headers"]));
  expect(Object.keys(error)).not.toEqual(expect.arrayContaining(["body"]));
  expect("cause" in new ConnectorError("invalid", "no cause")).toBe(false);
});

test.each([
  ["unreachable", true],
  ["refused", false],
  ["invalid", false],
] as const)("a ConnectorError that is %s is retryable: %s", (code, isRetryable) => {
  expect(new ConnectorError(code, "").isRetryable).toBe(isRetryable);
  expect(new ConnectorError(code, "", { isRetryable: !isRetryable }).isRetryable).toBe(!isRetryable);
});

test("a ConnectorError of another copy of the package is one, and nothing else is", () => {
  const other = { [Symbol.for("@wellhead/client/connector-error")]: true };
  expect(other instanceof ConnectorError).toBe(true);
  for (const value of [new Error("x"), null, undefined, "text", () => undefined])
    expect((value as unknown) instanceof ConnectorError).toBe(false);
});

test("isMissingEndpoint() is true for the statuses that say so", () => {
  const isMissing = (status?: number) => isMissingEndpoint(new ConnectorError("refused", "", { status }));
  expect([404, 405, 501, 400, 500, undefined].map((status) => isMissing(status))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isMissingEndpoint(Object.assign(new Error("x"), { status: 404 }))).toBe(false);
});
