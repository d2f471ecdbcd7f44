import { execFileSync } from "node:child_process";
import { createPublicKey, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { configureEgress } from "@wellhead/runtime";
import { type OAuth2Options } from "@wellhead/sdk";
import {
  type Configuration,
  type KoaContextWithOIDC,
  type OidcServer,
  type OidcServerOptions,
  startOidcServer,
} from "@wellhead/test-support/oauth/oidc-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OAuthApp, openOAuthApp } from "../../test/oauth-app.js";

const callback = "https://platform.example/callback";
const over = { expires_on: "2020-01-01", expire_on: "2020-01-01" };
const opened: { close: () => unknown }[] = [];
let folder: string;

function openssl(...words: readonly string[]): void {
  execFileSync("openssl", words, { cwd: folder, stdio: "ignore" });
}

const read = (name: string): string => readFileSync(join(folder, name), "utf8");

/** Creates a self-signed certificate. */
function certify(name: string): void {
  const key = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-keyout",
    `${name}.key`,
  ];
  const names = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1"];
  openssl("req", "-x509", ...key, ...names, "-days", "2", "-out", `${name}.pem`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clients-"));
  for (const name of ["server", "client", "other"]) certify(name);
});

afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Changes to the provider, the client and the connector of one test. */
interface Setup {
  readonly server?: OidcServerOptions;
  readonly settings?: Configuration;
  readonly oauth?: Partial<OAuth2Options>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly scopes?: readonly string[];
}

interface Started {
  readonly oidc: OidcServer;
  readonly app: OAuthApp;
  /** Signs in and returns the response of the last step. */
  readonly signIn: () => ReturnType<OAuthApp["call"]>;
  readonly refresh: (account: object) => ReturnType<OAuthApp["call"]>;
}

async function start({ server, settings, oauth, variables, scopes }: Setup): Promise<Started> {
  configureEgress({ allow: "127.0.0.1/32:*", authorities: [read("server.pem")] });
  const oidc = await startOidcServer(callback, settings, server);
  opened.push(oidc);
  const app = await openOAuthApp({
    provider: oidc.issuer,
    discovers: true,
    oauth: {
      scopes: scopes ?? ["openid", "offline_access"],
      parameters: { prompt: "consent" },
      ...oauth,
    },
    accounts: { variables: variables ?? {} },
  });
  opened.push(app.app);
  let count = 0;
  return {
    oidc,
    app,
    signIn: async () => {
      count += 1;
      const begun = await app.call("/oauth2/v1/authorize", { callback_uri: callback, state: `s${count}` });
      expect(begun.status).toBe(200);
      const back = await oidc.signIn(String(begun.body["redirect_uri"]));
      return await app.call("/oauth2", {
        fields: { callback_uri: callback },
        ...Object.fromEntries(back.searchParams),
      });
    },
    refresh: (account) => app.call("/validate", { id: "oauth2", fields: { ...account, ...over } }),
  };
}

describe("private_key_jwt at an independent provider", () => {
  it.each([
    ["RSA", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], "RS256" as const],
    ["P-256", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1"], "ES256" as const],
    ["Ed25519", ["-algorithm", "ED25519"], "EdDSA" as const],
  ])("signs in and refreshes with a key of type %s, and not with another key", async (type, words, alg) => {
    for (const name of [`jwt-${type}`, `stranger-${type}`])
      openssl("genpkey", ...words, "-out", `${name}.pem`);
    const jwk = createPublicKey(read(`jwt-${type}.pem`)).export({ format: "jwk" });
    const setup = (key: string): Setup => ({
      server: {
        client: {
          token_endpoint_auth_method: "private_key_jwt",
          token_endpoint_auth_signing_alg: alg,
          // The members of a public JWK.
          jwks: { keys: [{ ...jwk, kty: String(jwk.kty), kid: "now", use: "sig" }] },
        },
      },
      oauth: { clientAuthentication: "private_key_jwt" },
      variables: { TRACKER_CLIENT_KEY_FILE: join(folder, key), TRACKER_CLIENT_KEY_ID: "now" },
    });
    const { signIn, refresh } = await start(setup(`jwt-${type}.pem`));
    const account = await signIn();
    expect(account).toMatchObject({ status: 200, body: { name: "Ada" } });
    const fresh = await refresh(account.body);
    expect(fresh.status).toBe(200);
    expect(fresh.body["refresh_token"]).not.toBe(account.body["refresh_token"]);
    const wrong = await start(setup(`stranger-${type}.pem`));
    expect(await wrong.signIn()).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining("invalid_client") },
    });
  });
});

/** Makes the provider read the client certificate of a connection. */
const mtls: Configuration["features"] = {
  devInteractions: { enabled: false },
  mTLS: {
    enabled: true,
    certificateBoundAccessTokens: true,
    tlsClientAuth: true,
    selfSignedTlsClientAuth: true,
    getCertificate: (context: KoaContextWithOIDC) => {
      const { socket } = context.req;
      const found = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      return found?.toString();
    },
    certificateAuthorized: (context: KoaContextWithOIDC) =>
      context.req.socket instanceof TLSSocket && context.req.socket.authorized,
    certificateSubjectMatches: (context: KoaContextWithOIDC, property: string, expected: string) =>
      property === "tls_client_auth_subject_dn" &&
      context.req.socket instanceof TLSSocket &&
      context.req.socket.getPeerX509Certificate()?.subject === expected,
  },
};

