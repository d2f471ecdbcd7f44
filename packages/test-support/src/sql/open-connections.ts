import { readFileSync } from "node:fs";

/** State of a connection in `/proc/net/tcp` that is open at both ends. */
const established = "01";

/**
 * Counts the open connections to a port of this machine, as the kernel sees them.
 *
 * @param port - The port
 * @returns The number of connections; each end of one at this machine is counted at the end that opened it
 */
export function openConnections(port: number): number {
  const lines = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((path) => readFileSync(path, "utf8").split("\n"));
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return lines.filter((line) => {
    const [, , remote, state] = line.trim().split(/\s+/);
    return state === established && remote?.endsWith(suffix) === true;
  }).length;
}
