import { expect, test } from "vitest";
import { callerKey } from "./caller-key.js";

test.each([
  [{ address: "10.0.0.7" }, "10.0.0.7"],
  [{ address: "10.0.0.7", name: "platform" }, "platform"],
  [{ address: undefined }, "unknown"],
  [{ address: "2001:db8:1:2:3:4:5:6" }, "2001:db8:1:2::/64"],
  [{ address: "2001:0db8:0001:2::6" }, "2001:db8:1:2::/64"],
  [{ address: "2001:db8::6" }, "2001:db8:0:0::/64"],
  [{ address: "::1" }, "0:0:0:0::/64"],
  [{ address: "fe80::" }, "fe80:0:0:0::/64"],
])("the caller %j shares as %s", (caller, key) => {
  expect(callerKey(caller)).toBe(key);
});
