import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import http, { type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../../packages/cli/bin/wellhead.js", import.meta.url));

let database: PostgresServer;
let service: Service;
let foreign: Server;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-join-"));
  database = await startPostgres();
  database.admin(`
    create table orders (id bigint primary key, person int, amount numeric(30, 2), placed timestamptz);
    insert into orders values
      (9007199254740993, 7, 99999999999999999999.01, '2026-01-01 23:30:00-02'),
      (2, 7, 0.10, '2026-01-02 01:00:00+00'),
      (3, 8, 5, '2026-01-03 00:00:00+00'),
      (4, 9, 1, '2026-01-04 00:00:00+00');`);
  service = await servePostgres(database);
  await service.app.listen({ port: 0 });
  foreign = serveCsv();
  await once(foreign.listen(0, "127.0.0.1"), "listening");
  await writeFile(join(folder, "account.json"), JSON.stringify(service.account()));
});

afterAll(async () => {
  foreign.closeAllConnections();
  foreign.close();
  await service.app.close();
  await database.stop();
  await rm(folder, { recursive: true });
});

/** A connector as people write it in other languages: it lists no columns, sends CSV with a BOM, and calls that plain text. */
function serveCsv(): Server {
  return http.createServer((request, response) => {
    request.resume();
    if (request.method === "GET") {
      const people = { id: "people", name: "People", description: "", filter: [] };
      const authentication = [{ id: "none", name: "None", description: "" }];
      const about = { id: "crm", name: "CRM", version: "1", description: "", authentication };
      response.end(JSON.stringify({ ...about, sources: [people] }));
    } else
      response
        .setHeader("content-type", "text/plain")
        .end('\uFEFFid,name,code\r\n7,"Ada ""L""\nLovelace",00501\r\n8,Grace,9007199254740993\r\n');
  });
}

function addressOf(server: Server): string {
  // A server on a TCP port has an address of this type.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a table of PostgreSQL joins with a connector in another shape that sends CSV, and both are copied", async () => {
  const address = addressOf(service.app.fastify.server);
  const statement = `select p.name, p.code, sum(o.amount) as worth, max(o.id) as last, min(o.placed)::date as first
    from pg."table" o join crm.people p on p.id = o.person group by all order by p.code`;
  const filters = ["-f", "pg.table.schema=public", "-f", "pg.table.table=orders"];
  const connect = ["-c", `pg=${address}`, "-c", `crm=${addressOf(foreign)}`, "--account", "pg=account.json"];
  const joined = await run(process.execPath, [program, "sql", statement, ...connect, ...filters], {
    cwd: folder,
  });
  expect(joined.stdout).toBe(
    '{"name":"Ada \\"L\\"\\nLovelace","code":"00501","worth":99999999999999999999.11,"last":9007199254740993,"first":"2026-01-02"}\n' +
      '{"name":"Grace","code":"9007199254740993","worth":5,"last":3,"first":"2026-01-03"}\n',
  );
  await run(process.execPath, [program, "pull", addressOf(foreign), "people", "-o", "people.ndjson"], {
    cwd: folder,
  });
  expect(await readFile(join(folder, "people.ndjson"), "utf8")).toBe(
    '{"id":"7","name":"Ada \\"L\\"\\nLovelace","code":"00501"}\n{"id":"8","name":"Grace","code":"9007199254740993"}\n',
  );
});
