import { execFileSync } from "node:child_process";
import { createPrivateKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OAuth2Options, oauth2 } from "@wellhead/sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Egress } from "../egress/egress.js";
import { type OAuthEnvironment, oauthEnvironment } from "../oauth/oauth-environment.js";
import { startUpstream, type TestUpstream } from "../testing/start-upstream.js";
import { OAuth2Flow } from "./oauth2-flow.js";

const callback = "https://platform.example/callback";
let folder: string;
let upstream: TestUpstream;

/** Runs openssl in the temporary folder of the tests. */
function openssl(...words: readonly string[]): string {
  return execFileSync("openssl", words, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

const file = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "client-keys-"));
  openssl("genrsa", "-out", "rsa.pem", "2048");
  openssl("rsa", "-in", "rsa.pem", "-traditional", "-out", "rsa-pkcs1.pem");
  openssl("genrsa", "-out", "short.pem", "1024");
  for (const curve of ["prime256v1", "secp384r1", "secp521r1", "secp256k1"]) {
    openssl("ecparam", "-name", curve, "-genkey", "-noout", "-out", `${curve}.pem`);
  }
  openssl("genpkey", "-algorithm", "ED25519", "-out", "ed25519.pem");
  openssl("genpkey", "-algorithm", "X25519", "-out", "x25519.pem");
  openssl("pkcs8", "-topk8", "-in", "rsa.pem", "-passout", "pass:x", "-out", "locked.pem");
  upstream = await startUpstream(() => ({
    body: { access_token: "access", token_type: "Bearer", refresh_token: "refresh", expires_in: 3600 },
  }));
});

afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true });
});

const now = Date.parse("2031-05-06T07:08:09Z");

function environmentOf(variables: Record<string, string>): OAuthEnvironment {
  const egress = new Egress({ allow: "127.0.0.1/32:*" });
  return oauthEnvironment({ secret: "s".repeat(32), variables, egress, now: () => now });
}

let state = 0;
beforeEach(() => {
  state += 1;
});

/** Exchanges a code and returns the form that reached the token address. */
async function finish(
  variables: Record<string, string>,
  options: Partial<OAuth2Options> = {},
): Promise<URLSearchParams> {
  const { oauth2: definition } = oauth2({
    name: "Tracker",
    authorize: `${upstream.url}/authorize`,
    token: `${upstream.url}/token`,
    clientAuthentication: "private_key_jwt",
    ...options,
  });
  const environment = environmentOf({ TRACKER_CLIENT_ID: "the client", ...variables });
  const context = { connector: "c", environment };
  const flow = definition && new OAuth2Flow(definition);
  await flow?.finish({ callback, code: `code ${state}`, state: undefined, redirect: {} }, context);
  return new URLSearchParams(upstream.requests.at(-1)?.body);
}

/** Decodes one part of a JWT. */
const decode = (part = ""): unknown => JSON.parse(Buffer.from(part, "base64url").toString());

/** Converts an ECDSA signature to the form that openssl reads: two integers in DER. */
function derOf(signature: Buffer): Buffer {
  const half = signature.length / 2;
  const integers = [signature.subarray(0, half), signature.subarray(half)].map((bytes) => {
    const start = bytes.findIndex((byte) => byte !== 0);
    const trimmed = bytes.subarray(start);
    const value = (trimmed[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), trimmed]) : trimmed;
    return Buffer.concat([Buffer.of(2, value.length), value]);
  });
  const body = Buffer.concat(integers);
  return Buffer.concat([
    Buffer.from(body.length > 127 ? [0x30, 0x81, body.length] : [0x30, body.length]),
    body,
  ]);
}

/** Verifies the signature of an assertion with openssl. */
function verify(assertion: string, key: string, algorithm: string): string {
  const [header, payload, signature = ""] = assertion.split(".");
  const bytes = Buffer.from(signature, "base64url");
  writeFileSync(file("signed"), `${header}.${payload}`);
  writeFileSync(file("signature"), algorithm.startsWith("ES") ? derOf(bytes) : bytes);
  openssl("pkey", "-in", `${key}.pem`, "-pubout", "-out", "public.pem");
  if (algorithm === "EdDSA") {
    const files = ["-inkey", "public.pem", "-pubin", "-in", "signed", "-sigfile", "signature"];
    return openssl("pkeyutl", "-verify", "-rawin", ...files);
  }
  return openssl(
    "dgst",
    `-sha${algorithm.slice(2)}`,
    ...(algorithm.startsWith("PS") ? ["-sigopt", "rsa_padding_mode:pss"] : []),
    "-verify",
    "public.pem",
    "-signature",
    "signature",
    "signed",
  );
}

