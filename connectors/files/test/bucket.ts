import { spawn } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream";
import { type BucketConnectorOptions, bucketConnector } from "@wellhead/files";
import { Egress, makeHttpEnvironment, openHttp } from "@wellhead/runtime";
import type { Connector, DiscoverContext, Http, Log, Source } from "@wellhead/sdk";
import { hasSignature } from "./check-signature.js";
import { type RowsRequest, readText } from "./folder.js";

/** Name of the bucket of every test. */
export const bucketName = "wellhead-test";

/** The key that the server accepts. */
export const serverKey = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

/** An S3 server on this machine with one bucket, which records the requests of a connector and checks their signatures. */
export interface BucketServer extends AsyncDisposable {
  readonly endpoint: string;
  /** Method, decoded target and range of each request since the last call of `forget`. */
  readonly requests: readonly string[];
  forget(): void;
  /** Called before each request is handled. */
  onRequest: ((request: IncomingMessage, response: ServerResponse) => Promise<void> | void) | undefined;
  /** Whether the storage keeps the versions of its objects. */
  keepsVersions: boolean;
  /** Access token that is accepted instead of a signature. */
  token: string | undefined;
  put(key: string, content: string | Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}

const refusal = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>SignatureDoesNotMatch</Code></Error>`;

/** Starts the S3 server in a process of its own, because its tokens for pages need an old cipher. */
async function startStorage(): Promise<{ readonly port: number } & AsyncDisposable> {
  const directory = await mkdtemp(join(tmpdir(), "wellhead-test-"));
  const program = createRequire(import.meta.url).resolve("s3rver/bin/s3rver.js");
  const storage = spawn(
    process.execPath,
    // It does not know all of a signature, which is checked here instead.
    [
      "--openssl-legacy-provider",
      program,
      "-d",
      directory,
      "-p",
      "0",
      "--allow-mismatched-signatures",
    ].concat(["--silent", "--configure-bucket", bucketName]),
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let port: string | undefined;
  for await (const line of createInterface(storage.stdout)) {
    port = /listening on .*:(\d+)/.exec(line)?.[1];
    if (port !== undefined) break;
  }
  return {
    port: Number(port),
    [Symbol.asyncDispose]: async () => {
      storage.kill("SIGKILL");
      await once(storage, "close");
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A version of an object, which the S3 server does not keep. */
interface ObjectVersion {
  readonly key: string;
  readonly tag: string;
  readonly content: Buffer;
}

function sendVersion(response: ServerResponse, { tag, content }: ObjectVersion, range: string): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const part = content.subarray(Number(first ?? 0), last === undefined ? undefined : Number(last) + 1);
  const described = { etag: tag, "content-length": part.length };
  if (first === undefined) response.writeHead(200, described).end(part);
  else
    response
      .writeHead(206, { ...described, "content-range": `bytes ${first}-${last}/${content.length}` })
      .end(part);
}

/** Starts a server. */
export async function startBucketServer(): Promise<BucketServer> {
  const storage = await startStorage();
  let requests: string[] = [];
  const versions: ObjectVersion[] = [];
  const listener = createServer((request, response) => {
    void answer(request, response);
  });
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = "", headers } = incoming;
    requests.push(`${method} ${decodeURIComponent(url)} ${headers.range ?? ""}`.trim());
    await server.onRequest?.(incoming, response);
    if (response.writableEnded) return;
    if (server.token !== undefined && headers.authorization === `Bearer ${server.token}`)
      delete headers.authorization;
    if (headers.authorization !== undefined && !hasSignature(incoming, serverKey.secretAccessKey)) {
      response.writeHead(403, { "content-type": "application/xml" }).end(refusal);
      return;
    }
    const { searchParams, pathname } = new URL(url, "http://localhost");
    const version = versions[Number(searchParams.get("versionId") ?? Number.NaN)];
    if (version !== undefined) {
      sendVersion(response, version, headers.range ?? "");
      return;
    }
    const { port } = storage;
    const passed = forward({ port, host: "127.0.0.1", method, path: url, headers }, (answered) => {
      const path = decodeURIComponent(pathname);
      const current = versions.findLastIndex(({ key }) => path.endsWith(`/${key}`));
      const added = server.keepsVersions && { "x-amz-version-id": current < 0 ? "null" : String(current) };
      response.writeHead(answered.statusCode ?? 502, { ...answered.headers, ...added });
      pipeline(answered, response, () => undefined);
    });
    pipeline(incoming, passed, () => undefined);
  };
  await once(listener.listen(0, "127.0.0.1"), "listening");
  // A server that listens on a port of an address has such an address.
  const { port } = listener.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const change = async (key: string, init: RequestInit): Promise<string> => {
    const path = key.split("/").map(encodeURIComponent).join("/");
    const response = await fetch(`http://127.0.0.1:${storage.port}/${bucketName}/${path}`, init);
    if (!response.ok) throw new Error(`Could not change "${key}": ${response.status}`);
    await response.arrayBuffer();
    return response.headers.get("etag") ?? "";
  };
  const server: BucketServer = {
    endpoint,
    get requests() {
      return requests;
    },
    forget: () => {
      requests = [];
    },
    onRequest: undefined,
    token: undefined,
    keepsVersions: false,
    put: async (key, content) => {
      const tag = await change(key, { method: "PUT", body: Buffer.from(content) });
      versions.push({ key, tag, content: Buffer.from(content) });
    },
    remove: async (key) => void (await change(key, { method: "DELETE" })),
    [Symbol.asyncDispose]: async () => {
      listener.closeAllConnections();
      await once(listener.close(), "close");
      await storage[Symbol.asyncDispose]();
    },
  };
  return server;
}

