import { execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { promisify } from "node:util";
import { configureEgress } from "@wellhead/runtime";
import { type PostgresServer, reader, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

/** Names of the ports in the strings below. */
type Port = "primary" | "readonly" | "standby" | "dead" | "starting" | "closing";

let servers: readonly PostgresServer[];
let fakes: readonly Server[];
let service: Service;
let ports: Readonly<Record<Port, number>>;

beforeAll(async () => {
  servers = await Promise.all([
    startPostgres(),
    startPostgres({ settings: ["default_transaction_read_only=on"] }),
    startPostgres({ isStandby: true }),
  ]);
  const [primary = 0, readonly = 0, standby = 0] = servers.map(({ port }) => port);
  fakes = [createServer(), createServer(), createServer()];
  const [dead, starting, closing] = fakes;
  // A server that is starting reports this before the sign-in.
  const message = Buffer.from("SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length + 4);
  starting?.on("connection", (socket) => {
    socket
      .on("error", () => undefined)
      .once("data", () => socket.end(Buffer.concat([Buffer.from("E"), length, message])));
  });
  closing?.on("connection", (socket) => socket.on("error", () => undefined).resetAndDestroy());
  const [deadPort = 0, startingPort = 0, closingPort = 0] = await Promise.all(fakes.map(portOf));
  dead?.close();
  ports = { primary, readonly, standby, dead: deadPort, starting: startingPort, closing: closingPort };
  service = await servePostgres({ port: primary });
});
afterAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  await service.app.close();
  for (const fake of fakes) fake.close();
  await Promise.all(servers.map((server) => server.stop()));
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The cast is safe: a server that listens on a port has an address with a port.
  return (server.address() as AddressInfo).port;
}

/** Replaces the names of servers with their ports. */
function withPorts(text: string): string {
  return text.replaceAll(/<(\w+)>/g, (_, name: Port) => `127.0.0.1:${ports[name]}`);
}

const sql = "select inet_server_port() as port";

const run = promisify(execFile);

/** Returns the port of the server that psql reads, or "refused". The fake servers keep responding while it runs. */
async function readWithPsql(connection: string, password: string): Promise<string> {
  const environment = { PGCONNECT_TIMEOUT: "30", PGPASSWORD: password, PGUSER: reader.user };
  try {
    const { stdout } = await run("psql", ["-AtXw", connection, "-c", sql], {
      env: { ...process.env, ...environment },
    });
    return stdout.trim();
  } catch {
    return "refused";
  }
}

async function ask(
  connection: string,
  password: string = reader.password,
): Promise<{ status: number; body: string }> {
  const account = {
    auth: "database",
    connection,
    user: reader.user,
    password,
    tls: "disable",
    database: "postgres",
  };
  return service.post("/", { source: "query", account, filter: { sql } });
}

async function read(connection: string, password: string): Promise<string> {
  const { status, body } = await ask(connection, password);
  return status === 200 ? String((JSON.parse(body) as readonly { port: number }[])[0]?.port) : "refused";
}

describe("several hosts", () => {
  it.each([
    "postgres://<primary>,<dead>/postgres",
    "postgres://<dead>,<primary>/postgres",
    "postgres://nowhere.invalid,<primary>/postgres",
    "postgres://<dead>,<closing>/postgres",
    "postgres://<readonly>,<primary>/postgres",
    "postgres://<readonly>,<primary>/postgres?target_session_attrs=any",
    "postgres://<readonly>,<standby>,<primary>/postgres?target_session_attrs=read-write",
    "postgres://<standby>,<readonly>/postgres?target_session_attrs=read-write",
    "postgres://<primary>,<readonly>/postgres?target_session_attrs=read-only",
    "postgres://<primary>,<standby>/postgres?target_session_attrs=read-only",
    "postgres://<standby>,<readonly>/postgres?target_session_attrs=primary",
    "postgres://<readonly>,<primary>,<standby>/postgres?target_session_attrs=standby",
    "postgres://<primary>/postgres?target_session_attrs=standby",
    "postgres://<primary>,<standby>/postgres?target_session_attrs=prefer-standby",
    "postgres://<readonly>,<primary>/postgres?target_session_attrs=prefer-standby",
    "postgres://<dead>,<primary>/postgres?target_session_attrs=prefer-standby",
    "postgres://<readonly>/postgres?target_session_attrs=read-write",
    // A server that rejects the sign-in ends the search.
    "postgres://<primary>,<readonly>/nothing",
    "postgres://<primary>,<readonly>/postgres?sslmode=require",
    "postgres://nobody@<primary>,<readonly>/postgres",
  ])("lead where psql is led: %s", async (text) => {
    const connection = withPorts(text);
    expect(await read(connection, reader.password)).toBe(await readWithPsql(connection, reader.password));
  });

  it.each([
    "127.0.0.1,127.0.0.1 port=<dead>,<primary>",
    "127.0.0.1,127.0.0.1,127.0.0.1 port=<dead>,<primary>",
  ])("have a port each, or one: host=%s", async (text) => {
    const connection = `host=${withPorts(text).replaceAll(/(?<=[=,])127\.0\.0\.1:/g, "")} dbname=postgres`;
    expect(await read(connection, reader.password)).toBe(await readWithPsql(connection, reader.password));
  });

  it.each(["starting", "closing"])(
    "are passed over when a server is %s, which ends the search of psql",
    async (name) => {
      const connection = withPorts(`postgres://<${name}>,<primary>/postgres`);
      expect(await read(connection, reader.password)).toBe(String(ports.primary));
    },
  );

  it("are not asked for a wrong password twice", async () => {
    const connection = withPorts("postgres://<dead>,<primary>,<readonly>/postgres");
    const { status, body } = await ask(connection, "not-this-one");
    expect(status).toBe(401);
    expect(body).toContain(`at 127.0.0.1:${ports.primary}: the user or the password is wrong`);
    expect(body).not.toContain(String(ports.readonly));
  });

  it("are all named when none can be used, each with its reason", async () => {
    const text =
      "postgres://<dead>,nowhere.invalid:1,<starting>,<standby>/postgres?target_session_attrs=read-write";
    const { status, body } = await ask(withPorts(text));
    expect(status).toBe(503);
    const { error, field } = JSON.parse(body) as Readonly<Record<string, string>>;
    expect(field).toBe("host");
    expect(error).toContain(`127.0.0.1:${ports.dead}: nothing listens on port ${ports.dead}`);
    expect(error).toContain("nowhere.invalid:1: the name is not known");
    expect(error).toContain(`127.0.0.1:${ports.starting}: it is shutting down or starting`);
    expect(error).toContain(`127.0.0.1:${ports.standby}: it is read-only`);
  });

  it("hold for lists and for the sign-in as well", async () => {
    const connection = withPorts("postgres://<dead>,<standby>/postgres?target_session_attrs=standby");
    const account = { auth: "database", connection, ...reader, tls: "disable" };
    const list = await service.post("/datalist", { source: "table", field: "schema", account });
    expect(list).toMatchObject({ status: 200, body: expect.stringContaining("public") });
    const validated = await service.post("/validate", { id: "database", fields: account });
    expect(validated).toMatchObject({ status: 200, body: expect.stringContaining("127.0.0.1,127.0.0.1") });
  });

  it("are chosen at random where the string asks for it", async () => {
    const connection = withPorts("postgres://<primary>,<readonly>/postgres?load_balance_hosts=random");
    const seen = new Set<string>();
    const both = new Set([String(ports.primary), String(ports.readonly)]);
    await expect
      .poll(async () => seen.add(await read(connection, reader.password)), { interval: 1 })
      .toEqual(both);
  });

  it("are dialled only where the egress policy allows it, each of them", async () => {
    configureEgress({ allow: `127.0.0.1/32:${ports.primary}` });
    const allowed = await ask(withPorts("postgres://<readonly>,<primary>/postgres"));
    const refused = await ask(withPorts("postgres://<readonly>,<standby>/postgres"));
    configureEgress({ allow: "127.0.0.1/32:*" });
    expect(JSON.parse(allowed.body)).toEqual([{ port: ports.primary }]);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.body).toContain(`127.0.0.1:${ports.readonly}: `);
    expect(refused.body).toContain(`127.0.0.1:${ports.standby}: `);
  });
});
