import { readFileName } from "../../folder/file-kind.js";

/** A bucket, or the part of it with a prefix. */
export interface BucketAddress {
  /** Protocol of the storage: that of S3, of Google Cloud Storage, or of Azure Blob Storage. */
  readonly scheme: "s3" | "gs" | "az";
  readonly bucket: string;
  /** Host of the storage, if the address names it. Only addresses of Azure do. */
  readonly host?: string;
  /** Key of the object, if the address is that of a single one. */
  readonly only: string | undefined;
  /** Beginning of the keys, which ends with `/` unless it is empty. */
  readonly prefix: string;
}

/** Schemes of addresses, as common tools write them. */
const schemes: ReadonlyMap<string, BucketAddress["scheme"]> = new Map([
  ["s3", "s3"],
  ["s3a", "s3"],
  ["gs", "gs"],
  ["gcs", "gs"],
  ["az", "az"],
  ["azure", "az"],
  ["abfs", "az"],
  ["abfss", "az"],
  ["https", "az"],
]);

/** Hosts of Azure Blob Storage, and of its other protocol, in all clouds of Azure. */
const azureHost =
  /^[a-z\d-]{3,40}(?:\.z\d\d)?\.(?:blob|dfs)\.(?:core\.windows\.net|storage\.azure\.net|core\.usgovcloudapi\.net|core\.chinacloudapi\.cn)$/;

const bucketNames: Readonly<Record<BucketAddress["scheme"], RegExp>> = {
  s3: /^[a-z\d][a-z\d._-]{1,220}[a-z\d]$/i,
  gs: /^[a-z\d][a-z\d._-]{1,220}[a-z\d]$/i,
  az: /^(?:[a-z\d][a-z\d-]{1,61}[a-z\d]|\$root|\$web|\$logs)$/,
};

/**
 * Parses the address of a bucket.
 *
 * @param text - Such as `s3://bucket/prefix`, `gs://bucket` or `az://container/prefix`. An address of Azure may name
 *   the storage account: `az://account.blob.core.windows.net/container`, `https://…` likewise, or
 *   `abfss://container@account.dfs.core.windows.net`
 * @returns Its parts
 * @throws TypeError when it is not such an address; the error does not show it, because it may contain a secret
 */
export function parseBucketAddress(text: string): BucketAddress {
  const {
    word = "",
    user,
    first = "",
    path = "",
  } = /^(?<word>[a-z\d]+):\/\/(?:(?<user>[^@/?#]*)@)?(?<first>[^@/?#]+)(?:\/(?<path>(?!\/)[^?#]*))?$/i.exec(
    text,
  )?.groups ?? {};
  const scheme = schemes.get(word.toLowerCase());
  const host = scheme === "az" ? hostOf(first.toLowerCase()) : undefined;
  const [bucket, prefix] =
    user === undefined && host !== undefined ? splitFirst(path) : [user ?? first, path];
  const isPlain = (user === undefined && word.toLowerCase() !== "https") || host !== undefined;
  if (scheme === undefined || !isPlain || !bucketNames[scheme].test(bucket) || prefix.startsWith("/"))
    throw new TypeError(
      "Could not make a connector for a bucket: expected an address such as s3://bucket/prefix without credentials, got another.",
    );
  const isObject = readFileName(prefix) !== undefined;
  const folder = isObject ? prefix.slice(0, prefix.lastIndexOf("/") + 1) : prefix.replace(/(?<=[^/])$/, "/");
  return {
    scheme,
    bucket,
    ...(host !== undefined && { host }),
    prefix: folder,
    only: isObject ? prefix : undefined,
  };
}

/** Returns the host of the Blob protocol for a host of Azure; `undefined` for another word. */
function hostOf(word: string): string | undefined {
  return azureHost.test(word) ? word.replace(".dfs.", ".blob.") : undefined;
}

function splitFirst(path: string): readonly [string, string] {
  const [first = ""] = path.split("/", 1);
  return [first, path.slice(first.length + 1)];
}
