import { describeSqlDatabase } from "@wellhead/testing";
import { servePostgres } from "./serve-postgres.js";
import { dialect } from "./sql-dialect.js";
import { startPostgres } from "./start-postgres.js";

describeSqlDatabase({
  dialect,
  start: async () => {
    // Little memory makes PostgreSQL begin a scan where the last one stopped.
    const server = await startPostgres({ settings: ["shared_buffers=1MB"] });
    const service = await servePostgres(server);
    const { url } = await service.app.listen({ port: 0 });
    return {
      url: new URL(url),
      account: service.account(),
      place: { schema: "public" },
      admin: (sql) => server.admin(sql),
      stop: async () => {
        await service.app.close();
        await server.stop();
      },
    };
  },
});
