import { describeSqlDatabase } from "@wellhead/testing";
import { serveMysql } from "./serve-mysql.js";
import { dialect } from "./sql-dialect.js";
import { startMariadb } from "./start-mariadb.js";

describeSqlDatabase({
  dialect,
  start: async () => {
    const server = await startMariadb();
    const service = await serveMysql(server);
    const { url } = await service.app.listen({ port: 0 });
    return {
      url: new URL(url),
      account: service.account(),
      place: { schema: "shop" },
      admin: (sql) => server.admin(sql),
      stop: async () => {
        await service.app.close();
        await server.stop();
      },
    };
  },
});
