import { makeTemporaryFolder } from "@wellhead/engine-process";
import type { Connector } from "@wellhead/sdk";
import { amazonService } from "./bucket/amazon/amazon-service.js";
import { azureService } from "./bucket/azure/azure-service.js";
import { googleService } from "./bucket/google/google-service.js";
import { type BucketAddress, parseBucketAddress } from "./bucket/objects/bucket-address.js";
import type { ObjectService } from "./bucket/objects/object-service.js";
import type { BucketConnectorOptions } from "./bucket-connector-options.js";
import { bytesOf } from "./engine/bytes-of.js";
import { storageConnector } from "./storage-connector.js";

/**
 * Creates a connector for a bucket of S3-compatible storage or Google Cloud Storage, or for a container of Azure Blob
 * Storage: every CSV, TSV, JSON, NDJSON, Parquet and XLSX object with the prefix is a source. An object is copied to
 * this machine when a request needs it.
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
  const service = serviceOf(address, options);
  return storageConnector(
    { ...limits, name: name ?? lastPart ?? bucket, http: service.http },
    async (listing) => {
      const { BucketStorage } = await import("./bucket/bucket-storage.js");
      const copies = await makeTemporaryFolder("objects");
      const sizes = { maxBytes: bytesOf(cacheLimit), prefetchBytes: bytesOf(prefetchLimit) };
      const listingMs = listingSeconds * 1000;
      return new BucketStorage({ ...listing, ...sizes, service, bucket, prefix, only, copies, listingMs });
    },
  );
}

function serviceOf(address: BucketAddress, options: BucketConnectorOptions): ObjectService {
  const { region, account, endpoint, pathStyle, credentials, variables = process.env } = options;
  const shared = { endpoint, pathStyle, variables };
  const isNone = credentials === "none" || credentials === undefined;
  if (address.scheme === "az") {
    if (
      isNone ||
      "connectionString" in credentials ||
      "accountKey" in credentials ||
      "sasToken" in credentials
    )
      return azureService(address, { ...shared, account, credentials });
    throw credentialsFault("connectionString, accountKey or sasToken");
  }
  if (address.scheme === "gs") {
    if (isNone || "keyFile" in credentials || "accessKeyId" in credentials)
      return googleService(address, { ...shared, credentials });
    throw credentialsFault("keyFile, or accessKeyId and secretAccessKey");
  }
  if (isNone || "accessKeyId" in credentials)
    return amazonService(address, { ...shared, region, credentials });
  throw credentialsFault("accessKeyId and secretAccessKey");
}

function credentialsFault(expected: string): TypeError {
  return new TypeError(
    `Could not make a connector for a bucket: expected credentials with ${expected}, got others. Use those of the storage that the address names.`,
  );
}
