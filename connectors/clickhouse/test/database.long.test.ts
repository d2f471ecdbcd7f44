import { describeSqlDatabase } from "@wellhead/test-support";
import { serveClickhouse } from "./serve-clickhouse.js";
import { shown } from "./shown.js";
import { dialect } from "./sql-dialect.js";
import { type ClickhouseServer, reader, startClickhouse } from "./start-clickhouse.js";

const running = `select count() from system.processes where user = '${reader.user}'`;
/** Rows that the server has read for the statements of the account. It reads on only when rows have been sent. */
const sent = `select sum(read_rows) from system.processes where user = '${reader.user}'`;

describeSqlDatabase({
  dialect,
  start: async () => {
    const server = await startClickhouse();
    const service = await serveClickhouse(server);
    const { url } = await service.app.listen({ port: 0 });
    const hasty = await serveClickhouse(server, { timeoutMs: 1000 });
    const bounded = await serveClickhouse(server, { statementTimeoutMs: 500 });
    const [hastyUrl, boundedUrl] = await Promise.all(
      [hasty, bounded].map(async ({ app }) => new URL((await app.listen({ port: 0 })).url)),
    );
    return {
      url: new URL(url),
      account: service.account(),
      place: { schema: "shop" },
      admin: (sql) => server.admin(sql),
      checksum: () => checksum(server),
      running: () => Number(server.admin(running)),
      sent: () => Number(server.admin(sent)),
      shown: (table, column) => shown(server.admin, table, column),
      kill: () => server.restart(),
      lock: () => Promise.reject(new Error("expected a database with locks")),
      server: {
        port: server.port,
        accountAt: (port) => service.account({ port }),
        hasty: hastyUrl ?? new URL(url),
        bounded: boundedUrl ?? new URL(url),
      },
      stop: async () => {
        await hasty.app.close();
        await bounded.app.close();
        await service.app.close();
        await server.stop();
      },
    };
  },
});

/** Returns a text that differs after a change of rows, tables or databases. */
function checksum(server: ClickhouseServer): string {
  const rows = ["orders", "plain"]
    .filter((table) => server.admin(`exists table ${table}`) === "1\n")
    .map((table) => server.admin(`select '${table}', * from ${table} order by id`));
  return [
    ...rows,
    server.admin("select database, name, engine from system.tables order by database, name"),
  ].join("");
}
