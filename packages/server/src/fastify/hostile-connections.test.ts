import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import {
  type HostileConnection,
  hostileConnection,
} from "@wellhead/test-support/hostile/hostile-connections";
import { randomOf } from "@wellhead/test-support/hostile/random";
import { expect, test } from "vitest";
import { connectionShare, count, maxGrowth, repeat, seed, startSilent } from "../../test/hostile-run.js";

/** Number of requests to send. */
const requests = Math.ceil(count * connectionShare);

/** Connections that are open at once. */
const concurrency = 32;

let nextAddress = 0;

/** Sends bytes as a hostile client does, and reads the responses until the connection is closed. */
async function converse(url: string, { parts, end }: HostileConnection): Promise<string> {
  const { hostname, port } = new URL(url);
  // Connect from many addresses, because each has a limited number of ports.
  const localAddress = `127.0.0.${1 + (nextAddress++ % 250)}`;
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  const chunks: Buffer[] = [];
  // `once()` of Node would reject when the service resets a connection whose client was too slow to close it.
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const finish = (): unknown => (end === "reset" ? socket.resetAndDestroy() : socket.end());
  socket.once("data", () => setImmediate(finish));
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  for (const part of parts) {
    socket.write(part);
    await nextTurn();
  }
  // Close this side even if no response has arrived: the service then ends the request, because its caller has left.
  const timer = setTimeout(finish, 20);
  await closed;
  clearTimeout(timer);
  return Buffer.concat(chunks).toString("latin1");
}
test(`no bytes of ${requests} hostile requests on connections (seed ${seed}) are an unhandled fault, and every connection ends`, {
  timeout: 120_000 + requests * 50,
}, async () => {
  const { app, url } = await startSilent();
  const random = randomOf(seed);
  const statuses = new Set<number>();
  const faults: unknown[] = [];
  const send = async (connection: HostileConnection): Promise<number> => {
    const text = await converse(url, connection);
    const heads = [...text.matchAll(/HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n/g)];
    for (const [head, status] of heads) {
      statuses.add(Number(status));
      // A response may contain what a stranger sent only if no cache stores it. 100 is not a response of its own.
      const stored = !/^cache-control:/im.test(head) && status !== "100";
      // With so many requests at once, some may be refused. That is not a fault.
      const refused = status === "503" && /^retry-after:/im.test(head);
      if ((Number(status) >= 500 && !refused) || stored)
        faults.push({ head, parts: connection.parts.map((part) => part.toString("latin1")) });
    }
    return connection.requests;
  };
  const { growth, answered } = await repeat({ app, concurrency, requests }, () =>
    send(hostileConnection(random)),
  );
  expect(faults.slice(0, 3)).toStrictEqual([]);
  expect([...statuses]).toStrictEqual(expect.arrayContaining([200, 400, 403, 404]));
  expect(answered).toStrictEqual([200]);
  expect(growth).toBeLessThan(maxGrowth);
  const openConnections = promisify(app.fastify.server.getConnections.bind(app.fastify.server));
  await expect.poll(() => openConnections()).toBe(0);
  expect(Object.keys(Object.prototype)).toStrictEqual([]);
  await app.close();
});
