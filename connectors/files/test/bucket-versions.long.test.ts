import { afterAll, beforeAll, expect, it } from "vitest";
import { type BucketServer, bucketName, openBucket, startBucketServer } from "./bucket.js";

let server: BucketServer;
beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server[Symbol.asyncDispose]());

function large(letter: string): string {
  return `v\n${`${letter.repeat(99)}\n`.repeat(88_000)}`;
}

/** Changes an object as soon as its first range was read, before its last one is. */
function changeAmid(key: string, change: () => Promise<void>): void {
  let finish = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const changed = first.then(change);
  server.onRequest = async ({ headers, url = "" }, response) => {
    if (!url.includes(key) || url.includes("versionId")) return;
    if (headers.range?.startsWith("bytes=0-") === true) response.once("finish", finish);
    else if (headers.range?.endsWith("-8800001") === true) await changed;
  };
}

it("an object in a bucket with versions is read in the state of the list while it changes", async () => {
  server.keepsVersions = true;
  await server.put("kept/a.csv", large("a"));
  await using bucket = openBucket(server, { url: `s3://${bucketName}/kept` });
  changeAmid("kept/a.csv", () => server.put("kept/a.csv", large("b")));
  server.forget();
  const rows = await bucket.rows("a");
  expect([rows.length, new Set(rows.map(({ v }) => v))]).toEqual([88_000, new Set(["a".repeat(99)])]);
  const versioned = server.requests.filter((line) => line.includes("versionId"));
  expect(versioned).toEqual([`GET /${bucketName}/kept/a.csv?versionId=0 bytes=8388608-8800001`]);
  // The next request reads the new one, and its end without a further list.
  server.onRequest = undefined;
  const next = await bucket.rows("a");
  expect([next.length, new Set(next.map(({ v }) => v))]).toEqual([88_000, new Set(["b".repeat(99)])]);
  server.forget();
  expect(await bucket.rows("a", { limit: 1 })).toHaveLength(1);
  expect(server.requests).toHaveLength(1);
}, 60_000);

it("a version that is gone, or none, ends the request with an error", async () => {
  server.keepsVersions = true;
  await server.put("gone/a.csv", large("a"));
  await using bucket = openBucket(server, { url: `s3://${bucketName}/gone` });
  changeAmid("gone/a.csv", () => server.put("gone/a.csv", large("b")));
  const amid = server.onRequest;
  server.onRequest = async (request, response) => {
    if (request.url?.includes("versionId") === true)
      response
        .writeHead(403, { "content-type": "application/xml" })
        .end("<Error><Code>AccessDenied</Code></Error>");
    await amid?.(request, response);
  };
  await expect(bucket.rows("a")).rejects.toThrow("the object changed while it was read. Try again.");
  server.keepsVersions = false;
  await server.put("none/a.csv", large("a"));
  await using other = openBucket(server, { url: `s3://${bucketName}/none` });
  changeAmid("none/a.csv", () => server.put("none/a.csv", large("b")));
  server.forget();
  await expect(other.rows("a")).rejects.toThrow("the object changed while it was read. Try again.");
  expect(server.requests.filter((line) => line.includes("versionId"))).toEqual([]);
}, 60_000);
