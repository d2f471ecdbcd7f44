import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { runCommand } from "@wellhead/test-support/programs/run-command";
import { type MariadbServer, reader, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

let server: MariadbServer;
let service: Service;
let deadPort: number;

beforeAll(async () => {
  server = await startMariadb();
  service = await serveMysql(server);
  const dead = createServer().listen(0, "127.0.0.1");
  await once(dead, "listening");
  // The cast is safe: a server that listens on a port has an address with a port.
  deadPort = (dead.address() as AddressInfo).port;
  dead.close();
});
afterAll(async () => {
  await service.app.close();
  await server.stop();
});

/** Returns hosts with their ports, in the order of their names. */
function hostsOf(names: string): string {
  const ports: Readonly<Record<string, number>> = { dead: deadPort, live: server.port };
  return names
    .split(",")
    .map((name) => `127.0.0.1:${ports[name] ?? 0}`)
    .join(",");
}

/** Returns whether the server's own client can read from a list of hosts. */
function isReadByClient(hosts: string, password: string): boolean {
  try {
    const login = ["--no-defaults", "--protocol=tcp", `-u${reader.user}`, `-p${password}`];
    runCommand("mariadb", [...login, "--default-character-set=utf8mb4", "-h", hosts, "-e", "select 1"]);
    return true;
  } catch {
    return false;
  }
}

function ask(hosts: string, password: string = reader.password) {
  const connection = `mariadb://${reader.user}:${encodeURIComponent(password)}@${hosts}/shop?ssl-mode=DISABLED`;
  const account = { auth: "database", connection };
  return service.post("/", { source: "query", account, filter: { sql: "select @@port as port" } });
}

describe("several hosts", () => {
  it.each(["dead,live", "live,dead", "dead,dead", "dead,dead,live"])(
    "are tried in order, as the server's own client does: %s",
    async (names) => {
      const hosts = hostsOf(names);
      const { status, body } = await ask(hosts);
      const rows: unknown = status === 200 ? JSON.parse(body) : "refused";
      expect(rows).toEqual(isReadByClient(hosts, reader.password) ? [{ port: server.port }] : "refused");
    },
  );

  it("are not asked for a wrong password twice", async () => {
    const hosts = hostsOf("dead,live,dead");
    const { status, body } = await ask(hosts, "wrong");
    expect(isReadByClient(hosts, "wrong")).toBe(false);
    expect(status).toBe(401);
    expect(body).toContain(`at 127.0.0.1:${server.port}: `);
  });

  it("are all named when none can be used", async () => {
    const { status, body } = await ask(`${hostsOf("dead")},nowhere.invalid`);
    expect(status).toBe(503);
    expect(body).toContain(`127.0.0.1:${deadPort}: nothing listens on port ${deadPort}`);
    expect(body).toContain("nowhere.invalid:3306: the name is not known");
  });
});
