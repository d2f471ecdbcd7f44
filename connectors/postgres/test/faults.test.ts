import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it } from "vitest";
import { servePostgres } from "./serve-postgres.js";

it("asks to come back while the server is still starting", async () => {
  const fields = "SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0";
  const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
  const starting = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", () => socket.end(Buffer.concat([head, Buffer.from(fields)])));
  }).listen(0, "127.0.0.1");
  await once(starting, "listening");
  // The cast is safe: a server that listens on a port has an address with a port.
  const { port } = starting.address() as AddressInfo;
  const service = await servePostgres({ port });
  const answer = await service.post("/validate", { id: "database", fields: service.account() });
  starting.close();
  await service.app.close();
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.body)).toMatchObject({ code: "upstream_unavailable", retryAfter: 5 });
});
