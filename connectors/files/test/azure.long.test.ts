import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BucketConnectorOptions } from "@wellhead/files";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AzureServer, azureAccount, containerName, fail, startAzureServer } from "./azure-server.js";
import { type Bucket, openBucket } from "./bucket.js";

const samples: Readonly<Record<string, string>> = {
  "sales/cities.csv": "id,city\n1,Bern\n2,Oslo\n",
  "sales/2024/a b+c=1&ü(x)*!%41<,'.csv": "n\n7\n",
  "sales/bell\u0007.csv": "n\n8\n",
  "sales/orders.ndjson": '{"id":1,"total":12.5}\n{"id":2,"total":0.1}\n',
  "sales/.hidden/x.csv": "x\n1\n",
  "sales/readme.txt": "no table",
  "other/private.csv": "x\n1\n",
};

let server: AzureServer;
beforeAll(async () => {
  server = await startAzureServer();
  for (const [name, content] of Object.entries(samples)) server.put(name, content);
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(() => {
  server.onRequest = undefined;
  server.pageSize = 5000;
  server.keepsVersions = false;
});

const { account, key, signature } = azureAccount;

function openContainer(options: Partial<BucketConnectorOptions> = {}): Bucket {
  return openBucket(server, {
    url: `az://${containerName}/sales`,
    account,
    credentials: { accountKey: key },
    ...options,
  });
}

/** The requests that were not for a list. */
function opened(): readonly string[] {
  return server.requests.filter((line) => !line.includes("?list"));
}

describe("a container of Azure Blob Storage", () => {
  it.each([5000, 2])(
    "is listed in pages of %i blobs, and each blob is copied when requested",
    async (pageSize) => {
      server.pageSize = pageSize;
      await using bucket = openContainer();
      server.forget();
      const ids = ["2024/a b+c=1&ü(x)*!%41<,_", "bell_", "cities", "orders"];
      expect(await bucket.ids()).toEqual(ids);
      expect(server.requests).toHaveLength(pageSize === 2 ? 3 : 1);
      expect(await bucket.rows("cities")).toEqual([
        { id: 1, city: "Bern" },
        { id: 2, city: "Oslo" },
      ]);
      expect(opened()).toEqual(["/data/sales/cities.csv"]);
      expect(await bucket.rows(ids[0] ?? "")).toEqual([{ n: 7 }]);
      expect(await bucket.rows("bell_")).toEqual([{ n: 8 }]);
      expect(await bucket.text("orders")).toBe('{"id":1,"total":12.5},{"id":2,"total":0.1}');
      const sql = "SELECT count(*) AS n FROM cities JOIN orders USING (id)";
      expect(await bucket.rows("cities", { filter: { sql } })).toEqual([{ n: 2 }]);
    },
  );

  it("may be a single blob, and a table of many", async () => {
    await using single = openContainer({ url: `abfs://${containerName}/sales/cities.csv` });
    expect(await single.ids()).toEqual(["cities"]);
    for (const day of [1, 2, 3, 4, 5]) server.put(`events/day=0${day}/a.csv`, `id\n${day}\n`);
    await using bucket = openContainer({ url: `azure://${containerName}/events` });
    await bucket.rows("events", { filter: { day_min: "9" } });
    server.forget();
    const rows = await bucket.rows("events", { filter: { day_min: "2", day_max: "4" } });
    expect(rows.map(({ id, day }) => [id, day])).toEqual([2, 3, 4].map((day) => [day, day]));
    // The third one was opened for the columns. The others are opened at the same time.
    expect(opened().toSorted()).toEqual(["/data/events/day=02/a.csv", "/data/events/day=04/a.csv"]);
  });

  it("leaves out the folders of a hierarchical namespace, and follows pages without blobs", async () => {
    const blob = (name: string, more: string) =>
      `<Blob><Name>${name}</Name><Properties><Etag>0x1</Etag><Content-Length>0</Content-Length>${more}</Properties></Blob>`;
    const pages: Readonly<Record<string, string>> = {
      "": "<Blobs /><NextMarker>a</NextMarker>",
      a: `<Blobs>${blob("sales/x.parquet", "<ResourceType>directory</ResourceType>")}</Blobs><NextMarker>b</NextMarker>`,
      b: `<Blobs>${blob("sales/y.csv", "<ResourceType>file</ResourceType>")}</Blobs><NextMarker />`,
    };
    server.onRequest = ({ url = "" }, response) => {
      const marker = new URL(url, "http://localhost").searchParams.get("marker") ?? "";
      response.end(`<EnumerationResults>${pages[marker]}</EnumerationResults>`);
    };
    await using bucket = openContainer();
    expect(await bucket.ids()).toEqual(["y"]);
  });
});

describe("a blob that changes", () => {
  it("while its rows are read ends them with an error, and the next request reads the new one", async () => {
    server.put("changing/a.csv", "v\nold\n");
    await using bucket = openContainer({ url: `az://${containerName}/changing` });
    expect(await bucket.rows("a")).toEqual([{ v: "old" }]);
    const atCheck = (change: () => void) => {
      server.onRequest = ({ url = "" }) => {
        if (url.includes("maxresults=1")) change();
      };
    };
    atCheck(() => void server.put("changing/a.csv", "v\nnew\n"));
    await expect(bucket.rows("a")).rejects.toThrow("the object changed while it was read. Try again.");
    server.onRequest = undefined;
    expect(await bucket.rows("a")).toEqual([{ v: "new" }]);
    atCheck(() => server.remove("changing/a.csv"));
    await expect(bucket.rows("a")).rejects.toThrow("the object was deleted while it was read. Try again.");
  });

  const large = (letter: string): string => `v\n${`${letter.repeat(99)}\n`.repeat(88_000)}`;

  /** Stores a blob of two ranges, which changes between them while it is read. */
  function putChanging(name: string): void {
    const tag = server.put(name, large("a"));
    let finish = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const changed = first.then(() => void server.put(name, large("b")));
    server.onRequest = async ({ headers, url = "" }, response) => {
      if (headers.range?.startsWith("bytes=0-") === true) response.once("finish", finish);
      else if (headers.range !== undefined && !url.includes("versionid")) await changed;
      // Its first state again before the check after the last row, which could not see that it has changed.
      else if (url.includes("maxresults=1")) server.put(name, large("a"), tag);
    };
  }

  it("between the ranges of a download never mixes with the old one", async () => {
    putChanging("large/a.csv");
    await using bucket = openContainer({ url: `az://${containerName}/large` });
    server.forget();
    await expect(bucket.rows("a")).rejects.toThrow("the object changed while it was read");
    server.onRequest = undefined;
    const ranges = opened().map((line) => line.split(" ")[1] ?? "");
    expect(ranges.toSorted()).toEqual(["bytes=0-8388607", "bytes=8388608-8800001"]);
    const rows = await bucket.rows("a");
    expect([rows.length, new Set(rows.map(({ v }) => v))]).toEqual([88_000, new Set(["b".repeat(99)])]);
  });

  it("between the ranges of a download is read in the state of the list if versions are kept", async () => {
    server.keepsVersions = true;
    putChanging("kept/a.csv");
    await using bucket = openContainer({ url: `az://${containerName}/kept` });
    const rows = await bucket.rows("a");
    expect([rows.length, new Set(rows.map(({ v }) => v))]).toEqual([88_000, new Set(["a".repeat(99)])]);
    expect(await bucket.rows("a", { limit: 1 })).toEqual([{ v: "b".repeat(99) }]);
  });
});

describe("a storage with faults", () => {
  it("that ends a blob early is never read as a shorter one", async () => {
    const content = `v\n${"x\n".repeat(100_000)}`;
    server.put("cut/a.csv", content);
    await using bucket = openContainer({ url: `az://${containerName}/cut` });
    server.onRequest = ({ url = "" }, response) => {
      if (!url.includes("/cut/a.csv")) return;
      response.writeHead(200, { etag: '"0x8D1"', "content-length": content.length });
      response.write(content.slice(0, 70_000), () => response.destroy());
    };
    await expect(bucket.rows("a")).rejects.toMatchObject({ code: "upstream_unavailable" });
    server.onRequest = undefined;
    expect(await bucket.rows("a")).toHaveLength(100_000);
  });

  it("that is busy for a moment is asked again, and a lasting fault is passed on with its time", async () => {
    let busy = 1;
    server.onRequest = (_, response) => {
      if (busy-- > 0) fail(response, { status: 503, code: "ServerBusy", headers: { "retry-after": "0" } });
    };
    await using bucket = openContainer();
    expect(await bucket.rows("cities")).toHaveLength(2);
    busy = Number.POSITIVE_INFINITY;
    server.onRequest = (_, response) =>
      fail(response, { status: 503, code: "ServerBusy", headers: { "retry-after": "120" } });
    server.forget();
    await expect(bucket.ids()).rejects.toMatchObject({ code: "upstream_unavailable", retryAfter: 120 });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [
      "<EnumerationResults><Blobs /><NextMarker>same</NextMarker></EnumerationResults>",
      "its list does not end",
    ],
    ["<html>Welcome</html>", "its response is not a list"],
    ["<ListBucketResult></ListBucketResult>", "its response is not a list"],
    ["<EnumerationResults><Blobs>", "its list is damaged"],
    [
      "<EnumerationResults><Blobs><Blob><Name>a</Name><Properties><Content-Length>1</Content-Length></Properties></Blob></Blobs></EnumerationResults>",
      "an object without key, size or tag",
    ],
    [
      '<EnumerationResults><Blobs><Blob><Name Encoded="true">%ff</Name><Properties><Etag>1</Etag><Content-Length>1</Content-Length></Properties></Blob></Blobs></EnumerationResults>',
      "an object without key, size or tag",
    ],
  ])("that returns %s is not read as an empty container", async (text, reason) => {
    server.onRequest = (_, response) => void response.end(text);
    await using bucket = openContainer();
    await expect(bucket.ids()).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining(reason),
    });
  });

  it("that redirects gets no credentials to another host", async () => {
    const seen: unknown[] = [];
    const other = createServer((request, response) => {
      seen.push(request.url);
      response.end();
    });
    await once(other.listen(0, "127.0.0.1"), "listening");
    // A server that listens on a port of an address has such an address.
    const { port } = other.address() as AddressInfo;
    server.onRequest = ({ url = "" }, response) =>
      void response.writeHead(307, { location: `http://127.0.0.1:${port}${url}` }).end();
    await using bucket = openContainer({ credentials: { sasToken: signature } });
    await expect(bucket.ids()).rejects.toThrow("the storage redirects to another address");
    expect(seen).toEqual([]);
    other.close();
    await using refused = openBucket(server, { url: "az://data", account, allow: "" });
    server.forget();
    await expect(refused.ids()).rejects.toMatchObject({ code: "invalid_field" });
    expect(server.requests).toEqual([]);
  });
});
