import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";

/** Starts to listen, reports that, and then blocks forever without accepting connections. */
const program = `
require("node:net").createServer().listen({ host: process.argv[1], port: Number(process.argv[2]), backlog: 1 }, () => {
  require("node:fs").writeSync(1, "listening");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

/**
 * Starts a listener whose queue stays full, so that the system drops every further SYN.
 *
 * @param host - Address of loopback
 * @param port - Port
 * @returns A function that stops it
 */
export async function startBlockedListener(host: string, port: number): Promise<() => void> {
  const child = spawn(process.execPath, ["-e", program, host, String(port)], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  const queued = Array.from({ length: 4 }, () => connect(port, host).on("error", () => undefined));
  return () => {
    for (const socket of queued) socket.destroy();
    child.kill("SIGKILL");
  };
}