function mtlsSetup(name: string): Setup {
  return {
    server: {
      tls: {
        key: read("server.key"),
        cert: read("server.pem"),
        ca: [read("server.pem"), read("client.pem"), read("other.pem")],
        requestCert: true,
        rejectUnauthorized: false,
      },
      client: {
        token_endpoint_auth_method: "tls_client_auth",
        tls_client_auth_subject_dn: "CN=client",
        tls_client_certificate_bound_access_tokens: true,
      },
    },
    settings: { features: mtls, clientAuthMethods: ["tls_client_auth"] },
    oauth: { clientAuthentication: "tls_client_auth" },
    variables: {
      TRACKER_CLIENT_CERTIFICATE_FILE: join(folder, `${name}.pem`),
      TRACKER_CLIENT_CERTIFICATE_KEY_FILE: join(folder, `${name}.key`),
    },
  };
}

describe("tls_client_auth at an independent provider", () => {
  it("signs in, reads with certificate-bound tokens, and refreshes", async () => {
    const { oidc, signIn, refresh } = await start(mtlsSetup("client"));
    const bound: unknown[] = [];
    oidc.provider.on("access_token.saved", (token) => bound.push(token["x5t#S256"]));
    const account = await signIn();
    // The provider returns the user's name only to the certificate that its token is bound to.
    expect(account).toMatchObject({ status: 200, body: { name: "Ada" } });
    expect(await refresh(account.body)).toMatchObject({ status: 200, body: { name: "Ada" } });
    const { fingerprint256 } = new X509Certificate(read("client.pem"));
    const thumbprint = Buffer.from(fingerprint256.replaceAll(":", ""), "hex").toString("base64url");
    expect(bound).toEqual([thumbprint, thumbprint]);
  });

  it("is another client with another certificate", async () => {
    const { signIn } = await start(mtlsSetup("other"));
    expect(await signIn()).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining("invalid_client") },
    });
  });

  it("presents a renewed certificate as soon as its files are replaced", async () => {
    for (const ending of ["pem", "key"])
      writeFileSync(join(folder, `renewed.${ending}`), read(`other.${ending}`));
    const { signIn } = await start(mtlsSetup("renewed"));
    expect((await signIn()).status).toBe(500);
    for (const ending of ["pem", "key"])
      writeFileSync(join(folder, `renewed.${ending}`), read(`client.${ending}`));
    expect((await signIn()).status).toBe(200);
  });

  it.each([
    ["that has expired", { cert: "client", key: "client", days: 3 }, "the certificate expired on"],
    ["with the key of another", { cert: "client", key: "other", days: 0 }, "it is not the key of"],
    ["that is none", { cert: "none", key: "other", days: 0 }, "expected a certificate as PEM"],
  ])("ends the start with a certificate %s", async (_what, { cert, key, days }, sentence) => {
    writeFileSync(join(folder, "none.pem"), "no certificate");
    const started = openOAuthApp({
      provider: "https://tracker.example",
      oauth: { clientAuthentication: "tls_client_auth" },
      now: () => new Date(Date.now() + days * 86_400_000),
      accounts: {
        variables: {
          TRACKER_CLIENT_CERTIFICATE_FILE: join(folder, `${cert}.pem`),
          TRACKER_CLIENT_CERTIFICATE_KEY_FILE: join(folder, `${key}.key`),
        },
      },
    });
    await expect(started).rejects.toThrow(sentence);
  });
});

describe("revocation at an independent provider", () => {
  const features = { devInteractions: { enabled: false }, revocation: { enabled: true } };
  /** Without `openid` the provider does not return the user's name, so the connector refuses the account. */
  const scopes = ["offline_access"];

  async function signInRefused(oauth: Partial<OAuth2Options>) {
    const started = await start({ settings: { features }, oauth, scopes });
    const { provider } = started.oidc;
    const issued: Record<string, unknown>[] = [];
    provider.on("grant.success", ({ body }) => issued.push(Object(body)));
    const answer = await started.signIn();
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const tokens = {
      access: await provider.AccessToken.find(String(issued[0]?.["access_token"])),
      refresh: await provider.RefreshToken.find(String(issued[0]?.["refresh_token"])),
    };
    return { ...started, tokens };
  }

  it("revokes the tokens of a sign-in that is refused after the code was exchanged", async () => {
    const { tokens, app } = await signInRefused({ revocation: true });
    expect(tokens).toEqual({ access: undefined, refresh: undefined });
    const audited = app.lines.filter((line) => line.includes('"tokens_revoked"'));
    expect(audited).toHaveLength(1);
    expect(audited[0]).toContain('"outcome":"revoked"');
  });

  it("revokes nothing unless the definition says so, though the metadata names an address", async () => {
    const { tokens } = await signInRefused({});
    expect(tokens.access).toBeDefined();
    expect(tokens.refresh).toBeDefined();
  });

  it("responds as before when the provider cannot be reached, and logs it", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = Object(closed.address());
    closed.close();
    const revocation = `http://127.0.0.1:${port}/revoke`;
    const { app } = await signInRefused({ revocation });
    expect(app.lines.some((line) => line.includes("Could not revoke the tokens"))).toBe(true);
    expect(app.lines.some((line) => line.includes('"outcome":"failed"'))).toBe(true);
  });
});
