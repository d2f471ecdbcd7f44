import { formatAddress } from "@wellhead/sdk/internal";
import { describe, expect, it } from "vitest";
import { canonicalHost } from "./egress.js";

describe("canonicalHost()", () => {
  it.each([
    ["0x7f.1", "127.0.0.1"],
    ["2130706433", "127.0.0.1"],
    ["017700000001", "127.0.0.1"],
    ["１２７。０．0｡1", "127.0.0.1"],
    ["127.0.0.1.", "127.0.0.1"],
    ["[::1]", "0:0:0:0:0:0:0:1"],
    ["::FFFF:10.0.0.1", "0:0:0:0:0:ffff:a00:1"],
  ])("reads %s as the address it spells", (host, address) => {
    const literal = canonicalHost(host)?.literal;
    expect(literal && formatAddress(literal)).toBe(address);
  });

  it("keeps a name, lower case and ASCII", () => {
    expect(canonicalHost("Bücher.Example")).toEqual({ name: "xn--bcher-kva.example", literal: undefined });
  });

  it.each([
    "",
    ".",
    "a b",
    "/run/socket",
    "user@host",
    "host:80",
    "fe80::1%eth0",
    "a\\b",
    "host\u0000",
    "a/../b",
    "[::1",
    "%31",
  ])("takes %j for no host", (host) => {
    expect(canonicalHost(host)).toBeUndefined();
  });
});
