import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { oauthConnector } from "@wellhead/test-support/oauth/oauth-connector";
import { startOidcServer } from "@wellhead/test-support/oauth/oidc-server";
import {
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";
import { finish, startWellhead } from "../../test/start-wellhead.js";

const secret = "s3cret-canary-41f0";
const kinds = [
  {
    id: "token",
    name: "Token",
    fields: [
      { id: "site", title: "Site", type: "text", optional: true },
      { id: "key", title: "Key", type: "password" },
    ],
  },
  { id: "none", name: "Open" },
];
let folder = "";
let connector: ForeignConnector;
const validated: string[] = [];
/** Refresh tokens by order; only the last one is valid. */
let refreshes = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-login-"));
  connector = await startForeignConnector({
    application: {
      id: "shop",
      authentication: kinds,
      sources: [{ id: "things", name: "Things", fields: { id: { id: "id", type: "number" } } }],
    },
    rows: (response) => response.end('[{"id":1}]'),
    validate: (response, body) => {
      validated.push(JSON.stringify(body));
      const { key, serial } = (body["fields"] ?? body) as { key?: string; serial?: number };
      if (key !== secret || (serial ?? 0) !== refreshes)
        return response.writeHead(401).end('{"message":"The key was refused"}');
      refreshes += 1;
      return response.end(JSON.stringify({ auth: "token", key, serial: refreshes, name: "Ada" }));
    },
  });
});

afterAll(async () => {
  await connector.close();
  await rm(folder, { recursive: true, force: true });
});

const env = () => ({ WELLHEAD_ACCOUNTS: join(folder, "accounts") });
const run = (words: readonly string[], input = "") =>
  runWellhead(words, { env: env(), input, directory: folder });

/** Everything in the folder of the accounts, but the key. */
async function stored(): Promise<string> {
  const files = (await readdir(join(folder, "accounts"))).filter((file) => file !== "key");
  return (await Promise.all(files.map((file) => readFile(join(folder, "accounts", file), "utf8")))).join(
    "\n",
  );
}

