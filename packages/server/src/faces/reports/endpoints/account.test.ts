import { fields, password, Secret, text } from "@wellhead/sdk";
import { expect, test } from "vitest";
import { storedAccount } from "./account.js";

const form = fields({ title: "Key", fields: { key: password(), region: text({ optional: true }) } }).fields;

test("the stored account has every member that was given, changed ones replaced, secrets in plain text", () => {
  const given = { key: "k", region: "eu", _id: "5f1", nothing: null, list: [1, { a: "b" }], name: "Old" };
  const changed = [{ key: new Secret("new"), extra: { deep: new Secret("s") } }, undefined, { region: "us" }];
  expect(storedAccount({ form, given, changed, name: "Ada" })).toStrictEqual({
    key: "new",
    region: "us",
    _id: "5f1",
    nothing: null,
    list: [1, { a: "b" }],
    extra: { deep: "s" },
    name: "Ada",
  });
});

test.each([
  ["expireOn", "2030-01-02"],
  ["token_expiration", 1_893_542_400],
  ["expire_on", "1893542400000"],
])("an expiry given as %s leaves no name with another instant", (name, value) => {
  const whole = storedAccount({ form, given: { key: "k", [name]: value }, changed: [], name: "Ada" });
  const instant = "2030-01-02T00:00:00.000Z";
  expect(whole).toStrictEqual({
    key: "k",
    expires_on: instant,
    expire_on: instant,
    [name]: instant,
    name: "Ada",
  });
});

test("a refreshed expiry replaces the given one under every name", () => {
  const given = { key: "k", expireOn: "2020-01-01", token_expiration: 5 };
  const changed = [{ expires_on: "2031-01-01T00:00:00.000Z", expire_on: "2031-01-01T00:00:00.000Z" }];
  const whole = storedAccount({ form, given, changed, name: "Ada" });
  const names = ["expires_on", "expire_on", "expireOn", "token_expiration"];
  expect(names.map((name) => whole[name])).toEqual(Array(4).fill("2031-01-01T00:00:00.000Z"));
});

test("an unreadable expiry, or one that is a field of the form, is returned unchanged", () => {
  const given = { key: "k", expires_on: "never" };
  expect(storedAccount({ form, given, changed: [], name: "A" })).toStrictEqual({ ...given, name: "A" });
  const own = fields({ title: "Key", fields: { expires_on: text() } }).fields;
  const typed = { expires_on: "2030-01-02" };
  expect(storedAccount({ form: own, given: typed, changed: [], name: "A" })).toStrictEqual({
    ...typed,
    name: "A",
  });
});
