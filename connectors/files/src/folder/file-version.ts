import { type BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
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

/** Milliseconds without a change after which a file is considered to be written. */
const settledAfterMs = 500;

/** Milliseconds between two looks at a file. */
const lookMs = 25;

/**
 * Waits until a file has not changed for a while. A file whose last record has no end may be one to which a program still
 * writes, and a look at it at one moment does not show that.
 *
 * @param file - The listed file
 * @param quietMs - Milliseconds without a change. Default: 500
 * @throws ConnectorError `upstream_unavailable` when it changes
 */
export async function waitUntilSettled(file: FoundFile, quietMs: number = settledAfterMs): Promise<void> {
  for (let waited = 0; ; waited += lookMs) {
    await checkUnchanged(file);
    const { mtimeMs } = await stat(file.path);
    // A clock that is ahead of ours must not make us wait longer.
    if (waited >= quietMs || Date.now() - mtimeMs >= quietMs) return;
    await delay(lookMs);
  }
}
