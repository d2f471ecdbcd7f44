import { expect, test } from "vitest";
import { fillCallerSettings, splitList } from "./caller-settings.js";

const defaults = {
  tokens: [],
  tokensFile: undefined,
  signingKeys: [],
  signingKeysFile: undefined,
  addresses: [],
  proxies: [],
  proxyHeader: "x-forwarded-for",
  hosts: [],
  publicDescription: false,
  insecure: false,
  clockSkewSeconds: 300,
};

const variables = {
  WELLHEAD_TOKENS: "a, b",
  WELLHEAD_TOKENS_FILE: "/tokens",
  WELLHEAD_SIGNING_KEYS: "c=d",
  WELLHEAD_SIGNING_KEYS_FILE: "/keys",
  WELLHEAD_CALLERS: "10.0.0.0/8",
  WELLHEAD_PROXIES: "127.0.0.1",
  WELLHEAD_PROXY_HEADER: " X-Real-Forwarded ",
  WELLHEAD_HOSTS: "a.example",
  WELLHEAD_PUBLIC_DESCRIPTION: "1",
  WELLHEAD_INSECURE: "yes",
};

test("fillCallerSettings() has the defaults where nothing is set, also by an empty variable", () => {
  expect(fillCallerSettings({}, {})).toEqual(defaults);
  const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, ""]));
  expect(fillCallerSettings({}, empty)).toEqual(defaults);
});

test("fillCallerSettings() reads every setting from the environment", () => {
  expect(fillCallerSettings({}, variables)).toEqual({
    tokens: ["a", "b"],
    tokensFile: "/tokens",
    signingKeys: ["c=d"],
    signingKeysFile: "/keys",
    addresses: ["10.0.0.0/8"],
    proxies: ["127.0.0.1"],
    proxyHeader: "x-real-forwarded",
    hosts: ["a.example"],
    publicDescription: true,
    insecure: true,
    clockSkewSeconds: 300,
  });
});

test("fillCallerSettings() prefers what the application sets, also when that is empty", () => {
  const given = {
    tokens: [],
    tokensFile: "/own",
    signingKeys: ["e=f"],
    signingKeysFile: "/own-keys",
    addresses: [],
    proxies: ["::1"],
    proxyHeader: "Forwarded",
    hosts: [],
    publicDescription: false,
    insecure: false,
    clockSkewSeconds: 5,
  };
  expect(fillCallerSettings(given, variables)).toEqual({ ...given, proxyHeader: "forwarded" });
});

test.each([
  ["1", true],
  [" TRUE ", true],
  ["Yes", true],
  ["0", false],
  ["false", false],
  ["no", false],
])("a switch that is %j is %s", (text, expected) => {
  expect(fillCallerSettings({}, { WELLHEAD_INSECURE: text }).insecure).toBe(expected);
});

test.each(["2", "on", "1 1", "10", "trues", "nothing", "y".repeat(50)])(
  "a switch that is %j is refused by its name, and shown in part",
  (text) => {
    expect(() => fillCallerSettings({}, { WELLHEAD_PUBLIC_DESCRIPTION: text })).toThrow(
      `Could not read WELLHEAD_PUBLIC_DESCRIPTION: expected 1 or 0, got "${text.slice(0, 40)}".`,
    );
  },
);

test("splitList() splits at commas and white space, and leaves out comments and nothing else", () => {
  expect(splitList("a, b  c\td\n# e f\n  # g\nh#i,\n,\n")).toEqual(["a", "b", "c", "d", "h#i"]);
});