describe("wellhead login", () => {
  test("asks for the members, and stores the account encrypted, readable by its owner only", async () => {
    const refused = await run(["login", "work", connector.url, "--kind", "token"], "\nwrong\n");
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("was refused") as string });
    const asked = await run(["login", "work", connector.url], `1\n\n${secret}\n`);
    expect(asked).toMatchObject({
      code: 0,
      stdout: 'Connected Ada as "work". Use it with --account work.\n',
    });
    expect(asked.stderr).toContain("Site (optional): ");
    expect(asked.stdout + asked.stderr).not.toContain(secret);
    expect(await stored()).not.toContain(secret);
    for (const file of ["key", "work.json"])
      expect((await stat(join(folder, "accounts", file))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, "accounts"))).mode & 0o777).toBe(0o700);
    expect((await run(["login", "list"])).stdout).toBe(`work  shop at ${connector.url}: Ada\n`);
  });

  test("other commands use the account by its name, and store what is refreshed", async () => {
    const before = refreshes;
    const pulled = await run(["pull", connector.url, "things", "--account", "work"]);
    expect(pulled).toMatchObject({ code: 0, stdout: '{"id":1}\n' });
    const queried = await run([
      "sql",
      'select id from shop."things"',
      "-c",
      `shop=${connector.url}`,
      "--account",
      "shop=work",
    ]);
    expect(queried).toMatchObject({ code: 0, stdout: '{"id":1}\n' });
    expect(refreshes).toBeGreaterThan(before + 1);
    expect((await run(["pull", connector.url, "things", "--account", "work"])).code).toBe(0);
  });

  test("processes that refresh at the same time take turns, so that no token is used twice", async () => {
    const words = ["pull", connector.url, "things", "--account", "work"];
    const runs = await Promise.all(
      Array.from({ length: 3 }, () => finish(startWellhead(words, { env: env(), directory: folder }))),
    );
    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      runs.map(() => ({ code: 0, stderr: "" })),
    );
    expect((await readdir(join(folder, "accounts"))).toSorted()).toEqual(["key", "work.json"]);
  });

  test("a process that was killed leaves no lock", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    await writeFile(join(folder, "accounts", "work.json.lock"), `${child.pid} x`);
    expect((await run(["pull", connector.url, "things", "--account", "work"])).code).toBe(0);
  });

  test("does not show a secret on a terminal", async () => {
    const program = fileURLToPath(new URL("../../bin/wellhead.js", import.meta.url));
    const script = `import os,pty,sys,time
pid,fd=pty.fork()
if pid==0: os.execvp(sys.argv[1],sys.argv[1:])
out=b""
def until(text):
    global out
    while text not in out: out+=os.read(fd,4096)
until(b"Site"); os.write(fd,b"visible-text\\n")
until(b"Key"); os.write(fd,sys.stdin.readline().encode())
try:
    while True:
        part=os.read(fd,4096)
        if not part: break
        out+=part
except OSError: pass
sys.stdout.buffer.write(out)`;
    const words = [process.execPath, program, "login", "screen", connector.url, "--kind", "token"];
    const child = spawn("python3", ["-c", script, ...words], { env: { ...process.env, ...env() } });
    child.stdin.end(`${secret}-wrong\n`);
    let shown = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (shown += text));
    await once(child, "close");
    expect(shown).toContain("visible-text");
    expect(shown).toContain("The key was refused");
    expect(shown).not.toContain(secret);
    expect(validated.at(-1)).toContain(`${secret}-wrong`);
  });

  test("sends an account to no address but that where it was connected", async () => {
    const received: string[] = [];
    const other = await startForeignConnector({
      application: {
        id: "shop",
        authentication: kinds,
        sources: [{ id: "things", name: "Things", fields: { id: { id: "id", type: "number" } } }],
      },
      rows: (response) => response.end("[]"),
      validate: (response, body) => {
        received.push(JSON.stringify(body));
        return response.end(JSON.stringify(body));
      },
    });
    const place = other.url;
    const uses = [
      ["pull", place, "things", "--account", "work", "--no-validate"],
      ["check", place, "--account", "work"],
      ["sql", 'select * from shop."things"', "-c", `shop=${place}`, "--account", "shop=work"],
      // The same host by another name is another address.
      ["check", connector.url.replace("127.0.0.1", "localhost"), "--account", "work"],
    ];
    for (const words of uses)
      expect(await run(words)).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining(`it was connected at ${connector.url}, not at http://`) as string,
      });
    expect(received).toEqual([]);
    await other.close();
  });

  test("sends an account to a connector of this machine only if it has the same id", async () => {
    const definition = (id: string) => `import { defineConnector, token, id } from "@wellhead/sdk";
export default defineConnector({ id: "${id}", name: "X", version: "1.0.0", description: "X",
  accounts: { token: token() }, identify: () => Promise.resolve({ name: "Ada" }),
  sources: (source) => ({ rows: source({ name: "Rows", fields: { id: id() }, rows: ({ account }) => [{ id: account.token.reveal() }] }) }) });
`;
    await symlink(
      fileURLToPath(new URL("../../../../node_modules", import.meta.url)),
      join(folder, "node_modules"),
    );
    for (const id of ["mine", "other"]) await writeFile(join(folder, `${id}.mjs`), definition(id));
    const connected = await run(["login", "local", "./mine.mjs"], "t-of-mine\n");
    expect(connected).toMatchObject({
      code: 0,
      stdout: 'Connected Ada as "local". Use it with --account local.\n',
    });
    const query = (id: string) => [
      "sql",
      `select id from ${id}.rows`,
      "-c",
      `./${id}.mjs`,
      "--account",
      "local",
    ];
    expect(await run(query("mine"))).toMatchObject({ code: 0, stdout: '{"id":"t-of-mine"}\n' });
    expect(await run(query("other"))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it belongs to the connector "mine", not to "other"') as string,
    });
    expect(await run(["check", connector.url, "--account", "local"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it was connected at a connector of this machine, "mine"') as string,
    });
    await run(["login", "remove", "local"]);
  });

  test.each([
    ["an unknown account", ["pull", "URL", "things", "--account", "wrok"], 'Did you mean "work"?'],
    ["an unknown kind", ["login", "a", "URL", "--kind", "tokne"], 'Did you mean "token"?'],
    [
      "an unknown member",
      ["login", "a", "URL", "--kind", "token", "--field", "sote=x"],
      'Did you mean "site"?',
    ],
    ["an invalid name", ["login", "a/b", "URL"], "expected letters"],
    ["no connector", ["login", "a"], "login remove <name>"],
    ["the end of the input", ["login", "a", "URL", "--kind", "token"], "the input has ended"],
  ])("refuses %s", async (_, words, reason) => {
    const refused = await run(words.map((word) => (word === "URL" ? connector.url : word)));
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain(reason);
  });

  test("a file that was changed, renamed or encrypted with another key is not used", async () => {
    const path = join(folder, "accounts", "work.json");
    await writeFile(join(folder, "accounts", "other.json"), await readFile(path));
    const renamed = await run(["pull", connector.url, "things", "--account", "other"]);
    expect(renamed).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Could not decrypt") as string,
    });
    await run(["login", "remove", "other"]);
    const file = JSON.parse(await readFile(path, "utf8")) as object;
    await writeFile(path, JSON.stringify({ ...file, place: "http://127.0.0.1:1" }));
    expect(await run(["check", "http://127.0.0.1:1", "--account", "work"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Could not decrypt") as string,
    });
    expect((await run(["login", "remove", "work"])).code).toBe(0);
    expect((await run(["login", "list"])).stdout).toBe("");
  });
});

