import type { AccessKey } from "./bucket/amazon/amazon-credentials.js";
import type { AzureCredentials } from "./bucket/azure/azure-account.js";
import type { GoogleKeyFile } from "./bucket/google/google-credentials.js";
import type { FilesConnectorOptions } from "./files-connector-options.js";

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
