import { type Http, upstreamInvalid } from "@wellhead/sdk";
import { SaxesParser } from "saxes";

/** An object of a bucket in the state in which it was listed. */
export interface ListedObject {
  readonly key: string;
  /** Size in bytes. */
  readonly size: number;
  /** Tag that changes whenever the content does, with its quotes. */
  readonly tag: string;
  /** Time of the last change, as the storage writes it. */
  readonly modified: string;
}

/** Which objects to list. */
export interface ListObjectsOptions {
  readonly bucket: string;
  /** Beginning of their keys. */
  readonly prefix: string;
  /** Maximum number of objects in one response. Default: that of the storage, usually 1,000. */
  readonly pageSize?: number;
}

/** Maximum number of responses, so that a storage that repeats itself cannot be read forever. */
const maxPages = 10_000;

/**
 * Lists objects in the order of their keys.
 *
 * @param http - Client of the bucket
 * @param options - Which objects
 * @returns The objects of one response after another
 * @throws ConnectorError `upstream_invalid` when a response is not a list, or a page repeats
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export async function* listObjects(
  http: Http,
  { bucket, prefix, pageSize }: ListObjectsOptions,
): AsyncGenerator<readonly ListedObject[]> {
  let token: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const text = await http
      .get("", {
        query: {
          "list-type": "2",
          "encoding-type": "url",
          prefix,
          ...(pageSize !== undefined && { "max-keys": pageSize }),
          ...(token !== undefined && { "continuation-token": token }),
        },
      })
      .text();
    const list = readList(text, bucket);
    yield list.objects;
    if (!list.isTruncated) return;
    if (list.next === undefined || list.next === token) break;
    token = list.next;
  }
  throw listFault(bucket, "its list does not end");
}

/** One response. */
interface ObjectList {
  readonly objects: readonly ListedObject[];
  readonly isTruncated: boolean;
  /** Token of the next response; `undefined` when this is the last one. */
  readonly next: string | undefined;
}

function readList(text: string, bucket: string): ObjectList {
  const values = new Map<string, string>();
  const objects: Map<string, string>[] = [];
  const path: string[] = [];
  let value = "";
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw listFault(bucket, `its list is damaged (${error.message.slice(0, 80)})`);
  });
  parser.on("opentag", ({ name }) => {
    path.push(name);
    value = "";
    if (path.join("/") === "ListBucketResult/Contents") objects.push(new Map());
  });
  parser.on("text", (part) => (value += part));
  parser.on("closetag", ({ name }) => {
    if (path.length === 2) values.set(name, value);
    if (path.length === 3 && path[1] === "Contents") objects.at(-1)?.set(name, value);
    path.pop();
    if (path.length === 0) values.set("root", name);
  });
  parser.write(text).close();
  if (values.get("root") !== "ListBucketResult") throw listFault(bucket, "its response is not a list");
  const isEncoded = values.get("EncodingType") === "url";
  return {
    objects: objects.map((object) => objectOf(object, { bucket, isEncoded })),
    isTruncated: values.get("IsTruncated") === "true",
    next: values.get("NextContinuationToken"),
  };
}

function objectOf(
  values: ReadonlyMap<string, string>,
  { bucket, isEncoded }: { readonly bucket: string; readonly isEncoded: boolean },
): ListedObject {
  const listed = values.get("Key") ?? "";
  const key = isEncoded ? decodeKey(listed) : listed;
  const tag = values.get("ETag");
  const size = values.get("Size") ?? "";
  if (!key || tag === undefined || !/^\d{1,15}$/.test(size))
    throw listFault(bucket, "its list has an object without key, size or tag");
  return { key, size: Number(size), tag, modified: values.get("LastModified") ?? "" };
}

/** Decodes a key, in which a space is written `+`; returns `undefined` when that is impossible. */
function decodeKey(key: string): string | undefined {
  try {
    return decodeURIComponent(key.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function listFault(bucket: string, reason: string): Error {
  return upstreamInvalid(
    `Could not list the bucket "${bucket}": ${reason}. Check that its endpoint is that of an S3 storage.`,
  );
}
