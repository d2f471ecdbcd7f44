import { type BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import { upstreamUnavailable } from "@wellhead/sdk";
import type { FoundFile } from "./found-file.js";

/**
 * Names the state of a file: its identity, its size, and the times of its last changes in nanoseconds. The time at which
 * the inode changed is one of them, because a program can set the other one back.
 *
 * @param stats - What the file system says about the file
 * @returns Text that changes whenever the file does
 */
export function fileVersion({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join("-");
}

/**
 * Checks that a file is still the one that was listed.
 *
 * @param file - The file as it was listed
 * @throws ConnectorError `upstream_unavailable` when it was changed, replaced or deleted since
 */
export async function checkUnchanged({ path, name, version }: FoundFile): Promise<void> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  if (stats !== undefined && fileVersion(stats) === version) return;
  const change = stats === undefined ? "was deleted" : "changed";
  throw upstreamUnavailable(`Could not read "${name}": the file ${change} while it was read. Try again.`);
}
