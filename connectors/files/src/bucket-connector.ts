import { makeTemporaryFolder } from "@wellhead/engine-process";
import { type Connector, type HttpDefinition, Secret } from "@wellhead/sdk";
import { type BucketAddress, bucketUrl, parseBucketAddress } from "./bucket/bucket-address.js";
import { type BucketCredentials, findCredentials, findRegion } from "./bucket/find-credentials.js";
import { storageFault } from "./bucket/storage-fault.js";
import type { BucketConnectorOptions } from "./bucket-connector-options.js";
import { bytesOf } from "./engine/bytes-of.js";
import { storageConnector } from "./storage-connector.js";

/**
 * Creates a connector for a bucket of S3-compatible storage: every CSV, TSV, JSON, NDJSON, Parquet and XLSX object with
 * the prefix is a source. An object is copied to this machine when a request needs it.
 *
 * @param options - The bucket, its credentials and the limits
 * @returns The connector
 * @throws TypeError when an option is invalid
 * @example
 * ```ts
 * const connector = bucketConnector({ url: "s3://company-data/sales", region: "eu-central-1" });
 * ```
 */
export function bucketConnector(options: BucketConnectorOptions): Connector {
  const { url, name, cacheLimit = "10GB", prefetchLimit = "64MB", listingSeconds = 10, ...limits } = options;
  const address = parseBucketAddress(url);
  const { bucket, prefix, only } = address;
  const lastPart = (only ?? prefix).split("/").findLast((part) => part !== "");
  return storageConnector(
    { ...limits, name: name ?? lastPart ?? bucket, http: bucketHttp(address, options) },
    async (listing) => {
      const { BucketStorage } = await import("./bucket/bucket-storage.js");
      const copies = await makeTemporaryFolder("objects");
      const sizes = { maxBytes: bytesOf(cacheLimit), prefetchBytes: bytesOf(prefetchLimit) };
      const listingMs = listingSeconds * 1000;
      return new BucketStorage({ ...listing, ...sizes, bucket, prefix, only, copies, listingMs });
    },
  );
}

function bucketHttp(address: BucketAddress, options: BucketConnectorOptions): HttpDefinition {
  const { pathStyle, credentials, variables = process.env } = options;
  const isAmazon = address.scheme === "s3";
  const region = options.region ?? (isAmazon ? findRegion(variables) : "auto");
  const endpoint = options.endpoint ?? (isAmazon ? endpointOf(variables) : undefined);
  const given = credentials && credentials !== "none" ? secretsOf(credentials) : undefined;
  return {
    baseUrl: bucketUrl(address, { region, endpoint, pathStyle }),
    authorize: async (request) => {
      const found = credentials === "none" ? undefined : (given ?? findCredentials(variables));
      if (found === undefined) return;
      const { signRequest } = await import("./bucket/sign-request.js");
      await signRequest(request, { credentials: found, region, time: new Date() });
    },
    fault: (answer) => storageFault(address.bucket, answer),
  };
}

function endpointOf(variables: NonNullable<BucketConnectorOptions["variables"]>): string | undefined {
  return variables["AWS_ENDPOINT_URL_S3"] || variables["AWS_ENDPOINT_URL"] || undefined;
}

function secretsOf({
  accessKeyId,
  secretAccessKey,
  sessionToken,
}: Exclude<BucketConnectorOptions["credentials"], "none" | undefined>): BucketCredentials {
  return {
    accessKeyId,
    secretAccessKey: new Secret(secretAccessKey),
    ...(sessionToken !== undefined && { sessionToken: new Secret(sessionToken) }),
  };
}
