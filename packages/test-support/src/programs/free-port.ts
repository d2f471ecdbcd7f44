import { once } from "node:events";
import { createServer } from "node:net";

/** Ports that Linux assigns neither to a server on port 0 nor to a connection, so that no neighbor takes one. */
const [firstPort, lastPort] = [12_000, 32_000];

/**
 * Finds a port for a program that cannot choose one itself.
 *
 * @returns A port of the loopback interface on which nothing listens, and which the system does not assign by itself
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen({ port, host: "127.0.0.1", exclusive: true });
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
