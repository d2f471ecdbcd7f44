import { describe, expect, it } from "vitest";
import { parseStoreAddress } from "./open-redis-store.js";

const one = {
  kind: "server",
  nodes: [{ host: "store", port: 6379 }],
  isEncrypted: false,
  username: undefined,
  password: undefined,
  database: 0,
  primary: undefined,
  sentinelPassword: undefined,
};

describe("parseStoreAddress()", () => {
  it.each<[string, object]>([
    ["redis://store", {}],
    ["redis://store/", {}],
    ["redis://store:6380/3", { nodes: [{ host: "store", port: 6380 }], database: 3 }],
    ["rediss://:a%40b:c@store", { isEncrypted: true, password: "a@b:c" }],
    [
      "redis://wellhead:word@[::1]:7000",
      { nodes: [{ host: "::1", port: 7000 }], username: "wellhead", password: "word" },
    ],
    [
      "redis-cluster://:word@store,b:7001",
      { kind: "cluster", nodes: [...one.nodes, { host: "b", port: 7001 }], password: "word" },
    ],
    [
      "rediss-cluster://[fe80::1]",
      { kind: "cluster", isEncrypted: true, nodes: [{ host: "fe80::1", port: 6379 }] },
    ],
    [
      "redis-sentinel://:word@a,b:26380/1?sentinelPassword=x%20y#my%20tokens",
      {
        kind: "sentinel",
        nodes: [
          { host: "a", port: 26_379 },
          { host: "b", port: 26_380 },
        ],
        password: "word",
        database: 1,
        primary: "my tokens",
        sentinelPassword: "x y",
      },
    ],
  ])("parses %j", (address, parts) => {
    expect(parseStoreAddress(address)).toEqual({ ...one, ...parts });
  });

  it.each([
    "redis://",
    "redis:///0",
    "redis://a,b",
    "redis://a b",
    "redis://a:b",
    "redis://a:99999",
    "redis://a#tokens",
    "redis://a/x",
    "redis://a?family=6",
    "redis-sentinel://a?password=x#tokens",
    "redis-sentinel://a",
    "redis-cluster://a#tokens",
    "redis-cluster://a/1",
    "redis-cluster://a,,b",
    "valkey://a",
    "http://a",
  ])("refuses %j", (address) => {
    expect(parseStoreAddress(address)).toBeUndefined();
  });
});
