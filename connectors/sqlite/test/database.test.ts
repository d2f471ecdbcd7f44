import { describeSqlDatabase } from "@wellhead/testing";
import { findReaders } from "./find-readers.js";
import { mainFile, serveSqlite } from "./serve-sqlite.js";
import { dialect } from "./sql-dialect.js";

describeSqlDatabase({
  dialect,
  start: async () => {
    const service = await serveSqlite();
    const { url } = await service.app.listen({ port: 0 });
    return {
      url: new URL(url),
      account: {},
      place: { schema: mainFile },
      admin: (sql) => {
        service.run(mainFile, sql);
        return "";
      },
      checksum: () => service.hash(),
      running: () => findReaders(service.folder).length,
      sent: () => findReaders(service.folder).reduce((sum, { written }) => sum + written, 0),
      stop: () => service.close(),
    };
  },
});
