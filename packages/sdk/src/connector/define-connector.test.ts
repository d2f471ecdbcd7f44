import { describe, expect, it } from "vitest";
import { basic } from "../accounts/basic.js";
import { fields } from "../accounts/fields.js";
import { oauth1 } from "../accounts/oauth1.js";
import { token } from "../accounts/token.js";
import { dateRange } from "../fields/date.js";
import { list } from "../fields/list.js";
import { password, text } from "../fields/text.js";
import type { Connector } from "./connector.js";
import { defineConnector } from "./define-connector.js";

const members = { id: "tracker", name: "Tracker", version: "1.0.0", description: "Issues" };
const rows = () => [];

function define(change: object): Connector {
  return defineConnector({ ...members, sources: () => ({}), ...change });
}

describe("defineConnector()", () => {
  it('gives a connector without accounts the kind "none"', () => {
    expect([...define({}).accounts.keys()]).toEqual(["none"]);
  });

  it("keeps accounts and sources in their order", async () => {
    const connector = define({
      accounts: { token: token(), basic: basic() },
      sources: (source: (definition: object) => object) => ({
        b: source({ name: "B", rows }),
        a: source({ name: "A", rows }),
      }),
    });
    expect([...connector.accounts.keys()]).toEqual(["token", "basic"]);
    expect([...(await connector.sources()).keys()]).toEqual(["b", "a"]);
  });

  it("returns the same map of sources while nothing has changed", async () => {
    const first = {};
    let found: object = first;
    const connector = define({ sources: undefined, discover: async () => found });
    const before = await connector.sources();
    expect(await connector.sources()).toBe(before);
    found = {};
    expect(await connector.sources()).not.toBe(before);
  });

  it.each([
    ["an id with capitals", { id: "Tracker" }, 'got "Tracker"'],
    ["an empty name", { name: " " }, "name: expected text, got nothing"],
    ["a colour in words", { color: "red" }, "#RRGGBB"],
    ["a logo of another scheme", { logo: new URL("http://example.org/x.svg") }, "logo: "],
    ["no account kind", { accounts: {} }, "such as none(), got none"],
    ["an account kind with a space", { accounts: { "o auth": token() } }, "accounts.o auth"],
    ["fields in none", { accounts: { none: token() } }, "accounts.none"],
    [
      "a filter field in an account",
      { accounts: { own: fields({ title: "Own", fields: { when: dateRange() } }) } },
      'got "date"',
    ],
    [
      "an account member the platform uses",
      { accounts: { own: fields({ title: "Own", fields: { auth: text() } }) } },
      "accounts.own.fields.auth",
    ],
    [
      "an account member that holds the kind",
      { accounts: { own: fields({ title: "Own", fields: { kind: text() } }) } },
      'accounts.own.fields.kind: the id "kind" is reserved: it holds the kind of the account',
    ],
    [
      "an account member that the next check would replace",
      { accounts: { own: fields({ title: "Own", fields: { name: text() } }) } },
      'accounts.own.fields.name: the id "name" is reserved: it is replaced with the name',
    ],
    [
      "a member of a token reply kept under the name of the kind",
      {
        accounts: {
          oauth: oauth1({
            name: "X",
            requestToken: "https://x.example/r",
            authorize: "https://x.example/a",
            accessToken: "https://x.example/t",
            keep: ["kind"],
          }),
        },
      },
      "accounts.oauth.fields.kind",
    ],
    ["neither sources nor discover", { sources: undefined }, "expected either sources or discover, got none"],
    ["both sources and discover", { discover: async () => ({}) }, "got both"],
  ])("refuses %s and names it", (_what, change, fault) => {
    expect(() => define(change)).toThrow(TypeError);
    expect(() => define(change)).toThrow(fault);
  });

  it.each([
    [
      "a password in a filter",
      { key: password() },
      'sources.issues.filter.key: expected a type that filter forms can hold, got "password"',
    ],
    [
      "a dependent that is no field",
      { project: list({ requires: ["owner"], options: () => [] }) },
      'expected a field of the same form, got "owner"',
    ],
    [
      "a misspelt dependent",
      { owner: text(), project: list({ requires: ["onwer"], options: () => [] }) },
      'expected a field of the same form such as "owner", got "onwer"',
    ],
    [
      "dependents in a circle",
      { a: list({ requires: ["b"], options: () => [] }), b: list({ requires: ["a"], options: () => [] }) },
      "itself depends on",
    ],
    [
      "a field that waits for itself",
      { a: list({ requires: ["a"], options: () => [] }) },
      "itself depends on",
    ],
  ])("refuses %s and names it", (_what, filter, fault) => {
    const sources = (source: (definition: object) => object) => ({
      issues: source({ name: "Issues", filter, rows }),
    });
    expect(() => define({ sources })).toThrow(fault);
  });

  it("refuses a column that forges the mark of a failed stream", () => {
    const sources = (source: (definition: object) => object) => ({
      issues: source({ name: "Issues", fields: { __streamError: text() }, rows }),
    });
    expect(() => define({ sources })).toThrow("is reserved for the record that ends a failed stream");
  });

  it("reports the fault of discovered sources when they are asked for", async () => {
    const connector = define({
      sources: undefined,
      discover: async () => ({ a: { name: "", filter: {}, rows } }),
    });
    await expect(connector.sources()).rejects.toThrow("sources.a.name");
  });

  it.each([
    [{ requests: 0, seconds: 1 }, "http.rate.requests: expected a whole number of at least 1"],
    [{ requests: 1, seconds: 0 }, "http.rate.seconds: expected a number above 0"],
    [{ requests: 1, seconds: 1, reserve: 2 }, "http.rate.reserve: expected a share from 0 to 1"],
    [{ maxConcurrent: 1.5 }, "http.rate.maxConcurrent: expected a whole number of at least 1"],
    [[{ requests: 1, seconds: 1 }, { maxConcurrent: 0 }], "http.rate.maxConcurrent: expected a whole number"],
  ])("refuses the limit %j", (rate, sentence) => {
    const http = { baseUrl: "https://api.example", rate };
    const definition = { id: "x", name: "X", version: "1.0.0", description: "X", http, sources: () => ({}) };
    expect(() => defineConnector(definition)).toThrow(sentence);
  });
});
