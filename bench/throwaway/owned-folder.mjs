import { chownSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes a folder for a server that refuses to run as root.
 *
 * @param {string} name Who runs the server when this process is root's.
 * @returns {{ folder: string, user: { uid?: number, gid?: number } }} The folder, and who owns it as `spawn` takes it.
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
