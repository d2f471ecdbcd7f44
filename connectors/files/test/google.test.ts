import { generateKeyPairSync, verify } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BucketConnectorOptions, bucketConnector } from "@wellhead/files";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Bucket,
  type BucketServer,
  bucketName,
  openBucket,
  serverKey,
  startBucketServer,
} from "./bucket.js";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const email = "reader@project.iam.gserviceaccount.com";
const user = { client_id: "client", client_secret: "s3cr3t-of-client", refresh_token: "s3cr3t-refresh" };

let server: BucketServer;
let google: TokenServer;
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-test-"));
  server = await startBucketServer();
  await server.put("sales/cities.csv", "id,city\n1,Bern\n2,Oslo\n");
  google = await startTokenServer();
  await mkdir(join(folder, ".config", "gcloud"), { recursive: true });
  const key = { type: "service_account", client_email: email, private_key: pem, private_key_id: "key-1" };
  await put("key.json", { ...key, token_uri: google.url });
  await put(".config/gcloud/application_default_credentials.json", {
    type: "authorized_user",
    ...user,
    token_uri: google.url,
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await google[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  server.onRequest = undefined;
  server.token = undefined;
  google.grants.length = 0;
});

async function put(name: string, content: object | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function open(options: Partial<BucketConnectorOptions>): Bucket {
  return openBucket(server, { url: `gs://${bucketName}/sales`, ...options });
}

interface TokenServer extends AsyncDisposable {
  readonly url: string;
  /** The grants that were received, with their assertions decoded. */
  readonly grants: Array<Record<string, unknown>>;
}

/** Starts a token endpoint that checks an assertion as its public description says. Shares no code with the connector. */
async function startTokenServer(): Promise<TokenServer> {
  const grants: Array<Record<string, unknown>> = [];
  const listener = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => void pieces.push(piece));
    request.on("end", () => {
      const { assertion, ...others } = Object.fromEntries(
        new URLSearchParams(Buffer.concat(pieces).toString()),
      );
      const [header = "", claims = "", signature = ""] = assertion?.split(".") ?? [];
      const decode = (text: string): unknown =>
        text === "" ? undefined : JSON.parse(Buffer.from(text, "base64url").toString());
      grants.push({ ...others, header: decode(header), claims: decode(claims) });
      const isSigned =
        assertion === undefined
          ? others["refresh_token"] === user.refresh_token && others["client_secret"] === user.client_secret
          : verify(
              "sha256",
              Buffer.from(`${header}.${claims}`),
              publicKey,
              Buffer.from(signature, "base64url"),
            );
      response.writeHead(isSigned ? 200 : 400, { "content-type": "application/json" });
      const token = { access_token: "ya29.issued", expires_in: 3599, token_type: "Bearer" };
      response.end(JSON.stringify(isSigned ? token : { error: "invalid_grant" }));
    });
  });
  await once(listener.listen(0, "127.0.0.1"), "listening");
  // A server that listens on a port of an address has such an address.
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/token`,
    grants,
    [Symbol.asyncDispose]: async () => {
      await once(listener.close(), "close");
    },
  };
}

describe("a bucket of Google Cloud Storage", () => {
  const hmac = { AWS_ACCESS_KEY_ID: serverKey.accessKeyId, AWS_SECRET_ACCESS_KEY: serverKey.secretAccessKey };
  const ways: Readonly<Record<string, () => readonly [string | undefined, Partial<BucketConnectorOptions>]>> =
    {
      "the file of the options": () => ["Bearer", { credentials: { keyFile: join(folder, "key.json") } }],
      "the file that a variable names": () => [
        "Bearer",
        { variables: { ...hmac, GOOGLE_APPLICATION_CREDENTIALS: join(folder, "key.json") } },
      ],
      "the file that gcloud writes": () => ["Bearer", { variables: { HOME: folder } }],
      "an HMAC key": () => ["AWS4-HMAC-SHA256", { credentials: serverKey }],
      "the variables of an HMAC key": () => ["AWS4-HMAC-SHA256", { variables: { ...hmac, HOME: folder } }],
      "nothing, for a public bucket": () => [undefined, { variables: { HOME: join(folder, "nobody") } }],
      "nothing, if the options say so": () => [undefined, { credentials: "none", variables: hmac }],
    };

  it.each(Object.keys(ways))("is read with %s, and no secret is in a log", async (way) => {
    server.token = "ya29.issued";
    const proofs = new Set<string | undefined>();
    server.onRequest = ({ headers }) => void proofs.add(headers.authorization?.split(" ")[0]);
    const [proof, options] = ways[way]?.() ?? [];
    await using bucket = open(options ?? {});
    expect(await bucket.rows("cities")).toHaveLength(2);
    expect(proofs).toEqual(new Set([proof]));
    const texts = bucket.lines.join("\n");
    expect(texts).toContain("Upstream call");
    for (const hidden of ["ya29", "s3cr3t", "PRIVATE KEY", "assertion", serverKey.secretAccessKey])
      expect(texts).not.toContain(hidden);
  });

  it("gets one token for an assertion that names the account, the scope and the endpoint", async () => {
    server.token = "ya29.issued";
    await using bucket = open({ credentials: { keyFile: join(folder, "key.json") } });
    const before = Math.floor(Date.now() / 1000);
    await Promise.all([bucket.rows("cities"), bucket.rows("cities")]);
    expect(google.grants).toEqual([
      {
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        header: { alg: "RS256", typ: "JWT", kid: "key-1" },
        claims: {
          iss: email,
          scope: "https://www.googleapis.com/auth/devstorage.read_only",
          aud: google.url,
          iat: expect.any(Number),
          exp: expect.any(Number),
        },
      },
    ]);
    const [{ claims } = {}] = google.grants;
    const { iat, exp } = claims as { readonly iat: number; readonly exp: number };
    expect([iat >= before, iat <= Date.now() / 1000, exp - iat]).toEqual([true, true, 3600]);
  });

  it("is refused in words for the operator when its file cannot be used, without a part of it", async () => {
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const key = { type: "service_account", client_email: email, token_uri: google.url };
    const wrong = other.export({ type: "pkcs8", format: "pem" }).toString();
    const files: ReadonlyArray<readonly [string, string]> = [
      [join(folder, "none.json"), "the system reports ENOENT"],
      [await put("text.json", `s3cr3t ${pem}`), "expected JSON, got other text"],
      [await put("list.json", "[]"), 'expected a "type"'],
      [
        await put("type.json", { type: "external_account", secret: "s3cr3t" }),
        "other types are not supported",
      ],
      [
        await put("broken.json", { ...key, private_key: `PRIVATE KEY s3cr3t` }),
        "its private key cannot be read",
      ],
      [await put("less.json", { ...key, client_email: 1, private_key: pem }), "expected the JSON key"],
      [await put("uri.json", { ...key, private_key: pem, token_uri: "http://s3cr3t@x" }), 'as "token_uri"'],
      [
        await put("wrong.json", { ...key, private_key: wrong }),
        "Google refused the credentials of the service",
      ],
    ];
    for (const [keyFile, reason] of files) {
      await using bucket = open({ credentials: { keyFile } });
      const error: unknown = await bucket.ids().catch((error_: unknown) => error_);
      expect(error).toMatchObject({ code: "upstream_invalid", message: expect.stringContaining(reason) });
      const texts = [...bucket.lines, String(error), JSON.stringify(error)].join("\n");
      expect(texts).not.toMatch(/s3cr3t|PRIVATE|BEGIN/);
    }
    server.token = "another";
    await using refused = open({ credentials: { keyFile: join(folder, "key.json") } });
    await expect(refused.ids()).rejects.toThrow("the storage refused access");
  });

  it("is at the address of Google unless the options name another", () => {
    expect(bucketConnector({ url: "gcs://my-bucket/a", variables: {} }).http?.baseUrl).toBe(
      "https://storage.googleapis.com/my-bucket",
    );
  });
});
