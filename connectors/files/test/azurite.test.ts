import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listBlobs } from "../src/bucket/azure/list-blobs.js";
import { type Bucket, clientOf, openBucket } from "./bucket.js";

/** What the tests use of the official client, which `npm run proof azure` fetches. */
interface Client {
  readonly StorageSharedKeyCredential: new (account: string, key: string) => object;
  readonly BlobServiceClient: new (
    endpoint: string,
    credential: object,
  ) => { getContainerClient(name: string): Container };
  readonly ContainerSASPermissions: { parse(text: string): object };
}
interface Container {
  create(): Promise<unknown>;
  delete(): Promise<unknown>;
  getBlockBlobClient(name: string): BlobClient;
  listBlobsFlat(options: object): AsyncIterable<ListedBlob>;
  generateSasUrl(options: object): Promise<string>;
}
interface BlobClient {
  uploadData(content: Buffer): Promise<unknown>;
  downloadToBuffer(): Promise<Buffer>;
  delete(): Promise<unknown>;
}
interface ListedBlob {
  readonly name: string;
  readonly properties: { readonly etag: string; readonly contentLength: number };
}

const [endpoint = "", key = "", home = ""] = (process.env["WELLHEAD_AZURITE"] ?? "").split(" ");
const account = "acme";
const containerName = `test-${randomBytes(4).toString("hex")}`;

// `npm run proof azure` starts the emulator of Microsoft. Nothing of it is part of `npm test`.
describe.skipIf(endpoint === "")("Azurite", () => {
  let container: Container;
  beforeAll(async () => {
    // The official client has these members.
    const sdk = createRequire(join(home, "package.json"))("@azure/storage-blob") as Client;
    const credential = new sdk.StorageSharedKeyCredential(account, key);
    container = new sdk.BlobServiceClient(endpoint, credential).getContainerClient(containerName);
    permissions = sdk.ContainerSASPermissions.parse("rl");
    await container.create();
  });
  afterAll(() => container.delete());
  let permissions: unknown;

  const put = (name: string, content: string) =>
    container.getBlockBlobClient(name).uploadData(Buffer.from(content));
  const open = (url: string, options: Parameters<typeof openBucket>[1] = {}): Bucket =>
    openBucket({ endpoint }, { url, account, credentials: { accountKey: key }, ...options });

  it("lists the same blobs as the official client, in pages and with names of all kinds", async () => {
    const names = [
      "a b+c=1&ü(x)*!'%41;@,.csv",
      "日本 😀.csv",
      "dots/./x.csv",
      'q?#[]{}|^`"<>.csv',
      "p/~-_.csv",
    ];
    const many = Array.from({ length: 60 }, (_, index) => `many/${String(index).padStart(4, "0")}.csv`);
    for (const name of names) await put(`names/${name}`, `n\n${name.length}\n`);
    await Promise.all(many.map((name) => put(name, "a\n1\n")));
    const log = { info: () => undefined, warn: () => undefined };
    await using bucket = open(`az://${containerName}`);
    const http = clientOf(bucket.connector, { log, allow: "127.0.0.1/32:*" });
    for (const [prefix, pageSize] of [
      ["", undefined],
      ["names/", 2],
      ["many/00", 7],
      ["none", 1],
    ] as const) {
      const expected: unknown[] = [];
      for await (const { name, properties } of container.listBlobsFlat({ prefix }))
        expected.push([name, properties.contentLength, properties.etag.replaceAll('"', "")]);
      const found: unknown[] = [];
      const options = { bucket: containerName, prefix, ...(pageSize !== undefined && { pageSize }) };
      for await (const page of listBlobs(http, options)) {
        expect(page.length).toBeLessThanOrEqual(pageSize ?? 5000);
        found.push(...page.map(({ key: name, size, tag }) => [name, size, tag.replaceAll('"', "")]));
      }
      expect(found).toEqual(expected);
    }
    await using named = open(`az://${containerName}/names`);
    for (const id of await named.ids()) expect(await named.rows(id)).toHaveLength(1);
    expect(await named.ids()).toHaveLength(names.length);
  });

  it("returns the bytes of a large blob in ranges, and notices its changes", async () => {
    const content = `v\n${Array.from({ length: 300_000 }, () => `${randomBytes(20).toString("hex")}\n`).join("")}`;
    await put("large/a.csv", content);
    await using bucket = open(`abfs://${containerName}/large`);
    const expected = (await container.getBlockBlobClient("large/a.csv").downloadToBuffer()).toString();
    const rows = await bucket.rows("a");
    expect(`v\n${rows.map(({ v }) => `${String(v)}\n`).join("")}`).toBe(expected);
    await put("large/a.csv", "v\nnew\n");
    expect(await bucket.rows("a")).toEqual([{ v: "new" }]);
    await container.getBlockBlobClient("large/a.csv").delete();
    expect(await bucket.ids()).toEqual([]);
  });

  it("accepts a connection string and a shared access signature, and refuses others", async () => {
    await put("small/a.csv", "v\n1\n");
    const url = `az://${containerName}/small`;
    const connectionString = `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${key};BlobEndpoint=${endpoint};`;
    await using byString = open(url, { credentials: { connectionString } });
    expect(await byString.rows("a")).toEqual([{ v: 1 }]);
    const signed = await container.generateSasUrl({ permissions, expiresOn: new Date(Date.now() + 600_000) });
    await using bySignature = open(url, { credentials: { sasToken: new URL(signed).search } });
    expect(await bySignature.rows("a")).toEqual([{ v: 1 }]);
    await using expired = open(url, {
      credentials: { sasToken: new URL(signed).search.replace(/sig=[^&]*/, "sig=AAAA") },
    });
    await expect(expired.ids()).rejects.toThrow("refused access (AuthorizationFailure)");
    await using wrong = open(url, { credentials: { accountKey: Buffer.from("wrong").toString("base64") } });
    await expect(wrong.ids()).rejects.toThrow("refused access (AuthorizationFailure)");
    await using anonymous = open(url, { credentials: "none" });
    await expect(anonymous.ids()).rejects.toMatchObject({ code: "upstream_invalid" });
    await using missing = open("az://no-such-container");
    await expect(missing.ids()).rejects.toThrow("it does not exist");
  });
});
