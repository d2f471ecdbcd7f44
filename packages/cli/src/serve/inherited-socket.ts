import { usageError } from "../command-line/command-error.js";
import type { Terminal } from "../terminal/terminal.js";

/** The first descriptor that systemd passes on. */
const firstDescriptor = 3;

/**
 * Finds the listening socket that systemd or a similar program has opened for this process.
 *
 * @param env - The environment
 * @param pid - Id of this process
 * @returns Its descriptor; `undefined` when there is none
 * @throws CommandError when there are several
 * @see https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html
 */
export function inheritedSocket(env: Terminal["env"], pid: number): number | undefined {
  // The variables also reach child processes, which do not have the descriptor.
  if (env["LISTEN_PID"] !== String(pid)) return undefined;
  const count = Number(env["LISTEN_FDS"]);
  if (count === 1) return firstDescriptor;
  throw usageError(
    `Could not use the sockets of systemd: expected one, got ${env["LISTEN_FDS"] ?? "none"}. Leave one ListenStream in wellhead.socket.`,
  );
}
