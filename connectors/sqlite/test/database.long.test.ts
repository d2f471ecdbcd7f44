import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClientProgram, describeSqlDatabase } from "@wellhead/test-support";
import Database from "libsql";
import { findReaders } from "./find-readers.js";
import { outside } from "./role-limits.js";
import { mainFile, serveSqlite } from "./serve-sqlite.js";
import { dialect } from "./sql-dialect.js";

/**
 * Prints columns as Python reads them: the class of each value, and its text or the hexadecimal digits of its bytes.
 */
const python = `
import json, sqlite3, sys
def show(value):
    if value is None: return None
    if isinstance(value, bytes): return "b:" + value.hex()
    if isinstance(value, str): return "t:" + value
    return ("f:" if isinstance(value, float) else "i:") + repr(value)
for line in sys.stdin:
    question = json.loads(line)
    if isinstance(question, str):
        print(question, flush=True)
        continue
    connection = sqlite3.connect(question["path"])
    connection.text_factory = lambda text: text.decode("utf8", "replace")
    print(json.dumps([show(value) for (value,) in connection.execute(question["sql"])]))
    connection.close()
`;

describeSqlDatabase({
  dialect,
  start: async () => {
    const service = await serveSqlite({ temporaryLimit: 32 * 2 ** 20 });
    const path = join(service.folder, mainFile);
    service.run(
      String(dialect.invalidAccount.place["schema"]),
      "create table inside (id int); insert into inside values (1), (2)",
    );
    // The suite's first statement is a request, so a file must exist before it.
    service.run(mainFile, "create table first (id int)");
    const client = new ClientProgram({ command: "python3", parameters: ["-c", python] });
    const { url } = await service.app.listen({ port: 0 });
    return {
      url: new URL(url),
      account: {},
      place: { schema: mainFile },
      admin: (sql) => {
        service.run(mainFile, sql);
        return "";
      },
      shown: (table, column) => {
        const sql = `select ${column} from ${table} order by id`;
        const answer = client.ask({
          input: JSON.stringify({ path, sql }),
          echo: (line) => JSON.stringify(line),
        });
        // The cast is safe: the program prints a list of texts.
        return JSON.parse(answer) as string[];
      },
      kill: () => {
        for (const { pid } of findReaders(service.folder)) process.kill(pid, "SIGKILL");
        return Promise.resolve();
      },
      lock: () => {
        const writer = new Database(path);
        writer.exec("begin exclusive");
        return Promise.resolve(() => {
          writer.exec("rollback");
          writer.close();
        });
      },
      checksum: async () => {
        const escaped = readdirSync(tmpdir()).filter((name) => name.startsWith("escaped"));
        return [await service.hash(), existsSync(outside), ...escaped].join(" ");
      },
      running: () => findReaders(service.folder).length,
      sent: () => findReaders(service.folder).reduce((sum, { written }) => sum + written, 0),
      stop: () => {
        client.stop();
        return service.close();
      },
    };
  },
});
