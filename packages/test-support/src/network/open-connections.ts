import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/**
 * Counts the connections to a port of this machine that a process holds, as the kernel sees them: those being opened, the
 * open ones, and those that only the other end has closed.
 *
 * @param port - The port
 * @param pid - Counts those of one process only. Default: of all
 * @returns The number of connections; each end of one at this machine is counted at the end that opened it
 */
export function openConnections(port: number, pid?: number): number {
  const held = pid === undefined ? undefined : socketsOf(pid);
  const lines = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((path) => readFileSync(path, "utf8").split("\n"));
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return lines.filter((line) => {
    const [, , remote, , , , , , , inode = "0"] = line.trim().split(/\s+/);
    // A connection that no process holds any more has no inode.
    return inode !== "0" && remote?.endsWith(suffix) === true && held?.has(inode) !== false;
  }).length;
}

/** Returns the inodes of the sockets that a process holds. */
function socketsOf(pid: number): ReadonlySet<string> {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      // Closed since the folder was read.
      return "";
    }
  });
  return new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []));
}
