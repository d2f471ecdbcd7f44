import { describeSqlDatabase } from "@wellhead/test-support";
import { startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { servePostgres } from "./serve-postgres.js";
import { dialect } from "./sql-dialect.js";
import { checksum, computed, lock, logSettings, readStatements, shown } from "./watch-postgres.js";

const running =
  "select count(*) from pg_stat_activity where usename = 'wellhead_reader' and state = 'active'";

describeSqlDatabase({
  dialect,
  start: async () => {
    // With little memory, PostgreSQL starts a scan where the last one stopped.
    const server = await startPostgres({ settings: ["shared_buffers=1MB", ...logSettings] });
    const service = await servePostgres(server, { lockTimeoutMs: 1000 });
    const { url } = await service.app.listen({ port: 0 });
    const hasty = await servePostgres(server, { timeoutMs: 1000 });
    const bounded = await servePostgres(server, { statementTimeoutMs: 500 });
    const [hastyUrl, boundedUrl] = await Promise.all(
      [hasty, bounded].map(async ({ app }) => new URL((await app.listen({ port: 0 })).url)),
    );
    return {
      url: new URL(url),
      account: service.account(),
      place: { schema: "public" },
      admin: (sql) => server.admin(sql),
      checksum: () => checksum(server),
      statements: () => readStatements(server),
      running: () => Number(server.admin(running)),
      sent: () => computed(server),
      shown: (table, column) => shown(server, table, column),
      kill: () => server.restart(),
      lock: (table) => lock(server, table),
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
