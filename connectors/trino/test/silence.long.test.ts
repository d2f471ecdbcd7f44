import { openConnectionCount } from "@wellhead/runtime";
import { openConnections } from "@wellhead/test-support/network/open-connections";
import { startFaultProxy } from "@wellhead/test-support/network/start-fault-proxy";
import { afterAll, expect, it } from "vitest";
import { type Service, serveTrino } from "./serve-trino.js";
import { StandIn } from "./stand-in.js";

const server = await StandIn.start();
const patient = await serveTrino(server);
const impatient = await serveTrino(server, {}, { answer: 500, firstByte: 500, idle: 500, page: 1000 });

afterAll(async () => {
  await patient.app.close();
  await impatient.app.close();
  server.close();
});

const query = {
  source: "query",
  filter: { sql: "select i, repeat('x', 500) as text from range(20000) t(i)" },
};
/** Longer than idle connections are kept. */
const polling = { timeout: 50_000, interval: 100 };

/** Reads rows and schemas of a server that falls silent after some pieces of each connection. */
async function readSilent(
  service: Service,
  pieces: number,
): Promise<{ rows: string; schemas: number; passed: number }> {
  const proxy = await startFaultProxy(Number(new URL(server.url).port));
  proxy.pieces = pieces;
  const account = service.account({ server: `http://127.0.0.1:${proxy.port}` });
  const rows = await service.post("/", { account, ...query });
  const schemas = await service.post("/datalist", { source: "table", field: "schema", account });
  await expect.poll(() => openConnections(proxy.port), polling).toBe(0);
  proxy.stop();
  const ending = rows.body.includes("__streamError") ? "marked" : String(rows.status);
  return { rows: ending, schemas: schemas.status, passed: proxy.passedPieces };
}

it("a server that falls silent after any of its messages keeps no connection", async () => {
  // Other tests of this process may have left connections that wait for a next request.
  const before = openConnectionCount();
  const { passed, ...whole } = await readSilent(patient, Number.POSITIVE_INFINITY);
  expect(whole).toEqual({ rows: "200", schemas: 200 });
  const last = Math.min(passed - 1, 40);
  const endings = await Promise.all(
    Array.from({ length: last + 1 }, (_, pieces) => readSilent(impatient, pieces)),
  );
  expect(endings[0]).toMatchObject({ rows: "504", schemas: 504 });
  for (const { rows, schemas } of endings) {
    expect(["marked", "504"]).toContain(rows);
    expect([200, 504]).toContain(schemas);
  }
  expect(openConnectionCount()).toBeLessThanOrEqual(before);
}, 120_000);