test("`wellhead login` signs in with OAuth 2 at an independent provider, by a redirect to this machine", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  // The provider must know the callback address before the command listens there.
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  probe.close();
  await once(probe, "close");
  const oidc = await startOidcServer(`http://127.0.0.1:${port}/callback`);
  const oauth = {
    authorize: `${oidc.issuer}/auth`,
    token: `${oidc.issuer}/token`,
    issuer: oidc.issuer,
    scopes: ["openid", "offline_access"],
    parameters: { prompt: "consent" },
  };
  const app = await createApp({
    connectors: [oauthConnector(oidc.issuer, { oauth })],
    logger: false,
    accounts: { variables: {} },
  });
  const { url } = await app.listen({ port: 0 });
  try {
    const child = startWellhead(["login", "me", url, "--port", String(port)], {
      env: env(),
      directory: folder,
    });
    const ended = finish(child);
    let shown = "";
    child.stderr?.on("data", (text: string) => (shown += text));
    await vi.waitUntil(() => /http\S+\n/.test(shown), { timeout: 60_000 });
    const back = await oidc.signIn(/http\S+/.exec(shown)?.[0] ?? "");
    // Another page of this machine cannot end the sign-in without its state.
    const strange = new URL(back);
    strange.searchParams.set("state", "0".repeat(32));
    expect((await fetch(strange)).status).toBe(404);
    expect((await fetch(back)).status).toBe(200);
    const connected = await ended;
    expect(connected).toMatchObject({ code: 0, stdout: expect.stringContaining('as "me"') as string });
    expect(await stored()).not.toContain("access_token");
    const checked = await runWellhead(["check", url, "--only", "validate", "--account", "me"], {
      env: env(),
    });
    expect(checked.stdout).toContain("0 fail");
    const pulled = await runWellhead(["pull", url, "issues", "--account", "me"], { env: env() });
    expect(pulled).toMatchObject({ code: 0, stdout: '{"id":"1"}\n' });
    const { stdout } = await runWellhead(["login", "list", "--json"], { env: env() });
    expect(JSON.parse(stdout)).toMatchObject([{ name: "me", connector: "tracker" }]);
  } finally {
    await app.close();
    oidc.close();
  }
});
