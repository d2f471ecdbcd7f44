import { readFileName } from "../folder/file-kind.js";

/** A bucket, or the part of it with a prefix. */
export interface BucketAddress {
  readonly scheme: "s3" | "gs";
  readonly bucket: string;
  /** Key of the object, if the address is that of a single one. */
  readonly only: string | undefined;
  /** Beginning of the keys, which ends with `/` unless it is empty. */
  readonly prefix: string;
}

/** Where and how a bucket is reached. */
export interface BucketPlace {
  /** Region of the bucket, such as `eu-central-1`. */
  readonly region: string;
  /** URL of the storage; `undefined` means Amazon S3, or Google Cloud Storage for a `gs:` address. */
  readonly endpoint: string | undefined;
  /** Whether the bucket is part of the path and not of the host name; `undefined` means the usual form of the storage. */
  readonly pathStyle: boolean | undefined;
}

/**
 * Parses the address of a bucket.
 *
 * @param text - Such as `s3://bucket/prefix` or `gs://bucket`
 * @returns Its parts
 * @throws TypeError when it is not such an address; the error does not show it, because it may contain a secret
 */
export function parseBucketAddress(text: string): BucketAddress {
  const {
    scheme,
    bucket,
    prefix = "",
  } = /^(?<scheme>s3|gs):\/\/(?<bucket>[a-z\d][a-z\d._-]{1,220}[a-z\d])(?:\/(?<prefix>(?!\/)[^?#]*))?$/i.exec(
    text,
  )?.groups ?? {};
  if (scheme === undefined || bucket === undefined)
    throw new TypeError(
      "Could not make a connector for a bucket: expected an address such as s3://bucket/prefix without credentials, got another.",
    );
  const isObject = readFileName(prefix) !== undefined;
  const folder = isObject ? prefix.slice(0, prefix.lastIndexOf("/") + 1) : prefix.replace(/(?<=[^/])$/, "/");
  return {
    scheme: scheme.toLowerCase() === "gs" ? "gs" : "s3",
    bucket,
    prefix: folder,
    only: isObject ? prefix : undefined,
  };
}

/**
 * Returns the URL under which the objects of a bucket are.
 *
 * @param address - The bucket
 * @param place - Where it is
 * @returns The URL, without a slash at its end
 * @throws TypeError when the endpoint is not the URL of a server
 */
export function bucketUrl(
  { scheme, bucket }: BucketAddress,
  { region, endpoint, pathStyle }: BucketPlace,
): string {
  const url = endpointUrl(
    endpoint ?? (scheme === "gs" ? "https://storage.googleapis.com" : amazonUrl(region)),
  );
  // The certificate of Amazon S3 does not cover names with further dots.
  const isInPath = pathStyle ?? (endpoint !== undefined || scheme === "gs" || bucket.includes("."));
  if (isInPath) url.pathname = `${url.pathname.replace(/\/$/, "")}/${bucket}`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url.href.replace(/\/$/, "");
}

function amazonUrl(region: string): string {
  return `https://s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
}

function endpointUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (url !== undefined && /^https?:$/.test(url.protocol) && isPlain) return url;
  throw new TypeError(
    "Could not make a connector for a bucket: expected an endpoint such as https://storage.example.org without credentials, got another.",
  );
}
