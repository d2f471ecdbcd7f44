import { upstreamUnavailable } from "@wellhead/sdk";
import { parseReachList } from "@wellhead/sdk/internal";
import { expect, test } from "vitest";
import { egressRefusal, egressRefused, isEgressRefused, isReached, reachRefused } from "./address-policy.js";
import { Egress } from "./egress.js";

const addresses: Readonly<Record<string, readonly string[]>> = {
  "api.example": ["8.8.8.8"],
  "eu.api.example": ["8.8.8.8"],
  "deep.eu.api.example": ["8.8.8.8"],
  "other.example": ["8.8.8.8"],
  "evilapi.example": ["8.8.8.8"],
  "both.example": ["8.8.4.4", "9.9.9.9"],
  "mixed.example": ["8.8.4.4", "1.1.1.1"],
  "odd.example": ["8.8.4.4", "no address"],
  "inner.example": ["10.0.0.1"],
};
const resolve = async (name: string) => addresses[name] ?? [];
const reach = ["api.example:443", "*.api.example", "8.8.4.4/32:443", "9.9.9.0/24:*"];

/** Returns whether an account kind with this list reaches a target, or why not. */
async function verdict(host: string, port: number): Promise<string> {
  try {
    return (await new Egress({ allow: "", reach, resolve }).pin({ host, port })).name;
  } catch (error) {
    const isPolicy = isEgressRefused(error) && error instanceof Error;
    return isPolicy && error.message !== egressRefusal ? "not reached" : String(error);
  }
}

test.each([
  ["api.example", 443],
  ["eu.api.example", 443],
  ["eu.api.example", 1],
  ["deep.eu.api.example", 65_535],
  ["both.example", 443],
  ["8.8.4.4", 443],
  ["9.9.9.255", 80],
])("an account kind reaches %s:%d, which its list has", async (host, port) => {
  expect(await verdict(host, port)).toBe(host);
});

test.each([
  ["api.example", 80],
  ["other.example", 443],
  ["evilapi.example", 443],
  ["8.8.8.8", 443],
  ["8.8.4.4", 80],
  ["9.9.8.255", 80],
  ["both.example", 80],
  ["mixed.example", 443],
  ["odd.example", 443],
  ["inner.example", 443],
])("an account kind never reaches %s:%d, which its list lacks", async (host, port) => {
  expect(await verdict(host, port)).toBe("not reached");
});

test("a list of what is reached allows nothing that is private", async () => {
  const egress = new Egress({ allow: "", reach: ["inner.example", "10.0.0.0/8:*"], resolve });
  for (const host of ["inner.example", "10.0.0.1"])
    await expect(egress.pin({ host, port: 443 })).rejects.toThrow(egressRefusal);
});

test("only the refusals of a policy count as such", () => {
  const refusals = [egressRefused(), reachRefused()];
  expect(refusals.map((error) => isEgressRefused(error))).toEqual([true, true]);
  const others = [new Error(egressRefusal), upstreamUnavailable("It is down."), egressRefusal, undefined];
  expect(others.filter((error) => isEgressRefused(error))).toEqual([]);
});

test("a target without an address is reached by its name only", () => {
  const rules = parseReachList(["api.example", "0.0.0.0/0:*"]);
  const reached = ["api.example", "other.example"].map((name) =>
    isReached(rules, { name, port: 1, addresses: [] }),
  );
  expect(reached).toEqual([true, false]);
});
