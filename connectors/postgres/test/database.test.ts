import { describeSqlDatabase } from "@wellhead/testing";
import { servePostgres } from "./serve-postgres.js";
import { dialect } from "./sql-dialect.js";
import { startPostgres } from "./start-postgres.js";
import { checksum, computed, logSettings, readStatements } from "./watch-postgres.js";

const running =
  "select count(*) from pg_stat_activity where usename = 'wellhead_reader' and state = 'active'";

describeSqlDatabase({
  dialect,
  start: async () => {
    // Little memory makes PostgreSQL begin a scan where the last one stopped.
    const server = await startPostgres({ settings: ["shared_buffers=1MB", ...logSettings] });
    const service = await servePostgres(server);
    const { url } = await service.app.listen({ port: 0 });
    return {
      url: new URL(url),
      account: service.account(),
      place: { schema: "public" },
      admin: (sql) => server.admin(sql),
      checksum: () => checksum(server),
      statements: () => readStatements(server),
      running: () => Number(server.admin(running)),
      sent: () => computed(server),
      stop: async () => {
        await service.app.close();
        await server.stop();
      },
    };
  },
});
