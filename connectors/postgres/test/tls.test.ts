import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres({ tls: true });
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

async function encrypted(changes: Record<string, unknown>): Promise<unknown> {
  const body = {
    source: "query",
    account: service.account(changes),
    filter: { sql: "select ssl, version from pg_stat_ssl where pid = pg_backend_pid()" },
  };
  return JSON.parse((await service.post("/", body)).body);
}

it("reads over TLS when the certificate is the wanted one", async () => {
  const verified = { tls: "verify", authority: server.authority };
  await expect(encrypted(verified)).resolves.toEqual([{ ssl: true, version: "TLSv1.3" }]);
  await expect(encrypted({ ...verified, host: "localhost" })).resolves.toHaveLength(1);
});

it("refuses a certificate that no trusted authority signed", async () => {
  await expect(encrypted({ tls: "verify" })).resolves.toMatchObject({ status: 401, field: "authority" });
});

it("refuses what is not a certificate", async () => {
  const answer = await encrypted({ tls: "verify", authority: "-----BEGIN CERTIFICATE-----\nnone" });
  expect(answer).toMatchObject({ status: 401, field: "authority" });
});

it("refuses a certificate for another name", async () => {
  const answer = await encrypted({ tls: "verify", authority: server.authority, host: "127.0.0.2" });
  expect(answer).toMatchObject({ status: expect.any(Number) as number, field: expect.any(String) as string });
});

it("encrypts without checking only when asked to", async () => {
  await expect(encrypted({ tls: "unverified" })).resolves.toEqual([{ ssl: true, version: "TLSv1.3" }]);
  await expect(encrypted({ tls: "off" })).resolves.toEqual([{ ssl: false, version: null }]);
});