describe("private_key_jwt", () => {
  it.each([
    ["rsa", "RS256"],
    ["rsa-pkcs1", "RS256"],
    ["prime256v1", "ES256"],
    ["secp384r1", "ES384"],
    ["ed25519", "EdDSA"],
  ])("signs with the key %s, and openssl accepts the %s signature", async (key, algorithm) => {
    const form = await finish({
      TRACKER_CLIENT_KEY_FILE: file(`${key}.pem`),
      TRACKER_CLIENT_KEY_ID: "key-1",
    });
    const assertion = form.get("client_assertion") ?? "";
    expect(decode(assertion.split(".")[0])).toEqual({ alg: algorithm, kid: "key-1" });
    expect(verify(assertion, key, algorithm)).toMatch(/Verified OK|Verified Successfully/);
  });

  it("signs with a JWK as it says, under its kid", async () => {
    const jwk = createPrivateKey(readFileSync(file("rsa.pem"))).export({ format: "jwk" });
    const form = await finish({ TRACKER_CLIENT_KEY: JSON.stringify({ ...jwk, alg: "PS256", kid: "key-2" }) });
    const assertion = form.get("client_assertion") ?? "";
    expect(decode(assertion.split(".")[0])).toEqual({ alg: "PS256", kid: "key-2" });
    expect(verify(assertion, "rsa", "PS256")).toMatch("Verified OK");
  });

  it("asserts the client to the provider alone, for a minute, once", async () => {
    const variables = { TRACKER_CLIENT_KEY_FILE: file("ed25519.pem") };
    const form = await finish(variables);
    expect(form.get("client_id")).toBe("the client");
    expect(form.get("client_secret")).toBeNull();
    expect(form.get("client_assertion_type")).toBe("urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    const claims = decode(form.get("client_assertion")?.split(".")[1]);
    const seconds = now / 1000;
    expect(claims).toEqual({
      iss: "the client",
      sub: "the client",
      aud: `${upstream.url}/token`,
      iat: expect.closeTo(seconds, -1),
      nbf: expect.closeTo(seconds, -1),
      exp: expect.closeTo(seconds + 60, -1),
      jti: expect.stringMatching(/^[\w-]{20,}$/),
    });
    state += 1000;
    const next = decode((await finish(variables)).get("client_assertion")?.split(".")[1]);
    expect(next).not.toMatchObject({ jti: Reflect.get(Object(claims), "jti") });
  });

  it.each([
    ["the issuer, where the definition names one", { issuer: "https://login.tracker.example" }],
    ["what the definition says", { assertionAudience: "https://login.tracker.example" }],
  ])("is meant for %s", async (_what, options) => {
    const form = await finish({ TRACKER_CLIENT_KEY_FILE: file("ed25519.pem") }, options);
    const aud = "https://login.tracker.example";
    expect(decode(form.get("client_assertion")?.split(".")[1])).toMatchObject({ aud });
  });

  it("signs with the new key as soon as the file of the key is replaced", async () => {
    const variables = { TRACKER_CLIENT_KEY_FILE: file("rotated.pem") };
    for (const key of ["prime256v1", "ed25519"]) {
      writeFileSync(file("rotated.pem"), readFileSync(file(`${key}.pem`)));
      const { alg } = Object(decode((await finish(variables)).get("client_assertion")?.split(".")[0]));
      expect(alg).toBe(key === "ed25519" ? "EdDSA" : "ES256");
      state += 1000;
    }
  });

  it("is chosen by the deployment for a provider that has another default", async () => {
    const form = await finish(
      {
        TRACKER_CLIENT_AUTHENTICATION: "private_key_jwt",
        TRACKER_CLIENT_KEY_FILE: file("ed25519.pem"),
        TRACKER_CLIENT_SECRET: "not sent",
      },
      { clientAuthentication: "basic" },
    );
    expect(form.get("client_assertion")).toBeTypeOf("string");
    expect([...form.values()]).not.toContain("not sent");
  });

  it.each([
    ["short.pem", "expected an RSA key of at least 2048 bits, got 1024"],
    ["secp256k1.pem", "expected a key of type RSA"],
    ["x25519.pem", "expected a key of type RSA"],
    ["locked.pem", "expected an unencrypted private key"],
    ["signed", "expected an unencrypted private key"],
    ["nowhere.pem", "Could not read TRACKER_CLIENT_KEY_FILE"],
  ])("is refused with the file %s before anything is sent: %s", async (key, sentence) => {
    writeFileSync(file("signed"), "-----BEGIN PRIVATE KEY-----\nsecret-canary\n-----END PRIVATE KEY-----\n");
    const before = upstream.requests.length;
    const failed = finish({ TRACKER_CLIENT_KEY_FILE: file(key) });
    await expect(failed).rejects.toMatchObject({
      code: "internal",
      message: expect.stringContaining(sentence),
    });
    await expect(failed).rejects.not.toThrow("canary");
    expect(upstream.requests).toHaveLength(before);
  });

  it("names what is missing, and a method that does not exist", () => {
    const { oauth2: definition } = oauth2({
      name: "Tracker",
      authorize: "https://tracker.example/a",
      token: "https://tracker.example/t",
      clientAuthentication: "private_key_jwt",
    });
    const flow = definition && new OAuth2Flow(definition);
    const missing = (variables: Record<string, string>) =>
      flow?.missing({ connector: "c", environment: environmentOf(variables) });
    expect(missing({})).toEqual(["TRACKER_CLIENT_ID", "TRACKER_CLIENT_KEY"]);
    expect(missing({ TRACKER_CLIENT_AUTHENTICATION: "tls_client_auth" })).toEqual([
      "TRACKER_CLIENT_ID",
      "TRACKER_CLIENT_CERTIFICATE",
      "TRACKER_CLIENT_CERTIFICATE_KEY",
    ]);
    expect(missing({ TRACKER_CLIENT_AUTHENTICATION: "basic" })).toEqual([
      "TRACKER_CLIENT_ID",
      "TRACKER_CLIENT_SECRET",
    ]);
    expect(() => missing({ TRACKER_CLIENT_AUTHENTICATION: "jwt" })).toThrow("TRACKER_CLIENT_AUTHENTICATION");
  });
});
