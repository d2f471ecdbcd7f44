import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import { connect as connectPlain } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { defineConnector } from "@wellhead/sdk";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";
import type { AppOptions } from "../fastify/app.js";

let folder: string;
const opened: StartedApp[] = [];
const file = (name: string) => join(folder, name);

function openssl(...words: readonly string[]): void {
  execFileSync("openssl", words, { cwd: folder, stdio: "ignore" });
}

function makeKey(name: string): void {
  openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-out", `${name}.key`);
}

/** Creates a certificate signed by an authority; a negative number of days creates an expired one. */
function issue(name: string, authority: string, days: number): void {
  makeKey(name);
  openssl("req", "-new", "-key", `${name}.key`, "-subj", `/CN=${name}`, "-out", `${name}.csr`);
  const signing = ["-CA", `${authority}.pem`, "-CAkey", `${authority}.key`, "-CAcreateserial"];
  openssl(
    "x509",
    "-req",
    "-in",
    `${name}.csr`,
    ...signing,
    "-days",
    String(days),
    "-extfile",
    "names",
    "-out",
    `${name}.pem`,
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tls-"));
  await writeFile(file("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
  for (const authority of ["authority", "stranger"]) {
    makeKey(authority);
    openssl(
      "req",
      "-x509",
      "-key",
      `${authority}.key`,
      "-subj",
      `/CN=${authority}`,
      "-days",
      "2",
      "-out",
      `${authority}.pem`,
    );
  }
  for (const name of ["first", "second", "client"]) issue(name, "authority", 2);
  issue("ended", "authority", -1);
  issue("foreign", "stranger", 2);
}, 60_000);

afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close();
});

afterAll(() => rm(folder, { recursive: true }));

/** A connector that returns its rows when the test tells it to. */
function gated() {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const connector = defineConnector({
    id: "gated",
    name: "Gated",
    version: "1.0.0",
    description: "Waits",
    sources: (source) => ({
      rows: source({
        name: "Rows",
        async *rows() {
          yield [{ row: 1 }];
          await gate;
          yield [{ row: 2 }];
        },
      }),
    }),
  });
  return { connector, open: () => open() };
}

async function start(options: Partial<AppOptions>): Promise<StartedApp & { readonly open: () => void }> {
  for (const ending of ["pem", "key"]) await copyFile(file(`first.${ending}`), file(`used.${ending}`));
  const { connector, open } = gated();
  const started = await startApp([connector], {
    tls: { cert: file("used.pem"), key: file("used.key") },
    ...options,
  });
  opened.push(started);
  return { ...started, open };
}

async function replaceCertificate(name: string): Promise<void> {
  for (const ending of ["pem", "key"]) await copyFile(file(`${name}.${ending}`), file(`used.${ending}`));
}

interface Asked {
  readonly client?: string;
  readonly agent?: Agent;
}

async function ask(url: string, { client, agent }: Asked = {}): Promise<{ status: number; text: string }> {
  const credentials =
    client === undefined
      ? {}
      : { cert: await readFile(file(`${client}.pem`)), key: await readFile(file(`${client}.key`)) };
  const ca = await readFile(file("authority.pem"));
  return new Promise((resolve, reject) => {
    request(url, { ca, agent: agent ?? false, ...credentials }, (response) => {
      void response.toArray().then((parts) => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
      }, reject);
    })
      .on("error", reject)
      .end();
  });
}

/** Opens a connection without a server name, as a client that connects to an IP address does. */
async function connection(url: string): Promise<TLSSocket> {
  const ca = await readFile(file("authority.pem"));
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port), ca }, () => resolve(socket));
    socket.once("error", reject);
  });
}

test("curl trusts the listener by its authority, by name and by address", async () => {
  const { url } = await start({});
  expect(url).toMatch(/^https:/);
  for (const host of ["localhost", "127.0.0.1"]) {
    const words = [
      "-sS",
      "--noproxy",
      "*",
      "--cacert",
      file("authority.pem"),
      `https://${host}:${new URL(url).port}/`,
    ];
    // Not the synchronous variant, because the service runs in this process.
    const { stdout } = await promisify(execFile)("curl", words);
    expect(JSON.parse(stdout)).toMatchObject({ id: "gated" });
  }
});

test("certificates are replaced while a stream goes on, and broken ones never", async () => {
  const { url, app, lines, open } = await start({});
  const socket = await connection(url);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(socket, "close");
  const body = '{"source":"rows"}';
  socket.write(
    `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => text).toContain('"row":1');
  const subject = async () => {
    const next = await connection(url);
    const { CN } = next.getPeerCertificate().subject;
    next.destroy();
    return CN;
  };
  expect(await subject()).toBe("first");
  await replaceCertificate("second");
  app.reload();
  expect(await subject()).toBe("second");
  await writeFile(file("used.key"), "broken");
  app.reload();
  expect(await subject()).toBe("second");
  await copyFile(file("first.key"), file("used.key"));
  app.reload();
  expect(await subject()).toBe("second");
  await rm(file("used.pem"));
  app.reload();
  expect(await subject()).toBe("second");
  expect(lines.filter((line) => line.includes("Could not reload the certificates"))).toHaveLength(3);
  expect(lines.join()).not.toContain("PRIVATE KEY");
  await replaceCertificate("first");
  app.reload();
  expect(await subject()).toBe("first");
  open();
  await ended;
  expect(text).toContain('"row":2');
});

test("a client certificate of the authority is a credential, and no other one is", async () => {
  let now = new Date();
  const { url } = await start({
    tls: { cert: file("used.pem"), key: file("used.key"), clientCa: file("authority.pem") },
    now: () => now,
  });
  expect(await ask(url)).toMatchObject({
    status: 401,
    text: expect.stringContaining("expected a client certificate"),
  });
  expect(await ask(url, { client: "foreign" })).toMatchObject({
    status: 401,
    text: expect.stringContaining("not signed by the trusted authority"),
  });
  expect(await ask(url, { client: "ended" })).toMatchObject({
    status: 401,
    text: expect.stringContaining("has expired"),
  });
  expect(await ask(url, { client: "client" })).toMatchObject({ status: 200 });
  // A connection may outlive the certificate it was opened with.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask(url, { client: "client", agent })).toMatchObject({ status: 200 });
  now = new Date(now.getTime() + 3 * 86_400_000);
  expect(await ask(url, { client: "client", agent })).toMatchObject({
    status: 401,
    text: expect.stringContaining("has expired"),
  });
  agent.destroy();
});

test("a plain HTTP connection to the port is closed without a response, and the service keeps running", async () => {
  const { url } = await start({});
  const socket = connectPlain(Number(new URL(url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  socket.write("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
  await closed;
  expect(text).not.toContain("gated");
  expect(await ask(url)).toMatchObject({ status: 200 });
});

test.each([
  ["a key of another certificate", { cert: "first.pem", key: "second.key" }, "with the key"],
  ["a file that is not there", { cert: "nowhere.pem", key: "first.key" }, "nowhere.pem"],
  ["a file that is not a certificate", { cert: "names", key: "first.key" }, "Could not use the certificate"],
])("a service does not start with %s", async (_, { cert, key }, reason) => {
  const { connector } = gated();
  await expect(startApp([connector], { tls: { cert: file(cert), key: file(key) } })).rejects.toThrow(reason);
});