/** A connector for a bucket, as a service uses it. */
export interface Bucket extends AsyncDisposable {
  readonly connector: Connector;
  /** Log lines of calls. */
  readonly lines: readonly string[];
  ids(): Promise<readonly string[]>;
  source(id: string): Promise<Source>;
  rows(id: string, request?: RowsRequest): Promise<ReadonlyArray<Record<string, unknown>>>;
  text(id: string, request?: RowsRequest): Promise<string>;
}

/** Opens the client of a connector, which reaches only what is allowed. All names are those of this machine. */
export function clientOf(
  connector: Connector,
  { log, allow }: { readonly log: Log; readonly allow: string },
): Http {
  const { signal } = new AbortController();
  // Many calls are made at the same time.
  setMaxListeners(0, signal);
  return openHttp({
    connector: connector.id,
    definition: connector.http,
    context: { account: { kind: "none" }, signal, log, requestId: "test", caller: "test" },
    interactive: true,
    environment: makeHttpEnvironment(new Egress({ allow, resolve: () => Promise.resolve(["127.0.0.1"]) })),
  });
}

/** Opens a connector for the bucket of a server. Unless told otherwise, it has the key of the server. */
export function openBucket(
  { endpoint }: Pick<BucketServer, "endpoint">,
  options: Partial<BucketConnectorOptions> & { readonly allow?: string; readonly hasKey?: boolean } = {},
): Bucket {
  const { allow = "127.0.0.1/32:*", hasKey = true, ...given } = options;
  const isAmazon = given.url === undefined || given.url.startsWith("s3:");
  const connector = bucketConnector({
    url: `s3://${bucketName}`,
    endpoint,
    ...(isAmazon && { region: "us-east-1", ...(hasKey && { credentials: serverKey }) }),
    listingSeconds: 0,
    prefetchLimit: "0MB",
    variables: {},
    ...given,
  });
  const lines: string[] = [];
  const log = {
    info: (message: string, details?: object) => void lines.push(JSON.stringify([message, details])),
    warn: (message: string, details?: object) => void lines.push(JSON.stringify([message, details])),
  };
  const context: DiscoverContext = { log, http: clientOf(connector, { log, allow }) };
  const bucket: Bucket = {
    connector,
    lines,
    ids: async () => [...(await connector.sources(undefined, context)).keys()],
    source: async (id) => {
      const source = (await connector.sources(id, context)).get(id);
      if (source === undefined) throw new Error(`Could not find source "${id}"`);
      return source;
    },
    text: async (id, request) => await readText(await bucket.source(id), request),
    // The encoder writes only objects.
    rows: async (id, request) =>
      JSON.parse(`[${await bucket.text(id, request)}]`) as Record<string, unknown>[],
    [Symbol.asyncDispose]: async () => {
      await connector.close?.();
    },
  };
  return bucket;
}
