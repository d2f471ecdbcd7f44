import { chownSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Creates a folder for a server that refuses to run as root.
 *
 * @param {string} name User that runs the server when this process runs as root.
 * @returns {{ folder: string, user: { uid?: number, gid?: number } }} The folder, and its owner in the form of `spawn`
 * options.
 */
export function ownedFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-bench-"));
  const user = process.getuid?.() === 0 ? idsOf(name) : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return { folder, user };
}

function idsOf(name) {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = (line ?? "").split(":");
  return { uid: Number(uid), gid: Number(gid) };
}
