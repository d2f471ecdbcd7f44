import { usageError } from "../command-line/command-error.js";

/** Where the credentials of a storage are set instead of in its address, by its scheme. */
const settings: ReadonlyMap<string, string> = new Map([
  ...["s3", "s3a"].map((scheme): [string, string] => [scheme, "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"]),
  ...["gs", "gcs"].map((scheme): [string, string] => [scheme, "GOOGLE_APPLICATION_CREDENTIALS"]),
  ...["az", "azure", "abfs", "abfss", "https"].map((scheme): [string, string] => [
    scheme,
    "AZURE_STORAGE_CONNECTION_STRING, AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN",
  ]),
]);

/** Hosts of storage accounts of Azure. Other addresses with `https` are not those of a bucket. */
const azureHost = /^https:\/\/[^/]*\.(?:blob|dfs)\.(?:core|storage)\.[a-z.]+(?:[/?#]|$)/i;

/** An address such as `abfss://container@account.dfs.core.windows.net/prefix`, which has a container before the host. */
const containerAtHost = /^(?:az|azure|abfss?):\/\/[a-z\d$-]+@[a-z\d.-]+(?:\/[^@?#]*)?$/i;

/**
 * Returns whether a word is the address of a bucket that can be served, such as `s3://bucket/prefix`.
 *
 * @param word - The word as typed
 * @returns Whether it is one
 * @throws CommandError when the address has credentials; the error shows neither them nor the query of the address
 */
export function isBucketAddress(word: string): boolean {
  const scheme = /^([a-z\d]+):\/\//i.exec(word)?.[1]?.toLowerCase() ?? "";
  const setting = settings.get(scheme);
  if (setting === undefined || (scheme === "https" && !azureHost.test(word))) return false;
  if (containerAtHost.test(word)) return true;
  // Secret keys may contain slashes, and the query may hold a signature.
  const address = word.replace(/:\/\/.*@/su, "://").replace(/[?#].*$/su, "");
  if (address === word) return true;
  throw usageError(
    `Could not serve "${address}": expected an address without credentials and query, got more. Set ${setting} instead.`,
  );
}
