import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAddress } from "@wellhead/sdk/internal";
import { describe, expect, it } from "vitest";
import { edgeAddresses, embeddingsOf } from "../proof/egress-targets.js";
import { isPublicAddress } from "./address-policy.js";

function verdict(text: string): boolean | undefined {
  const address = parseAddress(text);
  return address && isPublicAddress(address);
}

describe("special ranges", () => {
  it("are what the generator makes of the registries", () => {
    const written = readFileSync(new URL("./special-ranges.ts", import.meta.url), "utf8");
    const generator = fileURLToPath(
      new URL("../../../../tools/generate-special-ranges.mjs", import.meta.url),
    );
    expect(written).toBe(execFileSync(process.execPath, [generator, "--print"], { encoding: "utf8" }));
  });

  it("`isPublicAddress()` agrees with Node's block list at both sides of each edge", () => {
    const { denied, good } = edgeAddresses();
    expect(denied.length).toBeGreaterThan(80);
    expect(good.length).toBeGreaterThan(30);
    expect(denied.filter((address) => verdict(address) !== false)).toEqual([]);
    expect(good.filter((address) => verdict(address) !== true)).toEqual([]);
  });

  it("`isPublicAddress()` judges a mapped or translated address by the IPv4 address inside", () => {
    expect([verdict("::ffff:8.8.8.8"), verdict("64:ff9b::808:808")]).toEqual([true, true]);
    for (const address of embeddingsOf("127.0.0.1"))
      expect([address, verdict(address)]).toEqual([address, false]);
    expect(verdict("2a00:1450:4001:81b:0:5efe:808:808")).toBe(true);
  });
});
