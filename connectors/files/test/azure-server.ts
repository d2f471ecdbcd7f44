import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hasAzureSignature } from "./check-azure-signature.js";

/** The account, its key, and a shared access signature that the server accepts. */
export const azureAccount = {
  account: "acme",
  key: Buffer.from("an account key of 32 bytes, /+=&!").toString("base64"),
  signature: "sv=2021-12-02&sp=rl&sig=s3cr3t%2Fof%2Bthe%3Downer",
  token: "issued.by-entra",
};

/** Name of the container. */
export const containerName = "data";

interface Blob {
  readonly content: Buffer;
  readonly tag: string;
}

/** A server of Azure Blob Storage with one container, written from the public description of its protocol. */
export interface AzureServer extends AsyncDisposable {
  readonly endpoint: string;
  /** Method, decoded target and range of each request since the last call of `forget`. */
  readonly requests: readonly string[];
  forget(): void;
  /** Called before each request is handled. It may end the response itself. */
  onRequest: ((request: IncomingMessage, response: ServerResponse) => Promise<void> | void) | undefined;
  /** Maximum number of blobs in a response. */
  pageSize: number;
  /** Whether the account keeps the versions of its blobs. */
  keepsVersions: boolean;
  /** Whether requests without credentials are answered. */
  isPublic: boolean;
  /** Stores a blob. Returns its tag, which is a new one unless it is given. */
  put(name: string, content: string | Uint8Array, tag?: string): string;
  remove(name: string): void;
}

/** Starts a server. */
export async function startAzureServer(): Promise<AzureServer> {
  const blobs = new Map<string, Blob>();
  const versions = new Map<string, Blob>();
  let requests: string[] = [];
  let changes = 0;
  const listener = createServer((request, response) => {
    void answer(request, response);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "", "http://localhost");
    const { range = "" } = request.headers;
    requests.push(
      `${decodeURIComponent(url.pathname)}${url.searchParams.has("comp") ? "?list" : ""} ${range}`.trim(),
    );
    await server.onRequest?.(request, response);
    if (response.writableEnded || response.destroyed) return;
    const code = refusalOf(request, url, server.isPublic);
    if (code !== undefined) fail(response, { status: 403, code });
    else if (url.pathname === `/${containerName}` && url.searchParams.get("comp") === "list")
      sendList(response, { blobs, url, pageSize: server.pageSize });
    else {
      const version = url.searchParams.get("versionid");
      const blob = version === null ? blobs.get(nameOf(url)) : versions.get(version);
      sendBlob(response, { blob, range, keepsVersions: server.keepsVersions });
    }
  };
  await once(listener.listen(0, "127.0.0.1"), "listening");
  // A server that listens on a port of an address has such an address.
  const { port } = listener.address() as AddressInfo;
  const server: AzureServer = {
    endpoint: `http://127.0.0.1:${port}`,
    get requests() {
      return requests;
    },
    forget: () => {
      requests = [];
    },
    onRequest: undefined,
    pageSize: 5000,
    keepsVersions: false,
    isPublic: false,
    put: (name, content, tag = `0x8D${(changes += 1)}`) => {
      const blob = { content: Buffer.from(content), tag };
      blobs.set(name, blob);
      versions.set(tag, blob);
      return tag;
    },
    remove: (name) => void blobs.delete(name),
    [Symbol.asyncDispose]: async () => {
      listener.closeAllConnections();
      await once(listener.close(), "close");
    },
  };
  return server;
}

function nameOf({ pathname }: URL): string {
  return decodeURIComponent(pathname).slice(`/${containerName}/`.length);
}

function refusalOf(request: IncomingMessage, url: URL, isPublic: boolean): string | undefined {
  const { authorization } = request.headers;
  if (request.headers["x-ms-version"] === undefined) return "MissingRequiredHeader";
  if (url.searchParams.has("sig")) {
    const wanted = [...new URLSearchParams(azureAccount.signature)];
    return wanted.every(([name, value]) => url.searchParams.get(name) === value)
      ? undefined
      : "AuthenticationFailed";
  }
  if (authorization === `Bearer ${azureAccount.token}`) return undefined;
  if (authorization !== undefined)
    return hasAzureSignature(request, azureAccount) ? undefined : "AuthenticationFailed";
  return isPublic ? undefined : "NoAuthenticationInformation";
}

/** Ends a response as the storage reports a fault. */
export function fail(
  response: ServerResponse,
  {
    status,
    code,
    headers = {},
  }: { readonly status: number; readonly code: string; readonly headers?: object },
): void {
  response
    .writeHead(status, { "x-ms-error-code": code, "content-type": "application/xml", ...headers })
    .end(
      `\uFEFF<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>m</Message></Error>`,
    );
}

/** Writes an element, whose text is percent-encoded if XML cannot contain it. */
function element(name: string, text: string): string {
  if (/\p{Cc}/u.test(text)) return `<${name} Encoded="true">${encodeURIComponent(text)}</${name}>`;
  return `<${name}>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</${name}>`;
}

function sendList(
  response: ServerResponse,
  {
    blobs,
    url,
    pageSize,
  }: { readonly blobs: ReadonlyMap<string, Blob>; readonly url: URL; readonly pageSize: number },
): void {
  const prefix = url.searchParams.get("prefix") ?? "";
  const count = Math.min(pageSize, Number(url.searchParams.get("maxresults") ?? pageSize));
  const after = Buffer.from(url.searchParams.get("marker") ?? "", "base64").toString();
  const names = [...blobs.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted();
  const page = names.slice(0, count);
  const next = names.length > count ? Buffer.from(page.at(-1) ?? "").toString("base64") : "";
  const texts = page.map((name) => {
    const { content, tag } = blobs.get(name) ?? { content: Buffer.alloc(0), tag: "" };
    return `<Blob>${element("Name", name)}<Properties><Creation-Time>Thu, 26 Nov 2026 06:00:00 GMT</Creation-Time><Last-Modified>Thu, 26 Nov 2026 06:00:00 GMT</Last-Modified><Etag>${tag}</Etag><Content-Length>${content.length}</Content-Length><Content-Type>text/csv</Content-Type><BlobType>BlockBlob</BlobType></Properties><OrMetadata /></Blob>`;
  });
  response
    .writeHead(200, { "content-type": "application/xml" })
    .end(
      `\uFEFF<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="http://acme/" ContainerName="${containerName}">${element("Prefix", prefix)}<Blobs>${texts.join("")}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`,
    );
}

function sendBlob(
  response: ServerResponse,
  {
    blob,
    range,
    keepsVersions,
  }: { readonly blob: Blob | undefined; readonly range: string; readonly keepsVersions: boolean },
): void {
  if (blob === undefined) return fail(response, { status: 404, code: "BlobNotFound" });
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const start = Number(first ?? 0);
  const part = blob.content.subarray(start, last === undefined ? undefined : Number(last) + 1);
  response.writeHead(first === undefined ? 200 : 206, {
    etag: `"${blob.tag}"`,
    "content-type": "text/csv",
    "content-length": part.length,
    ...(keepsVersions && { "x-ms-version-id": blob.tag }),
    ...(first !== undefined && {
      "content-range": `bytes ${start}-${start + part.length - 1}/${blob.content.length}`,
    }),
  });
  response.end(part);
}
