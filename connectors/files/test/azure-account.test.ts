import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BucketConnectorOptions, bucketConnector } from "@wellhead/files";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AzureServer, azureAccount, containerName, startAzureServer } from "./azure-server.js";
import { openBucket } from "./bucket.js";

let server: AzureServer;
beforeAll(async () => {
  server = await startAzureServer();
  server.put("sales/cities.csv", "id,city\n1,Bern\n2,Oslo\n");
  server.put("sales/orders.csv", "id\n1\n");
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(() => {
  server.onRequest = undefined;
  server.isPublic = false;
});

const { account, key, signature } = azureAccount;

describe("the account of a container", () => {
  let entra: { readonly url: string; readonly forms: readonly URLSearchParams[] } & AsyncDisposable;
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "wellhead-test-"));
    await writeFile(join(folder, "token"), "of.another-provider\n");
    entra = await startEntra();
  });
  afterAll(async () => {
    await entra[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const parts = `AccountName=${account};EndpointSuffix=core.windows.net`;
  const application = () => ({
    AZURE_STORAGE_ACCOUNT: account,
    AZURE_AUTHORITY_HOST: entra.url,
    AZURE_TENANT_ID: "tenant/1",
    AZURE_CLIENT_ID: "client",
  });
  const ways: ReadonlyArray<readonly [string, string | undefined, () => Partial<BucketConnectorOptions>]> = [
    [
      "a connection string with a key",
      "SharedKey",
      () => ({
        credentials: { connectionString: `DefaultEndpointsProtocol=https;AccountKey=${key};${parts}` },
      }),
    ],
    [
      "a connection string with a signature",
      "signature",
      () => ({
        credentials: { connectionString: `${parts};SharedAccessSignature=${signature}` },
      }),
    ],
    ["a signature", "signature", () => ({ credentials: { sasToken: `?${signature}` } })],
    [
      "the variable of a connection string",
      "SharedKey",
      () => ({
        variables: {
          AZURE_STORAGE_CONNECTION_STRING: `${parts};AccountKey=${key}`,
          AZURE_STORAGE_KEY: "b3RoZXI=",
        },
      }),
    ],
    [
      "the variables of a key",
      "SharedKey",
      () => ({
        variables: {
          AZURE_STORAGE_ACCOUNT: account,
          AZURE_STORAGE_KEY: key,
          AZURE_STORAGE_SAS_TOKEN: "sig=other",
        },
      }),
    ],
    [
      "other names of them",
      "SharedKey",
      () => ({
        variables: { AZURE_STORAGE_ACCOUNT_NAME: account, AZURE_STORAGE_ACCOUNT_KEY: key },
      }),
    ],
    [
      "the variable of a signature",
      "signature",
      () => ({
        variables: { AZURE_STORAGE_ACCOUNT: account, AZURE_STORAGE_SAS_TOKEN: signature },
      }),
    ],
    [
      "an application with a secret",
      "Bearer",
      () => ({
        variables: { ...application(), AZURE_CLIENT_SECRET: "s3cr3t/of+the=owner" },
      }),
    ],
    [
      "an application with a token of another provider",
      "Bearer",
      () => ({
        variables: { ...application(), AZURE_FEDERATED_TOKEN_FILE: join(folder, "token") },
      }),
    ],
    ["nothing, for a public container", undefined, () => ({ variables: { AZURE_STORAGE_ACCOUNT: account } })],
    [
      "nothing, if the options say so",
      undefined,
      () => ({
        credentials: "none",
        variables: { AZURE_STORAGE_ACCOUNT: account, AZURE_STORAGE_KEY: "b3RoZXI=" },
      }),
    ],
  ];

  it.each(ways)(
    "is found in %s (%s), and its secrets are in no log or error",
    async (way, proof, options) => {
      server.isPublic = way.startsWith("nothing");
      const proofs: unknown[] = [];
      server.onRequest = ({ headers, url = "" }) =>
        void proofs.push(
          headers.authorization?.split(" ")[0] ?? (url.includes("sig=") ? "signature" : undefined),
        );
      await using bucket = openBucket(server, { url: `az://${containerName}/sales`, ...options() });
      expect(await bucket.rows("cities")).toHaveLength(2);
      expect(new Set(proofs)).toEqual(new Set([proof]));
      const texts = bucket.lines.join("\n");
      expect(texts).toContain("Upstream call");
      for (const hidden of [key, "s3cr3t", "of.another-provider", azureAccount.token, "sig=", "SharedKey"])
        expect(texts).not.toContain(hidden);
    },
  );

  it("of an application asks for one token as the protocol says, until it expires", async () => {
    const before = entra.forms.length;
    await using bucket = openBucket(server, {
      url: `az://${containerName}/sales`,
      variables: { ...application(), AZURE_FEDERATED_TOKEN_FILE: join(folder, "token") },
    });
    await Promise.all([bucket.rows("cities"), bucket.rows("orders")]);
    expect(entra.forms.slice(before).map((form) => Object.fromEntries(form))).toEqual([
      {
        grant_type: "client_credentials",
        client_id: "client",
        scope: "https://storage.azure.com/.default",
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: "of.another-provider",
      },
    ]);
  });

  it("is refused in words for the operator, without a secret", async () => {
    const wrong: ReadonlyArray<readonly [Partial<BucketConnectorOptions>, string]> = [
      [{ credentials: { accountKey: Buffer.from("wrong").toString("base64") } }, "(AuthenticationFailed)"],
      [{ credentials: { sasToken: "sv=1&sig=s3cr3t" } }, "(AuthenticationFailed)"],
      [{ credentials: "none" }, "(NoAuthenticationInformation)"],
      [
        { variables: { ...application(), AZURE_CLIENT_SECRET: "s3cr3t" } },
        "Microsoft Entra refused the credentials",
      ],
      [{ variables: { ...application(), AZURE_FEDERATED_TOKEN_FILE: "/none" } }, "the system reports ENOENT"],
    ];
    for (const [options, reason] of wrong) {
      await using bucket = openBucket(server, {
        url: `az://${containerName}`,
        account,
        ...options,
      });
      const error: unknown = await bucket.ids().catch((error_: unknown) => error_);
      expect(error).toMatchObject({ code: "upstream_invalid", message: expect.stringContaining(reason) });
      const texts = [...bucket.lines, String(error), JSON.stringify(error)].join("\n");
      expect(texts).not.toMatch(/s3cr3t|d3Jvbmc/);
    }
  });

  it.each<readonly [string, Partial<BucketConnectorOptions>]>([
    ["az://data", {}],
    ["az://data", { account, credentials: { connectionString: "AccountName=other;AccountKey=s3cr3t" } }],
    ["az://data", { account, credentials: { connectionString: "AccountName=acme" } }],
    ["az://data", { account, credentials: { connectionString: "s3cr3t" } }],
    ["az://data", { account, credentials: { accessKeyId: "a", secretAccessKey: "s3cr3t" } }],
    [
      "az://acme.blob.core.windows.net/data",
      {
        variables: {
          AZURE_STORAGE_CONNECTION_STRING:
            "BlobEndpoint=https://other.blob.core.windows.net;SharedAccessSignature=sig=s3cr3t",
        },
      },
    ],
    ["s3://data", { credentials: { sasToken: "s3cr3t" } }],
    ["gs://data", { credentials: { accountKey: "s3cr3t" } }],
  ])("of %s is checked when the connector is made: %j", (url, options) => {
    const make = () => bucketConnector({ url, variables: {}, ...options });
    expect(make).toThrow(TypeError);
    expect(make).not.toThrow(/s3cr3t/);
  });

  it("is named by the address, and gets its own host", () => {
    const baseUrl = (url: string, options: Partial<BucketConnectorOptions> = {}) =>
      bucketConnector({ url, variables: {}, ...options }).http?.baseUrl;
    expect(baseUrl("az://data", { account })).toBe("https://acme.blob.core.windows.net");
    expect(baseUrl("abfss://data@acme.dfs.core.windows.net/a")).toBe("https://acme.blob.core.windows.net");
    const connectionString = `AccountName=acme;AccountKey=${key};EndpointSuffix=core.chinacloudapi.cn`;
    expect(baseUrl("az://data", { credentials: { connectionString } })).toBe(
      "https://acme.blob.core.chinacloudapi.cn",
    );
    const local = `AccountName=acme;AccountKey=${key};BlobEndpoint=http://127.0.0.1:10000/acme/;`;
    expect(baseUrl("az://data", { credentials: { connectionString: local } })).toBe(
      "http://127.0.0.1:10000/acme",
    );
  });
});

async function startEntra() {
  const forms: URLSearchParams[] = [];
  const listener = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      const form = new URLSearchParams(body);
      forms.push(form);
      const proof = form.get("client_secret") ?? form.get("client_assertion");
      const isRight =
        request.url === "/tenant%2F1/oauth2/v2.0/token" &&
        (proof === "s3cr3t/of+the=owner" || proof === "of.another-provider");
      response.writeHead(isRight ? 200 : 401, { "content-type": "application/json" });
      const token = { token_type: "Bearer", expires_in: 3599, access_token: azureAccount.token };
      response.end(
        JSON.stringify(isRight ? token : { error: "invalid_client", error_description: `no: ${proof}` }),
      );
    });
  });
  await once(listener.listen(0, "127.0.0.1"), "listening");
  // A server that listens on a port of an address has such an address.
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    forms,
    [Symbol.asyncDispose]: async () => {
      await once(listener.close(), "close");
    },
  };
}
