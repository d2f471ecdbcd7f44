import { format, inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { Secret } from "./secret.js";

describe("Secret", () => {
  const secret = new Secret("s3cr3t-value");

  it("shows itself nowhere", () => {
    const shown = [
      `${secret}`,
      String(secret),
      JSON.stringify({ secret }),
      inspect({ deep: { secret } }, { showHidden: true, depth: 9 }),
      format("%s %o %j", secret, secret, secret),
      Object.keys(secret).join(),
      new Error(`with ${secret}`).stack,
    ];
    for (const text of shown) expect(text).not.toContain("s3cr3t");
  });

  it("reveal() returns the text", () => {
    expect(secret.reveal()).toBe("s3cr3t-value");
  });

  it("structuredClone() loses the text rather than copying it", () => {
    expect(JSON.stringify(structuredClone({ secret }))).not.toContain("s3cr3t");
  });
});
