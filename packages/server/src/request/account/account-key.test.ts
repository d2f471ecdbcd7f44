import { DeploymentSecret } from "@wellhead/runtime";
import { defineConnector, fields, oauth2, password, text } from "@wellhead/sdk";
import { expect, test } from "vitest";
import { accountFieldsOf, accountKey } from "./account-key.js";

const { accounts } = defineConnector({
  id: "sample",
  name: "Sample",
  version: "1",
  description: "Has accounts",
  accounts: {
    server: fields({
      title: "Server",
      fields: { host: text(), password: password(), region: text({ optional: true }) },
    }),
    oauth2: oauth2({
      name: "web",
      authorize: "https://sample.test/a",
      token: "https://sample.test/t",
      scopes: [],
    }),
  },
  sources: (source) => ({ rows: source({ name: "Rows", rows: () => [] }) }),
});
const secret = new DeploymentSecret("0123456789abcdef0123456789abcdef");

function keyOf(id: unknown, members: Record<string, unknown>, connector = "sample"): string | undefined {
  const options = { connector, fields: accountFieldsOf({ accounts }), secret };
  return accountKey({ id, members, markers: ["auth"], name: undefined }, options);
}

test("accountKey() is the same for the same fields, in whatever order and with whatever other members", () => {
  const key = keyOf("server", { host: "db.test", password: "hunter22" });
  expect(keyOf("server", { password: "hunter22", host: " db.test ", region: "", other: 1 })).toBe(key);
  expect(keyOf("server", { host: "db.test", password: "hunter23" })).not.toBe(key);
  expect(keyOf("server", { host: "db.test", password: "hunter22" }, "other")).not.toBe(key);
  expect(keyOf("server", { host: "hunter22", password: "db.test" })).not.toBe(key);
  expect(key).not.toContain("hunter22");
});

test("accountKey() survives a renewed access token", () => {
  const key = keyOf("oauth2", { access_token: "one", refresh_token: "stays" });
  expect(keyOf("oauth2", { access_token: "two", refresh_token: "stays" })).toBe(key);
  expect(keyOf("oauth2", { access_token: "one" })).not.toBe(keyOf("oauth2", { access_token: "two" }));
});

test("accountKey() returns nothing for an account without fields or of an unknown kind", () => {
  expect([
    keyOf("server", { other: 1 }),
    keyOf("lost", { host: "a" }),
    keyOf(7, {}),
    keyOf(undefined, {}),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});
