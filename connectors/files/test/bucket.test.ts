import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type BucketServer, bucketName, openBucket, serverKey, startBucketServer } from "./bucket.js";

const samples: Readonly<Record<string, string>> = {
  "sales/cities.csv": "id,city\n1,Bern\n2,Oslo\n",
  "sales/2024/a b+c=1&ü(x)*!%41.csv": "n\n7\n",
  "sales/orders.ndjson": '{"id":1,"total":12.5}\n{"id":2,"total":0.1}\n',
  "sales/.hidden/x.csv": "x\n1\n",
  "sales/empty.csv": "",
  "sales/readme.txt": "no table",
  "other/private.csv": "x\n1\n",
};
const url = `s3://${bucketName}/sales`;

let server: BucketServer;
beforeAll(async () => {
  server = await startBucketServer();
  for (const [key, content] of Object.entries(samples)) await server.put(key, content);
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(() => {
  server.onRequest = undefined;
});

/** The requests that were not for a list. */
function opened(): readonly string[] {
  return server.requests.filter((line) => !line.includes("list-type"));
}

describe("bucketConnector()", () => {
  it("lists the objects with the prefix without opening one, and copies each when it is requested", async () => {
    await using bucket = openBucket(server, { url });
    server.forget();
    expect(await bucket.ids()).toEqual(["2024/a b+c=1&ü(x)*!%41", "cities", "empty", "orders"]);
    expect(opened()).toEqual([]);
    expect(await bucket.rows("cities")).toEqual([
      { id: 1, city: "Bern" },
      { id: 2, city: "Oslo" },
    ]);
    expect(opened()).toEqual([`GET /${bucketName}/sales/cities.csv`]);
    expect(await bucket.rows("2024/a b+c=1&ü(x)*!%41")).toEqual([{ n: 7 }]);
    expect(await bucket.text("orders")).toBe('{"id":1,"total":12.5},{"id":2,"total":0.1}');
    expect(await bucket.rows("empty")).toEqual([]);
    const sql = "SELECT count(*) AS n FROM cities JOIN orders USING (id)";
    expect(await bucket.rows("cities", { filter: { sql } })).toEqual([{ n: 2 }]);
    expect(opened()).toHaveLength(3);
  });

  it("reads a single object by its address", async () => {
    await using bucket = openBucket(server, { url: `${url}/cities.csv` });
    expect(await bucket.ids()).toEqual(["cities"]);
    expect(await bucket.rows("cities", { limit: 1, skip: 1 })).toEqual([{ id: 2, city: "Oslo" }]);
  });

  it("reads a bucket whose name is part of the host name", async () => {
    const endpoint = server.endpoint.replace("127.0.0.1", "s3.eu-west-1.amazonaws.com");
    await using bucket = openBucket({ endpoint }, { url, pathStyle: false, region: "eu-west-1" });
    const hosts = new Set<string | undefined>();
    server.onRequest = ({ headers }) => void hosts.add(headers.host?.split(":")[0]);
    server.forget();
    expect(await bucket.rows("cities")).toHaveLength(2);
    expect(opened()).toEqual(["GET /sales/cities.csv"]);
    expect([...hosts]).toEqual([`${bucketName}.s3.eu-west-1.amazonaws.com`]);
  });

  it("lists a bucket again for each request, or after the time of the options", async () => {
    await using fresh = openBucket(server, { url });
    await using lasting = openBucket(server, { url, listingSeconds: 3600 });
    const before = [await fresh.ids(), await lasting.ids()];
    await server.put("sales/new.csv", "a\n1\n");
    expect([await fresh.ids(), await lasting.ids()]).toEqual([
      [...(before[0] ?? []), "new"].toSorted(),
      before[1],
    ]);
    await server.remove("sales/new.csv");
    expect(await fresh.ids()).toEqual(before[0]);
  });
});

it("a request does not wait for the object of another one", async () => {
  await using bucket = openBucket(server, { url });
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let go = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    go = resolve;
  });
  server.onRequest = async ({ url: target = "" }) => {
    if (!target.endsWith("/cities.csv")) return;
    arrive();
    await released;
  };
  const slow = bucket.rows("cities");
  await arrived;
  expect(await bucket.rows("orders")).toHaveLength(2);
  go();
  expect(await slow).toHaveLength(2);
});

