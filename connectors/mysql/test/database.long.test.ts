import { describeSqlDatabase } from "@wellhead/test-support";
import { startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { serveMysql } from "./serve-mysql.js";
import { dialect } from "./sql-dialect.js";
import { checksum, lock, logSettings, readStatements, shown } from "./watch-mariadb.js";

const running =
  "select count(*) from information_schema.processlist where user = 'wellhead_reader' and info is not null";
// The statistics queries themselves send far less than a megabyte.
const sent =
  "select round(variable_value / 1e6) from information_schema.global_status where variable_name = 'Bytes_sent'";

describeSqlDatabase({
  dialect,
  start: async () => {
    const server = await startMariadb({ settings: logSettings });
    const service = await serveMysql(server, { lockTimeoutMs: 1000 });
    const { url } = await service.app.listen({ port: 0 });
    const hasty = await serveMysql(server, { timeoutMs: 1000 });
    const bounded = await serveMysql(server, { statementTimeoutMs: 500 });
    const [hastyUrl, boundedUrl] = await Promise.all(
      [hasty, bounded].map(async ({ app }) => new URL((await app.listen({ port: 0 })).url)),
    );
    return {
      url: new URL(url),
      account: service.account(),
      place: { schema: "shop" },
      admin: (sql) => server.admin(sql),
      checksum: () => checksum(server),
      statements: () => Promise.resolve(readStatements(server)),
      running: () => Number(server.admin(running)),
      sent: () => Number(server.admin(sent)),
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
