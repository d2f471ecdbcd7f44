import type { FilesConnectorOptions } from "./files-connector-options.js";

/** Options of {@link bucketConnector}: the bucket, its credentials, and the limits. */
export interface BucketConnectorOptions extends Omit<FilesConnectorOptions, "path"> {
  /**
   * Address of the objects: `s3://bucket`, `s3://bucket/prefix`, that of a single object, or the same with `gs://` for
   * Google Cloud Storage.
   */
  readonly url: string;
  /** Region of the bucket. Default: `AWS_REGION`, else that of the profile, else `us-east-1`. */
  readonly region?: string;
  /**
   * URL of the storage, such as `https://minio.example.org:9000`. Default: `AWS_ENDPOINT_URL_S3`, else
   * `AWS_ENDPOINT_URL`, else Amazon S3 or Google Cloud Storage.
   */
  readonly endpoint?: string;
  /**
   * Whether the bucket is in the path of a URL, and not in its host name. Default: `true` for an endpoint and for a
   * bucket with a dot in its name.
   */
  readonly pathStyle?: boolean;
  /**
   * Access key of the bucket, or `none` for a public bucket. Default: the variables `AWS_ACCESS_KEY_ID`,
   * `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`, else the profile in `~/.aws`; if there is none, requests are not
   * signed.
   */
  readonly credentials?:
    | "none"
    | {
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        /** Token of temporary credentials. Default: the credentials are permanent. */
        readonly sessionToken?: string;
      };
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