describe("an object that changes", () => {
  it("while its rows are read ends them with an error, and the next request reads the new one", async () => {
    await server.put("changing/a.csv", "v\nold\n");
    await using bucket = openBucket(server, { url: `s3://${bucketName}/changing` });
    expect(await bucket.rows("a")).toEqual([{ v: "old" }]);
    server.onRequest = async ({ url: target = "" }) => {
      // The check after the last row.
      if (target.includes("max-keys=1")) await server.put("changing/a.csv", "v\nnew\n");
    };
    const failure = {
      code: "upstream_unavailable",
      message: expect.stringContaining("the object changed while it was read"),
    };
    await expect(bucket.rows("a")).rejects.toMatchObject(failure);
    server.onRequest = undefined;
    expect(await bucket.rows("a")).toEqual([{ v: "new" }]);
    server.onRequest = async ({ url: target = "" }) => {
      if (target.includes("max-keys=1")) await server.remove("changing/a.csv");
    };
    await expect(bucket.rows("a")).rejects.toThrow("the object was deleted while it was read");
    server.onRequest = undefined;
    expect(await bucket.ids()).toEqual([]);
  });

  it("between the ranges of a download never mixes with the old one", async () => {
    const large = (letter: string) => `v\n${`${letter.repeat(99)}\n`.repeat(88_000)}`;
    await server.put("large/a.csv", large("a"));
    await using bucket = openBucket(server, { url: `s3://${bucketName}/large` });
    server.forget();
    let finish = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const change = first.then(() => server.put("large/a.csv", large("b")));
    server.onRequest = async ({ headers, url: target = "" }, response) => {
      if (headers.range?.startsWith("bytes=0-") === true) response.once("finish", finish);
      else if (headers.range !== undefined) await change;
      // Its first state again before the check after the last row, which could not see that it has changed.
      else if (target.includes("max-keys=1")) await server.put("large/a.csv", large("a"));
    };
    await expect(bucket.rows("a")).rejects.toThrow("the object changed while it was read");
    server.onRequest = undefined;
    expect(
      opened()
        .map((line) => line.split(" ").at(-1) ?? "")
        .toSorted(),
    ).toEqual(["bytes=0-8388607", "bytes=8388608-8800001"]);
    const rows = await bucket.rows("a");
    expect(rows).toHaveLength(88_000);
    expect(new Set(rows.map(({ v }) => v))).toEqual(new Set(["b".repeat(99)]));
  });
});

describe("the credentials", () => {
  const secret = "s3cr3t/of+the=owner";

  it("come from the options or the environment, and are in no log or error", async () => {
    const seen: unknown[] = [];
    server.onRequest = ({ headers }) => {
      seen.push([headers["x-amz-security-token"], headers.authorization?.includes(serverKey.accessKeyId)]);
    };
    const variables = {
      AWS_ACCESS_KEY_ID: serverKey.accessKeyId,
      AWS_SECRET_ACCESS_KEY: serverKey.secretAccessKey,
      AWS_SESSION_TOKEN: "t0ken",
      AWS_ENDPOINT_URL_S3: server.endpoint,
    };
    await using fromVariables = openBucket(server, { url, hasKey: false, variables });
    await using unsigned = openBucket(server, { url, credentials: "none", variables });
    await using wrong = openBucket(server, {
      url,
      credentials: { accessKeyId: "A", secretAccessKey: secret },
    });
    expect(await fromVariables.ids()).toContain("cities");
    expect(await unsigned.ids()).toContain("cities");
    const failure: unknown = await wrong.ids().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "upstream_invalid",
      message: `Could not read the bucket "${bucketName}": the storage refused access (SignatureDoesNotMatch). Have the operator check the credentials of the service and the clock of its machine.`,
    });
    expect(seen).toEqual([
      ["t0ken", true],
      [undefined, undefined],
      [undefined, false],
    ]);
    const texts = [...fromVariables.lines, ...wrong.lines, JSON.stringify(failure), String(failure)].join(
      "\n",
    );
    expect(texts).toContain("Upstream call");
    for (const hidden of [secret, serverKey.secretAccessKey, "t0ken", "Signature="])
      expect(texts).not.toContain(hidden);
  });

  it("do not follow a redirect, and private addresses are refused unless they are allowed", async () => {
    const asked: unknown[] = [];
    const other = createServer(({ headers }, response) => {
      asked.push(headers);
      response.end();
    });
    await once(other.listen(0, "127.0.0.1"), "listening");
    // A server that listens on a port of an address has such an address.
    const { port } = other.address() as AddressInfo;
    const redirecting = createServer((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
    });
    await once(redirecting.listen(0, "127.0.0.1"), "listening");
    // As above.
    const first = redirecting.address() as AddressInfo;
    await using bucket = openBucket({ endpoint: `http://127.0.0.1:${first.port}` });
    await expect(bucket.ids()).rejects.toThrow("the storage redirects to another address");
    await using refused = openBucket({ endpoint: `http://127.0.0.1:${port}` }, { allow: "" });
    await expect(refused.ids()).rejects.toMatchObject({ code: "invalid_field" });
    expect(asked).toEqual([]);
    redirecting.close();
    other.close();
  });
});

describe("the copies", () => {
  const content = `v\n${"x\n".repeat(50_000)}`;

  it("are shared by requests, and those that were not used for the longest time are removed", async () => {
    for (const name of ["a", "b", "c"]) await server.put(`copies/${name}.csv`, content);
    await using bucket = openBucket(server, { url: `s3://${bucketName}/copies`, cacheLimit: "200KB" });
    const copied = async (name: string) => {
      server.forget();
      await Promise.all([0, 1].map(() => bucket.rows(name, { limit: 1 })));
      return opened().map((line) => line.slice(-5));
    };
    expect([await copied("a"), await copied("b"), await copied("a")]).toEqual([["a.csv"], ["b.csv"], []]);
    // The least recently used copy makes space.
    expect([await copied("c"), await copied("a"), await copied("b")]).toEqual([["c.csv"], [], ["b.csv"]]);
    const sql = "SELECT * FROM a, b, c";
    await expect(bucket.rows("a", { filter: { sql } })).rejects.toMatchObject({
      code: "upstream_unavailable",
    });
    await using small = openBucket(server, { url: `s3://${bucketName}/copies`, cacheLimit: "50KB" });
    await expect(small.rows("a")).rejects.toThrow(
      "Could not read the object: 98 KiB are needed, and the cache has 50 KiB. Narrow the filter, or raise cacheLimit.",
    );
  });
});
