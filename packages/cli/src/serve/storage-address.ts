import { usageError } from "../command/command-error.js";

/**
 * Returns whether a word is the address of a bucket that can be served, such as `s3://bucket/prefix`.
 *
 * @param word - The word as typed
 * @returns Whether it is one
 * @throws CommandError when it is the address of storage that cannot be read, or has credentials; the error shows
 *   neither them nor the query of the address
 */
export function isBucketAddress(word: string): boolean {
  const scheme = /^([a-z\d]+):\/\//i.exec(word)?.[1]?.toLowerCase();
  if (scheme !== "s3" && scheme !== "gs" && scheme !== "az") return false;
  // Secret keys may contain slashes, and the query may hold a signature.
  const address = word.replace(/:\/\/.*@/su, "://").replace(/[?#].*$/su, "");
  if (scheme === "az")
    throw usageError(
      `Could not serve "${address}": Azure Blob Storage is not read. Copy its objects to a folder and serve the folder.`,
      {
        details: [
          "For example: azcopy sync --delete-destination=true https://account.blob.core.windows.net/container/prefix ./folder",
          "             wellhead serve ./folder",
        ],
      },
    );
  if (address === word) return true;
  throw usageError(
    `Could not serve "${address}": expected an address without credentials and query, got more. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead.`,
  );
}
