import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { seal, unseal } from "./deployment-secret.js";

const key = randomBytes(32);

describe("unseal()", () => {
  it("returns what was sealed", () => {
    expect(unseal(seal("täxt", key, "here"), key, "here")).toBe("täxt");
  });

  it("opens nothing with another key, at another place, cut, or altered in any byte", () => {
    const sealed = seal("text", key, "here");
    expect(unseal(sealed, randomBytes(32), "here")).toBeUndefined();
    expect(unseal(sealed, key, "there")).toBeUndefined();
    const bytes = Buffer.from(sealed, "base64url");
    for (let index = 0; index < bytes.length; index += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
      expect(unseal(altered.toString("base64url"), key, "here")).toBeUndefined();
      expect(unseal(bytes.subarray(0, index).toString("base64url"), key, "here")).toBeUndefined();
    }
  });

  it("never makes the same sealed text twice", () => {
    expect(seal("text", key, "here")).not.toBe(seal("text", key, "here"));
  });
});
