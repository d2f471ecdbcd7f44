import { once } from "node:events";
import { connect } from "node:net";

/**
 * Sends bytes over a connection of its own and reads all that comes back.
 *
 * @param url - Address of the service
 * @param bytes - The request as it stands
 * @returns Everything that came until the service closed, and whether it broke the connection
 */
export async function rawRequest(url: string, bytes: string): Promise<{ text: string; broken: boolean }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  let broken = false;
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => {
    broken = true;
  });
  await once(socket, "connect");
  socket.write(bytes);
  await new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
  });
  return { text: Buffer.concat(chunks).toString(), broken };
}
