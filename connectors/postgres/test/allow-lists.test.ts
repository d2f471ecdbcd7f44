import { type AddressInfo, createServer } from "node:net";
import { postgres } from "@wellhead/postgres";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { expect, it } from "vitest";

it("connects by the list of its own connector, whatever is asked and however the host is written", async () => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined).destroy();
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, "127.0.0.1", resolve);
  });
  // The cast is safe: a listening TCP server has an address of this type.
  const { port } = listener.address() as AddressInfo;
  configureEgress({ allow: "" });
  const app = await createApp({
    connectors: [postgres({ id: "inside" }), postgres({ id: "outside" })],
    allow: { inside: `127.0.0.1/32:${port}` },
    logger: false,
    failures: false,
    limits: { drainDelay: 0, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
  });
  const ask = async (id: string, host: string): Promise<readonly string[]> => {
    const account = { host, port, database: "shop", user: "ada", password: "secret", tls: "disable" };
    const bodies = {
      validate: { id: "database", fields: account },
      "": { source: "query", account: { auth: "database", ...account }, filter: { sql: "select 1" } },
      schema: { source: "query", account: { auth: "database", ...account }, filter: { sql: "select 1" } },
      "datalist?source=table&field=schema": { auth: "database", ...account },
    };
    const answers: string[] = [];
    for (const [path, payload] of Object.entries(bodies)) {
      const answer = await app.fastify.inject({ method: "POST", url: `/${id}/${path}`, payload });
      answers.push(answer.body);
    }
    return answers;
  };
  for (const host of ["127.0.0.1", "::ffff:127.0.0.1", "0x7f.1"]) {
    const before = connections;
    for (const body of await ask("outside", host)) expect(body).toContain("WELLHEAD_ALLOW");
    expect(connections).toBe(before);
    for (const body of await ask("inside", host)) expect(body).not.toContain("WELLHEAD_ALLOW");
    expect(connections).toBeGreaterThanOrEqual(before + 4);
  }
  await app.close();
  listener.close();
});
