import { format, inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { accountKey } from "../accounts/account-key.js";
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

  it("is one of another copy of the package too, such as that of a command beside that of a connector", () => {
    const foreign = (text: string): unknown => ({
      [Symbol.for("wellhead.Secret")]: true,
      reveal: () => text,
    });
    const keyOf = (token: unknown) => accountKey({ connector: "c", account: { kind: "token", token } });
    expect(foreign("s3cr3t-value")).toBeInstanceOf(Secret);
    expect(keyOf(foreign("s3cr3t-value"))).toBe(keyOf(secret));
    expect(keyOf(foreign("another"))).not.toBe(keyOf(secret));
    expect([null, "text", { reveal: () => "text" }].filter((value) => value instanceof Secret)).toEqual([]);
  });

  it("reveal() returns the text", () => {
    expect(secret.reveal()).toBe("s3cr3t-value");
  });

  it("structuredClone() loses the text rather than copying it", () => {
    expect(JSON.stringify(structuredClone({ secret }))).not.toContain("s3cr3t");
  });
});
