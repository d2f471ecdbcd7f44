import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { reader, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { addressOf } from "./consumer.mjs";

const ROW_COUNT = 20_000;

/**
 * Reads rows of a file and of two databases with the installed connectors. Their engines and threads are programs, which
 * the packages must contain.
 *
 * @param {string} project Folder of a project that has the connectors and their engines.
 * @returns {Promise<string[]>} Ids of the connectors.
 * @throws {Error} When a connector does not return all rows.
 */
export async function proveDatabases(project) {
  const [postgres, mariadb] = await Promise.all([startPostgres({ isOpen: true }), startMariadb()]);
  try {
    postgres.admin(
      `create role ${reader.user} login; create table things as select i as id, 'thing ' || i as name from generate_series(1, ${ROW_COUNT}) i; grant select on things to ${reader.user}`,
    );
    mariadb.admin(
      `create table things as select seq as id, concat('thing ', seq) as name from seq_1_to_${ROW_COUNT}; create user open@'%'; grant select on shop.* to open@'%'`,
    );
    const rows = Array.from({ length: ROW_COUNT }, (_, index) => `${index + 1},thing ${index + 1}\n`);
    writeFileSync(join(project, "things.csv"), `id,name\n${rows.join("")}`);
    const place = { host: "127.0.0.1", password: "", tls: "off" };
    const pinned = {
      postgres: {
        ...place,
        port: postgres.port,
        database: "postgres",
        user: reader.user,
        tables: ["things"],
      },
      mysql: { ...place, port: mariadb.port, database: "shop", user: "open", tables: ["things"] },
    };
    writeFileSync(
      join(project, "wellhead.config.mjs"),
      `import { mysql } from "@wellhead/mysql";
import { postgres } from "@wellhead/postgres";
const pinned = ${JSON.stringify(pinned)};
export default { connectors: [postgres({ pinned: pinned.postgres }), mysql({ pinned: pinned.mysql }), "things.csv"] };
`,
    );
    return await readAll(project);
  } finally {
    await Promise.all([postgres.stop(), mariadb.stop()]);
  }
}

/**
 * @param {string} project Folder of the project, with a configuration.
 * @returns {Promise<string[]>} Ids of the connectors, each of which has returned all rows and has its logo.
 */
async function readAll(project) {
  const program = join(project, "node_modules/@wellhead/cli/bin/wellhead.js");
  const words = [program, "serve", "--port", "0", "--log-level", "error"];
  const env = { ...process.env, WELLHEAD_ALLOW: "127.0.0.1/32:*" };
  const service = spawn(process.execPath, words, { cwd: project, env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const url = await addressOf(service);
    const ids = ["postgres", "mysql", "things"];
    for (const id of ids) {
      const { sources } = /** @type {{ sources: { id: string }[] }} */ (
        await (await fetch(`${url}/${id}/`)).json()
      );
      const answer = await fetch(`${url}/${id}/`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ source: sources[0]?.id, account: {}, filter: {} }),
      });
      const text = await answer.text();
      const rows = answer.ok ? /** @type {unknown[]} */ (JSON.parse(text)).length : text;
      if (rows !== ROW_COUNT)
        throw new Error(`Could not read ${id} with the packages: expected ${ROW_COUNT} rows, got ${rows}`);
      const { status } = await fetch(`${url}/${id}/logo`);
      if (status !== 200) throw new Error(`Could not read the logo of ${id}: status ${status}`);
    }
    return ids;
  } finally {
    service.kill();
  }
}
