import { expect, test } from "vitest";
import { isPermanent, reasonOf } from "./network-fault.js";

/** What `fetch` of Node throws: the fault is the cause. */
function fault(code: string, message = "something failed"): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });
}

test.each([
  ["ECONNREFUSED", "nothing listens there"],
  ["ENOTFOUND", "the host does not exist"],
  ["EAI_AGAIN", "could not be resolved"],
  ["ECONNRESET", "closed before an answer"],
  ["UND_ERR_SOCKET", "closed before an answer"],
  ["ETIMEDOUT", "does not answer"],
  ["UND_ERR_CONNECT_TIMEOUT", "does not answer"],
  ["UND_ERR_HEADERS_TIMEOUT", "no answer came in time"],
  ["EHOSTUNREACH", "the host is unreachable"],
  ["ENETUNREACH", "the network is unreachable"],
  ["EPROTO", "does not speak TLS"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "does not speak TLS"],
  ["HPE_INVALID_CONSTANT", "does not speak HTTP"],
  ["X_HPE_", "something failed."],
  ["", "something failed."],
])("reasonOf() explains %j, as the cause or as the error itself", (code, reason) => {
  const thrown = fault(code);
  expect(reasonOf(thrown)).toContain(reason);
  expect(reasonOf(thrown.cause)).toContain(reason);
});

test("reasonOf() has a reason for what says nothing", () => {
  expect([new Error(""), "text", undefined, null, new Error("a", { cause: "b" })].map(reasonOf)).toEqual(
    Array.from({ length: 5 }, () => "the request failed."),
  );
  expect(reasonOf(new Error("it broke"))).toBe("it broke.");
});

test("isPermanent() knows the faults that another attempt does not mend", () => {
  const codes = [
    "ENOTFOUND",
    "EPROTO",
    "ERR_SSL_WRONG_VERSION_NUMBER",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "CERT_HAS_EXPIRED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  ];
  expect(codes.filter((code) => !isPermanent(fault(code)))).toEqual([]);
  const passing = [
    "",
    "ECONNREFUSED",
    "EAI_AGAIN",
    "ETIMEDOUT",
    "XENOTFOUND",
    "ENOTFOUNDX",
    "MY_CERT_X",
    "ECERT",
  ];
  expect(passing.filter((code) => isPermanent(fault(code)))).toEqual([]);
  expect(isPermanent("ENOTFOUND")).toBe(false);
});
