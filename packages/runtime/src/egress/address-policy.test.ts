import { parseAddress } from "@wellhead/sdk/internal";
import { describe, expect, it } from "vitest";
import { edgeAddresses, embeddingsOf } from "../proof/egress-targets.js";
import { isPublicAddress } from "./address-policy.js";
import { specialIpv4Ranges, specialIpv6Ranges } from "./special-ranges.js";

function verdict(text: string): boolean | undefined {
  const address = parseAddress(text);
  return address && isPublicAddress(address);
}

describe("isPublicAddress()", () => {
  it("agrees with Node's block list at both sides of each edge", () => {
    const { denied, good } = edgeAddresses();
    expect(denied.length).toBeGreaterThan(80);
    expect(good.length).toBeGreaterThan(30);
    expect(denied.filter((address) => verdict(address) !== false)).toEqual([]);
    expect(good.filter((address) => verdict(address) !== true)).toEqual([]);
  });

  it("judges a mapped or translated address by the IPv4 address inside", () => {
    expect([verdict("::ffff:8.8.8.8"), verdict("64:ff9b::808:808")]).toEqual([true, true]);
    for (const address of embeddingsOf("127.0.0.1"))
      expect([address, verdict(address)]).toEqual([address, false]);
    expect(verdict("2a00:1450:4001:81b:0:5efe:808:808")).toBe(true);
  });

  it.each([4, 6] as const)(
    "refuses both ends and the middle of every special range of version %i",
    (family) => {
      const ranges = family === 4 ? specialIpv4Ranges : specialIpv6Ranges;
      const values = ranges.flatMap(([first, last]) => [first, last, (first + last) / 2n]);
      expect(values.filter((value) => isPublicAddress({ family, value })).map(String)).toEqual([]);
    },
  );

  it("refuses a private address in either form of ISATAP below a public prefix", () => {
    expect([
      verdict("2a00:1450:4001:81b:0:5efe:10.0.0.1"),
      verdict("2a00:1450:4001:81b:200:5efe:10.0.0.1"),
      verdict("2a00:1450:4001:81b:200:5efe:8.8.8.8"),
      verdict("2a00:1450:4001:81b:400:5efe:10.0.0.1"),
    ]).toEqual([false, false, true, true]);
  });
});
