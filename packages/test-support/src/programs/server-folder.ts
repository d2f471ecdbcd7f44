import { chownSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandUser } from "./run-command.js";

/** A temporary folder of a server. */
export interface ServerFolder {
  /** Path of the folder. The caller removes it. */
  readonly folder: string;
  /** User that owns the folder and runs the server, in the form of `spawn` options. */
  readonly user: CommandUser;
}

/**
 * Creates a temporary folder for a server that refuses to run as root.
 *
 * @param name - User that runs the server when this process runs as root; the server's Debian package creates it
 * @returns The folder and its owner
 */
export function makeServerFolder(name: string): ServerFolder {
  const folder = mkdtempSync(join(tmpdir(), `wellhead-${name}-`));
  const user = serverUser(name);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  return { folder, user };
}

function serverUser(name: string): CommandUser {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  if (line === undefined) throw new Error(`expected the user ${name} of the server's Debian package`);
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}
