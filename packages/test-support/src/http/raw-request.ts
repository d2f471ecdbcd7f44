import { once } from "node:events";
import { connect } from "node:net";

/**
 * Sends bytes over a new connection and reads the whole response.
 *
 * @param url - Address of the service
 * @param bytes - The bytes of the request
 * @returns Everything received until the service closed the connection, and whether the connection failed
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
