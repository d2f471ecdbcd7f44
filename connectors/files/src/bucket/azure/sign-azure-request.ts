import { createHmac } from "node:crypto";
import type { OutgoingRequest, Secret } from "@wellhead/sdk";

/** What a request is signed with. */
export interface SignAzureRequestOptions {
  /** Name of the storage account. */
  readonly account: string;
  /** Key of the account, Base64. */
  readonly key: Secret;
  /** Time of the request. */
  readonly time: Date;
}

/** Headers that are signed by their position, in this order. */
const signedHeaders = [
  "content-encoding",
  "content-language",
  "content-length",
  "content-md5",
  "content-type",
  "date",
  "if-modified-since",
  "if-match",
  "if-none-match",
  "if-unmodified-since",
  "range",
];

/**
 * Signs a request without a body with the key of a storage account.
 *
 * @param request - The request, changed in place
 * @param options - Account, key and time
 * @see https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
export function signAzureRequest(
  request: OutgoingRequest,
  { account, key, time }: SignAzureRequestOptions,
): void {
  const { method, url, headers } = request;
  headers["x-ms-date"] = time.toUTCString();
  const own = Object.keys(headers)
    .filter((name) => name.startsWith("x-ms-"))
    .toSorted()
    .map((name) => `${name}:${headers[name]?.trim().replaceAll(/\s+/g, " ")}\n`);
  const text = [
    method,
    ...signedHeaders.map((name) => headers[name] ?? ""),
    `${own.join("")}/${account}${url.pathname}${canonicalQuery(url)}`,
  ].join("\n");
  const signature = createHmac("sha256", Buffer.from(key.reveal(), "base64")).update(text).digest("base64");
  headers["authorization"] = `SharedKey ${account}:${signature}`;
}

/** Returns the decoded arguments, in the order of their names. */
function canonicalQuery({ searchParams }: URL): string {
  const names = [...new Set(searchParams.keys())].toSorted();
  return names
    .map((name) => `\n${name.toLowerCase()}:${searchParams.getAll(name).toSorted().join(",")}`)
    .join("");
}
