import { parseAddress } from "@wellhead/sdk/internal";
import { describe, expect, it } from "vitest";
import { isAllowed, parseAllowList } from "./address-policy.js";

function allows(list: string, host: string, port: number): boolean {
  const address = parseAddress(host);
  return address !== undefined && isAllowed(parseAllowList(list), address, port);
}

describe("parseAllowList()", () => {
  it("covers the block and the port, and nothing beside them", () => {
    const list = "10.1.0.0/16:5432, 127.0.0.1/32:*,[fd12::/48]:443";
    expect(allows(list, "10.1.255.255", 5432)).toBe(true);
    expect(allows(list, "10.1.255.255", 5433)).toBe(false);
    expect(allows(list, "10.2.0.0", 5432)).toBe(false);
    expect(allows(list, "127.0.0.1", 9)).toBe(true);
    expect(allows(list, "::ffff:127.0.0.1", 9)).toBe(true);
    expect(allows(list, "127.0.0.2", 9)).toBe(false);
    expect(allows(list, "fd12::ffff", 443)).toBe(true);
    expect(allows(list, "fd12:0:1::", 443)).toBe(false);
  });

  it("takes an address without a length for that address only", () => {
    const list = "10.1.0.7:5432,[fd12::7]:443";
    expect(allows(list, "10.1.0.7", 5432)).toBe(true);
    expect(allows(list, "10.1.0.6", 5432)).toBe(false);
    expect(allows(list, "10.1.0.7", 5433)).toBe(false);
    expect(allows(list, "fd12::7", 443)).toBe(true);
    expect(allows(list, "fd12::8", 443)).toBe(false);
  });

  it("covers addresses of the version of the block only, although numbers of the other are in it", () => {
    expect(allows("0.0.0.0/0:*", "::1", 80)).toBe(false);
    expect(allows("[::/0]:*", "10.0.0.1", 80)).toBe(false);
    expect([allows("0.0.0.0/0:*", "10.0.0.1", 80), allows("[::/0]:*", "::1", 80)]).toEqual([true, true]);
  });

  it("allows nothing when it is empty", () => {
    expect(parseAllowList("")).toEqual([]);
  });

  it.each([
    "10.0.0.0",
    "10.0.0.0/8",
    "10.0.0:1",
    "10.0.0.0/x:1",
    "10.0.0.0/8/8:1",
    ":1",
    "fd12::7:443",
    "10.0.0.0/33:1",
    "10.0.0.0/:1",
    "localhost/8:1",
    "10.0.0.0/8:0",
    "10.0.0.0/8:65536",
    "fd12::/48:443",
  ])("refuses %j, naming it", (rule) => {
    expect(() => parseAllowList(rule)).toThrow(TypeError);
    expect(() => parseAllowList(rule)).toThrow(`got "${rule}"`);
  });
});
