import { createHash, createHmac } from "node:crypto";
import { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { describe, expect, test } from "vitest";
import { BearerTokens, readClientCertificate, SigningKeys } from "./credentials.js";

const secret = "6b8d3c1f0a9e4d7c8b5a2f1e0d9c8b7a";
const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

describe("BearerTokens", () => {
  test("knows each token by its name, else by its position", () => {
    const other = "f".repeat(4096);
    const tokens = new BearerTokens([secret, `name.of-1=${other}`, `SHA256:${digestOf("third")}`]);
    expect(tokens.count).toBe(3);
    expect([secret, other, "third"].map((token) => tokens.nameOf(token))).toEqual([
      "token 1",
      "name.of-1",
      "token 3",
    ]);
    for (const wrong of ["", secret.slice(1), `${secret}0`, `${other}f`, digestOf("third")])
      expect(tokens.nameOf(wrong)).toBeUndefined();
  });

  test("takes what only contains a digest or a name for a token", () => {
    for (const token of [`x-sha256:${digestOf("a")}`, `a token=${secret}`])
      expect(new BearerTokens([token]).nameOf(token)).toBe("token 1");
  });

  test("takes a token that ends with = for a token, because a name is shorter than any token", () => {
    const long = `${"n".repeat(31)}=${"=".repeat(31)}`;
    expect(() => new BearerTokens([long])).toThrow("got 31 characters");
    const padded = `${"n".repeat(32)}=`;
    expect(new BearerTokens([padded]).nameOf(padded)).toBe("token 1");
  });

  test.each(["s".repeat(31), "s".repeat(4097), "sha256:12", `sha256:${digestOf("a")}0`, "a=short"])(
    "refuses %j by its position, without its text",
    (entry) => {
      const make = () => new BearerTokens([secret, entry]);
      expect(make).toThrow("Could not read token 2 of WELLHEAD_TOKENS");
      expect(make).not.toThrow(entry);
    },
  );
});

describe("SigningKeys", () => {
  test("verifies what its key signed, and nothing else", () => {
    const keys = new SigningKeys([`a=${secret}`, `b.2-c_=${secret}0`]);
    expect(keys.count).toBe(2);
    const signed = createHmac("sha256", secret).update("text").digest();
    expect(keys.verify("a", "text", signed)).toBe(true);
    expect(keys.verify("a", "text ", signed)).toBe(false);
    expect(keys.verify("b.2-c_", "text", signed)).toBe(false);
    expect(keys.verify("c", "text", signed)).toBe(false);
    expect(keys.verify("a", "text", signed.subarray(1))).toBe(false);
  });

  test.each([
    secret,
    `=${secret}`,
    `a=${secret.slice(1)}`,
    `b=${secret}`,
    `a b=${secret}`,
    `a c=${secret}`,
    `a=${secret}\nb`,
    "a=",
  ])("refuses %j by its position", (entry) => {
    expect(() => new SigningKeys([`b=${secret}`, entry])).toThrow(
      "Could not read key 2 of WELLHEAD_SIGNING_KEYS",
    );
  });
});

describe("readClientCertificate()", () => {
  const valid = { valid_to: "Jan  1 00:00:00 2030 GMT", subject: { CN: "platform" } };
  const during = Date.parse("2029-12-31T00:00:00Z");

  /** A connection as Node describes it, of which only these members are read. */
  function connection(certificate: object | null, members: object = { authorized: true }): TLSSocket {
    const socket = Object.create(TLSSocket.prototype) as TLSSocket;
    return Object.defineProperties(socket, {
      ...Object.getOwnPropertyDescriptors(members),
      getPeerCertificate: { value: () => certificate },
    });
  }

  test("trusts a certificate until it expires, under its common name", () => {
    const socket = connection(valid);
    const end = Date.parse("2030-01-01T00:00:00Z");
    expect(readClientCertificate(socket, during)).toEqual({ kind: "trusted", name: "platform" });
    expect(readClientCertificate(socket, end)).toEqual({ kind: "trusted", name: "platform" });
    expect(readClientCertificate(socket, end + 1)).toEqual({
      kind: "refused",
      reason: "the client certificate has expired",
    });
  });

  test.each([
    [["a", "b"], "a+b"],
    ["", "certificate"],
    [[], "certificate"],
    [undefined, "certificate"],
  ])("calls a certificate whose common name is %j %s", (CN, name) => {
    const socket = connection({ ...valid, subject: { CN } });
    expect(readClientCertificate(socket, during)).toEqual({ kind: "trusted", name });
  });

  test.each([
    ["CERT_HAS_EXPIRED", "the client certificate has expired"],
    ["CERT_NOT_YET_VALID", "the client certificate is not valid yet"],
    ["CERT_REVOKED", "the client certificate was revoked"],
    ["INVALID_PURPOSE", "the client certificate is not meant for clients"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "the client certificate is not signed by the trusted authority"],
  ])("refuses a certificate with %s", (authorizationError, reason) => {
    const socket = connection(valid, { authorized: false, authorizationError });
    expect(readClientCertificate(socket, during)).toEqual({ kind: "refused", reason });
  });

  test("finds none on a plain connection, and where the caller presents none", () => {
    expect(readClientCertificate(new Socket(), during)).toEqual({ kind: "none" });
    expect(readClientCertificate(connection({}), during)).toEqual({ kind: "none" });
    // A connection that was closed has none either.
    expect(readClientCertificate(connection(null), during)).toEqual({ kind: "none" });
  });
});
