import { createVerify, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { percentEncode, signatureBaseString, signOAuth1 } from "./sign-oauth1.js";

describe("percentEncode()", () => {
  it.each([
    ["abcABC123-._~", "abcABC123-._~"],
    ["%+&= ", "%25%2B%26%3D%20"],
    ["!'()*", "%21%27%28%29%2A"],
    ["\n\u007f", "%0A%7F"],
    ["\u0080", "%C2%80"],
    ["、", "%E3%80%81"],
    ["a\uD800b", "a%EF%BF%BDb"],
  ])("encodes %j as RFC 5849 has it", (text, encoded) => {
    expect(percentEncode(text)).toBe(encoded);
  });
});

describe("signatureBaseString()", () => {
  it("makes the text of RFC 5849, section 3.4.1.1", () => {
    const text = signatureBaseString({
      method: "post",
      url: new URL("http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b"),
      parameters: [
        ...new URLSearchParams("c2&a3=2+q"),
        ["oauth_consumer_key", "9djdj82h48djs9d2"],
        ["oauth_token", "kkk9d7dh3k39sjv7"],
        ["oauth_signature_method", "HMAC-SHA1"],
        ["oauth_timestamp", "137131201"],
        ["oauth_nonce", "7d8f3e4a"],
      ],
    });
    expect(text).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26" +
        "oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26" +
        "oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    );
  });

  it("keeps a port that is not the usual one", () => {
    const url = new URL("https://example.com:8443/a");
    expect(signatureBaseString({ method: "GET", url, parameters: [] })).toBe(
      "GET&https%3A%2F%2Fexample.com%3A8443%2Fa&",
    );
  });
});

describe("signOAuth1()", () => {
  const request = {
    method: "GET",
    url: new URL("http://photos.example.net/photos?file=vacation.jpg&size=original"),
  };
  const credentials = {
    clientId: "dpf43f3p2l4k3l03",
    clientSecret: "kd94hf93k423kf44",
    token: "nnch734d00sl2jdk",
    tokenSecret: "pfkkdhi9sl3r4s00",
  };

  it("makes the signature of OAuth Core 1.0, appendix A", () => {
    const header = signOAuth1(request, credentials, {
      method: "HMAC-SHA1",
      timestamp: 1_191_242_096,
      nonce: "kllo9940pd9333jh",
      realm: "http://photos.example.net/",
    });
    expect(header).toContain('oauth_signature="tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D"');
    expect(header).toMatch(/^OAuth realm="http:\/\/photos\.example\.net\/", oauth_consumer_key="/);
  });

  it("sends both secrets, encoded, with the method PLAINTEXT", () => {
    const header = signOAuth1(
      request,
      { clientId: "c", clientSecret: "a&b", token: "t", tokenSecret: "%" },
      {
        method: "PLAINTEXT",
      },
    );
    // The key is encoded twice: once as a key, once as a member of the header.
    expect(header).toContain('oauth_signature="a%2526b%26%2525"');
  });

  it("makes a signature the public key verifies", () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const clientSecret = String(privateKey.export({ type: "pkcs8", format: "pem" }));
    const options = { method: "RSA-SHA1", timestamp: 1, nonce: "n" } as const;
    const header = signOAuth1(request, { clientId: "c", clientSecret }, options);
    const signature = decodeURIComponent(/oauth_signature="([^"]+)"/.exec(header)?.[1] ?? "");
    const text = signatureBaseString({
      ...request,
      parameters: [
        ["oauth_consumer_key", "c"],
        ["oauth_signature_method", "RSA-SHA1"],
        ["oauth_timestamp", "1"],
        ["oauth_nonce", "n"],
        ["oauth_version", "1.0"],
      ],
    });
    expect(createVerify("RSA-SHA1").update(text).verify(publicKey, signature, "base64")).toBe(true);
  });

  it("uses 128 random bits, never twice", () => {
    const nonces = Array.from({ length: 1000 }, () => {
      const header = signOAuth1(request, credentials, { method: "HMAC-SHA256" });
      return /oauth_nonce="([0-9a-f]{32})"/.exec(header)?.[1];
    });
    expect(nonces).not.toContain(undefined);
    expect(new Set(nonces).size).toBe(1000);
  });
});
