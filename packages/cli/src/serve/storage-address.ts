import { usageError } from "../command/command-error.js";

/** A command that copies a bucket or container to a folder, by the scheme of the address. */
const copyCommands: ReadonlyMap<string, string> = new Map([
  ["s3", "aws s3 sync --delete --exact-timestamps s3://bucket/prefix ./folder"],
  [
    "gs",
    "gcloud storage rsync --recursive --delete-unmatched-destination-objects gs://bucket/prefix ./folder",
  ],
  [
    "az",
    "azcopy sync --delete-destination=true https://account.blob.core.windows.net/container/prefix ./folder",
  ],
]);

/**
 * Refuses the address of object storage, such as `s3://bucket/prefix`, because files are only read from folders.
 *
 * @param word - The word as typed
 * @throws CommandError when the word is such an address; it shows neither credentials nor the query of the address
 */
export function refuseStorageAddress(word: string): void {
  const scheme = /^([a-z\d]+):\/\//i.exec(word)?.[1]?.toLowerCase() ?? "";
  const command = copyCommands.get(scheme);
  if (command === undefined) return;
  // Secret keys may contain slashes, and the query may hold a signature.
  const address = word.replace(/:\/\/.*@/su, "://").replace(/[?#].*$/su, "");
  throw usageError(
    `Could not serve "${address}": expected a path, got an address of object storage. Copy its objects to a folder and serve the folder.`,
    { details: [`For example: ${command}`, "             wellhead serve ./folder"] },
  );
}
