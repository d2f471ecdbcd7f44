import { postgres } from "@wellhead/postgres";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { type PostgresServer, reader, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { testLog } from "@wellhead/test-support/services/test-log";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  server.admin(
    "create table orders (id int primary key, note text, old text); insert into orders values (1, 'a', 'b'); create table hidden (id int primary key)",
  );
  const pinned = {
    host: "127.0.0.1",
    port: server.port,
    database: "postgres",
    ...reader,
    tls: "off",
  } as const;
  service = await servePostgres(server, { pinned: { ...pinned, tables: ["orders", "gone", "items"] } });
});
afterAll(async () => {
  await service.app.close();
  await server.stop();
});

async function rows(source: string): Promise<readonly [status: number, body: string]> {
  const { status, body } = await service.post("/postgres/", { source, account: { auth: "none" } });
  return [status, body];
}

it("a table that is missing is named, and the others can be read", async () => {
  expect(await rows("public.orders")).toEqual([200, '[{"id":1,"note":"a","old":"b"}]']);
  const answer = await service.app.fastify.inject({ method: "GET", url: "/postgres/" });
  const { sources } = answer.json<{ sources: { id: string; description: string }[] }>();
  expect(sources.map(({ id, description }) => [id, /Cannot be read/.test(description)])).toEqual([
    ["public.orders", false],
    ["public.gone", true],
    ["public.items", true],
  ]);
  const [status, body] = await rows("public.gone");
  expect(status).toBe(502);
  expect(body).toMatch(/the table \\"public.gone\\": it does not exist/);
  expect(body).not.toMatch(/"field"/);
});

it("a table that is missing is named by the log and by /ready, until it exists", async () => {
  const { logger, lines } = testLog();
  const pinned = {
    host: "127.0.0.1",
    port: server.port,
    database: "postgres",
    ...reader,
    tls: "off",
  } as const;
  configureEgress({ allow: "127.0.0.1/32:*" });
  const app = await createApp({
    connectors: [postgres({ pinned: { ...pinned, tables: ["orders", "later"] } })],
    logger,
    admin: { port: 0 },
    limits: { drainDelay: 0 },
  });
  const { url, adminUrl } = await app.listen({ port: 0 });
  const ready = async () => {
    const answer = await fetch(`${adminUrl}/ready`);
    return [answer.status, await answer.text()];
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await app.close();
  });
  expect(await ready()).toEqual([200, "ready\n"]);
  await fetch(url);
  const sentence = 'Could not read the table "public.later": it does not exist';
  expect(await ready()).toEqual([200, expect.stringContaining(`ready, but ${sentence}`)]);
  expect(lines.filter((line) => line.includes(JSON.stringify(sentence).slice(1, -1)))).toHaveLength(1);
  server.admin(`create table later (id int primary key); grant select on later to ${reader.user}`);
  vi.setSystemTime(Date.now() + 61_000);
  await fetch(url);
  expect(await ready()).toEqual([200, "ready\n"]);
});

it("a column that was dropped is noticed by the request after the one that failed", async () => {
  server.admin("alter table orders drop column old; alter table orders rename column note to text");
  expect((await rows("public.orders"))[0]).not.toBe(200);
  expect(await rows("public.orders")).toEqual([200, '[{"id":1,"text":"a"}]']);
});
