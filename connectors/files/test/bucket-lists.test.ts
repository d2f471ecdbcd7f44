import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { bucketConnector } from "@wellhead/files";
import type { Http } from "@wellhead/sdk";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listObjects } from "../src/bucket/amazon/list-objects.js";
import { type BucketServer, bucketName as bucket, clientOf, serverKey, startBucketServer } from "./bucket.js";

function openClient(endpoint: string): Http {
  const log = { info: () => undefined, warn: () => undefined };
  const connector = bucketConnector({
    url: `s3://${bucket}`,
    endpoint,
    region: "us-east-1",
    credentials: serverKey,
  });
  return clientOf(connector, { log, allow: "127.0.0.1/32:*" });
}

async function keysIn(http: Http, prefix: string, pageSize: number): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = [];
  for await (const page of listObjects(http, { bucket, prefix, pageSize }))
    pages.push(page.map(({ key }) => key));
  return pages;
}

describe("listObjects() of an S3 server", () => {
  let server: BucketServer;
  beforeAll(async () => {
    server = await startBucketServer();
    for (const key of ["a/1", "a/2", "a/3 &", "a/4", "a/5", "b"]) await server.put(key, key);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("follows the pages to their end", async () => {
    const http = openClient(server.endpoint);
    expect(await keysIn(http, "a/", 2)).toEqual([["a/1", "a/2"], ["a/3 &", "a/4"], ["a/5"]]);
    expect(await keysIn(http, "", 10)).toEqual([["a/1", "a/2", "a/3 &", "a/4", "a/5", "b"]]);
    expect(await keysIn(http, "c", 10)).toEqual([[]]);
  });
});

describe("listObjects() of a faulty server", () => {
  let answer = "";
  let server: Server;
  afterEach(() => server.close());

  it.each([
    ["<html>Welcome</html>", "its response is not a list"],
    ["<ListBucketResult><IsTruncated>false</IsTruncated>", "its list is damaged"],
    ["<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>", "its list does not end"],
    [
      "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>",
      "its list does not end",
    ],
    [
      "<ListBucketResult><Contents><Key>a</Key></Contents></ListBucketResult>",
      "an object without key, size or tag",
    ],
    [
      "<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>%ff</Key><ETag>1</ETag><Size>1</Size></Contents></ListBucketResult>",
      "an object without key, size or tag",
    ],
    [
      "<ListBucketResult><Contents><Key>a</Key><ETag>1</ETag><Size>1e9</Size></Contents></ListBucketResult>",
      "an object without key, size or tag",
    ],
  ])("never takes %s for a list", async (text, reason) => {
    answer = text;
    server = createServer((_, response) => response.end(answer));
    await once(server.listen(0, "127.0.0.1"), "listening");
    // A server that listens on a port of an address has such an address.
    const { port } = server.address() as AddressInfo;
    await expect(keysIn(openClient(`http://127.0.0.1:${port}`), "", 10)).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining(reason),
    });
  });

  it("decodes keys that the server has encoded, in which a space is a plus sign", async () => {
    answer =
      "<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>a+%2B%01%C3%BC</Key><ETag>&quot;1&quot;</ETag><Size>1</Size></Contents></ListBucketResult>";
    server = createServer((_, response) => response.end(answer));
    await once(server.listen(0, "127.0.0.1"), "listening");
    // As above.
    const { port } = server.address() as AddressInfo;
    expect(await keysIn(openClient(`http://127.0.0.1:${port}`), "", 10)).toEqual([["a +\u0001ü"]]);
  });
});
