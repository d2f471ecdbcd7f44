import { endpointUrl } from "../objects/endpoint-url.js";

/** Where and how a bucket is reached. */
export interface BucketPlace {
  /** Region of the bucket, such as `eu-central-1`. */
  readonly region: string;
  /** URL of the storage; `undefined` means Amazon S3. */
  readonly endpoint: string | undefined;
  /** Whether the bucket is part of the path and not of the host name; `undefined` means the usual form of the storage. */
  readonly pathStyle: boolean | undefined;
}

/**
 * Returns the URL under which the objects of a bucket are.
 *
 * @param bucket - Name of the bucket
 * @param place - Where it is
 * @returns The URL, without a slash at its end
 * @throws TypeError when the endpoint is not the URL of a server
 */
export function bucketUrl(bucket: string, { region, endpoint, pathStyle }: BucketPlace): string {
  const url = endpointUrl(endpoint ?? amazonUrl(region));
  // The certificate of Amazon S3 does not cover names with further dots.
  const isInPath = pathStyle ?? (endpoint !== undefined || bucket.includes("."));
  if (isInPath) url.pathname = `${url.pathname.replace(/\/$/, "")}/${bucket}`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url.href.replace(/\/$/, "");
}

function amazonUrl(region: string): string {
  return `https://s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
}
