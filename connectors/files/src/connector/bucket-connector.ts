import { makeTemporaryFolder } from "@wellhead/engine-process";
import type { Connector } from "@wellhead/sdk";
import type { AccessKey } from "../bucket/amazon/amazon-credentials.js";
import { amazonService } from "../bucket/amazon/amazon-service.js";
import type { AzureCredentials } from "../bucket/azure/azure-account.js";
import { azureService } from "../bucket/azure/azure-service.js";
import type { GoogleKeyFile } from "../bucket/google/google-credentials.js";
import { googleService } from "../bucket/google/google-service.js";
import { type BucketAddress, parseBucketAddress } from "../bucket/objects/bucket-address.js";
import type { ObjectService } from "../bucket/objects/object-service.js";
import { bytesOf } from "../engine/bytes-of.js";
import type { FilesConnectorOptions } from "./files-connector-options.js";
import { storageConnector } from "./storage-connector.js";

/** Options of {@link bucketConnector}: the bucket, its credentials, and the limits. */
export interface BucketConnectorOptions extends Omit<FilesConnectorOptions, "path"> {
  /**
   * Address of the objects: `s3://bucket`, `gs://bucket` for Google Cloud Storage, or `az://container` for Azure Blob
   * Storage, each with a prefix or the key of a single object after another slash. An address of Azure may name the
   * storage account: `az://account.blob.core.windows.net/container`, `https://…` likewise, or
   * `abfss://container@account.dfs.core.windows.net`.
   */
  readonly url: string;
  /** S3: region of the bucket. Default: `AWS_REGION`, else that of the profile, else `us-east-1`. */
  readonly region?: string;
  /**
   * Azure: name of the storage account. Default: that of the address, else that of the connection string, else
   * `AZURE_STORAGE_ACCOUNT` or `AZURE_STORAGE_ACCOUNT_NAME`.
   */
  readonly account?: string;
  /**
   * URL of the storage, such as `https://minio.example.org:9000`. Default: for S3 `AWS_ENDPOINT_URL_S3`, else
   * `AWS_ENDPOINT_URL`; for Azure that of the connection string, else `AZURE_STORAGE_SERVICE_ENDPOINT`; else the public
   * one of the storage.
   */
  readonly endpoint?: string;
  /**
   * S3: whether the bucket is in the path of a URL, and not in its host name. Default: `true` for an endpoint and for a
   * bucket with a dot in its name.
   */
  readonly pathStyle?: boolean;
  /**
   * Credentials of the bucket, or `none` for a public bucket. Default: those of the environment, which depend on the
   * storage; if there are none, requests are not signed.
   *
   * - S3: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`, else the profile in `~/.aws`.
   * - Google: the file that `GOOGLE_APPLICATION_CREDENTIALS` names, else an HMAC key in the variables of S3, else the
   *   file of `gcloud auth application-default login`.
   * - Azure: `AZURE_STORAGE_CONNECTION_STRING`, else `AZURE_STORAGE_KEY`, else `AZURE_STORAGE_SAS_TOKEN`, else
   *   `AZURE_TENANT_ID` and `AZURE_CLIENT_ID` with `AZURE_CLIENT_SECRET` or `AZURE_FEDERATED_TOKEN_FILE`.
   */
  readonly credentials?: "none" | AccessKey | GoogleKeyFile | AzureCredentials;
  /** Maximum size of the copies on this machine. Default: `10GB`. */
  readonly cacheLimit?: string;
  /**
   * Maximum size of the objects that are copied in the background after the bucket was listed, so that their sources
   * have columns and filters before a request needs them; each counts as 512 KB at least. `0MB` copies nothing. Default: `64MB`.
   */
  readonly prefetchLimit?: string;
  /** Seconds for which a list of the bucket is used again. Default: 10. */
  readonly listingSeconds?: number;
  /** Variables of the deployment. Default: those of the process. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

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
      const { BucketStorage } = await import("../bucket/bucket-storage.js");
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
