import { type BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import { upstreamUnavailable } from "@wellhead/sdk";
import type { FoundFile } from "./found-file.js";

/**
 * Returns an identifier for the state of a file, built from its identity, its size, and its change times in
 * nanoseconds. These include the change time of the inode, because a program can reset the modification time.
 *
 * @param stats - The file's status, as the file system reports it
 * @returns Text that changes whenever the file does
 */
export function fileVersion({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join("-");
}

/**
 * Checks that a file has not changed since it was listed.
 *
 * @param file - The listed file
 * @throws ConnectorError `upstream_unavailable` when it was changed, replaced or deleted since
 */
export async function checkUnchanged({ path, name, version }: FoundFile): Promise<void> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  if (stats !== undefined && fileVersion(stats) === version) return;
  const change = stats === undefined ? "was deleted" : "changed";
  throw upstreamUnavailable(`Could not read "${name}": the file ${change} while it was read. Try again.`);
}
