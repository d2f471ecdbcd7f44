import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";
import { finish, startWellhead } from "../../test/start-wellhead.js";

let folder = "";
const started: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-serve-"));
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "close");
    }
  }
  await rm(folder, { recursive: true });
});

const connector = (id: string, imports: string) => `
import { defineConnector, id, list, text } from "${imports}";
const moons = [{ id: "io", planet: "Jupiter" }, { id: "titan", planet: "Saturn" }];
export default defineConnector({
  id: "${id}", name: "Moons", version: "1.0.0", description: "Moons of the planets",
  sources: (source) => ({
    moons: source({
      name: "All moons",
      filter: { planet: list({ optional: true, choices: ["Saturn", "Jupiter"] }) },
      fields: { id: id(), planet: text() },
      rows: ({ filter }) => moons.filter((moon) => filter.planet === undefined || moon.planet === filter.planet),
    }),
  }),
});`;

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

/** Starts a service and waits for its banner. */
async function start(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = startWellhead(["serve", ...words], { directory: folder, env });
  started.push(child);
  const ended = finish(child);
  let text = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (part: string) => {
      text += part;
      if (text.includes("\n\nTry\n") && text.endsWith("\n\n")) resolve();
    });
    child.once("close", () => reject(new Error(`Start service: ended with ${text}`)));
  });
  const url = /listens on (\S+?),?(?: |\n)/.exec(text)?.[1] ?? "";
  return { child, ended, text, url };
}

describe("wellhead serve", () => {
  test("serves a module without anything installed beside it, and stops on SIGTERM", async () => {
    await write({ "moons.ts": connector("moons", "@wellhead/sdk") });
    const { child, ended, text, url } = await start(["moons.ts", "--port", "0"]);
    expect(text.replace(/#key=[\w-]{32}\n/, "#key=…\n")).toBe(
      [
        `Wellhead listens on ${url}`,
        `Try it in the browser: ${url}/console/#key=…`,
        "",
        "Moons Moons of the planets",
        `  ${url}/`,
        "    moons  All moons, 2 columns",
        "",
        "Try",
        `  curl ${url}/`,
        `  curl ${url}/ -H 'Content-Type: application/json' -d '{"source":"moons","filter":{"planet":"Saturn"},"limit":3}'`,
        "",
        "",
      ].join("\n"),
    );
    const body = /-d '(.*)'/.exec(text)?.[1] ?? "";
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}/`, { method: "POST", headers, body });
    expect(await response.json()).toEqual([{ id: "titan", planet: "Saturn" }]);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 0 });
  });

  test("stops on SIGINT and logs to standard error what others ask, not what its banner asks", async () => {
    await write({ "moons.mjs": connector("moons", "@wellhead/sdk") });
    const { child, ended, text, url } = await start(["moons.mjs", "--port", "0"]);
    await (await fetch(`${url}/?from=outside`)).text();
    child.kill("SIGINT");
    const run = await ended;
    expect(run).toMatchObject({ code: 0, stdout: text });
    const lines = run.stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", endpoint: "application" });
  });

  test("serves a data file, a folder and a module side by side", async () => {
    await write({
      "My prices.csv": "name,price\ntea,1.10\n",
      "Other.csv": "name\ncoffee\n",
      "moons.ts": connector("moons", "@wellhead/sdk"),
    });
    const words = ["My prices.csv", "moons.ts", ".", "--port", "0", "--max-files", "1"];
    const { url, text } = await start(words, { WELLHEAD_MAX_FILES: "7" });
    expect(text).toContain("The folder has 2 files: the first 1 by name are sources, 1 are left out.");
    const index: unknown = await (await fetch(`${url}/`)).json();
    expect(index).toMatchObject({ connectors: [{ id: "my-prices" }, { id: "moons" }, {}] });
    const response = await fetch(`${url}/my-prices/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"source":"My prices"}',
    });
    expect(await response.json()).toMatchObject([{ name: "tea" }]);
  });

  test("takes everything from wellhead.config.ts, paths from its folder", async () => {
    await write({
      "prices.csv": "name,price\ntea,1.10\n",
      "moons.ts": connector("moons", "@wellhead/sdk"),
      "wellhead.config.ts": `
        import { defineConfig } from "@wellhead/cli";
        import moons from "./moons.ts";
        export default defineConfig({
          connectors: [moons, "prices.csv"], port: 0, admin: { port: 0 }, limits: { maxBodyBytes: 100, drainDelay: 0 },
        });`,
    });
    const { child, ended, text, url } = await start([]);
    const large = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"a":"${"x".repeat(200)}"}`,
    };
    expect((await fetch(`${url}/moons/`, large)).status).toBe(413);
    const admin = /, (\S+) for operators/.exec(text)?.[1] ?? "";
    expect((await fetch(`${admin}/ready`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 0 });
  });

  const configuration = {
    "moons.mjs": connector("moons", "@wellhead/sdk"),
    "c.mjs": 'export default { connectors: ["moons.mjs"], port: 1 };',
  };

  test.runIf(isLong)("PORT goes before the configuration", async () => {
    await write(configuration);
    const { url } = await start(["--config", "c.mjs"], { PORT: "0" });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d{2,}$/);
  });

  test("--port goes before PORT and the configuration, HOST before its default; --log-level silent writes no log", async () => {
    await write(configuration);
    const words = ["--config", "c.mjs", "--port", "0", "--log-level", "silent"];
    const silent = await start(words, { PORT: "1", HOST: "127.0.0.2" });
    expect(silent.url).toMatch(/^http:\/\/127\.0\.0\.2:\d{2,}$/);
    expect(silent.url).not.toContain(":1/");
    expect((await fetch(`${silent.url}/`)).status).toBe(200);
    silent.child.kill("SIGTERM");
    expect((await silent.ended).stderr).toBe("");
  });

  test("says in one line what to do when the port is taken", async () => {
    await write({ "moons.mjs": connector("moons", "@wellhead/sdk") });
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    // `address()` returns an object of this type for a server on a TCP port.
    const { port } = server.address() as AddressInfo;
    const run = await runWellhead(["serve", "moons.mjs", "--port", String(port)], { directory: folder });
    server.close();
    expect(run).toEqual({
      code: 9,
      stdout: "",
      stderr: `Could not listen on 127.0.0.1:${port}: the port is in use. Stop the program that uses it, or choose another with --port (0 chooses a free one).\n`,
    });
  });

  test.each([
    ["nothing to serve", [], {}, {}, "Name a path, or add a wellhead.config.ts"],
    ["a file of another kind", ["notes.txt"], { "notes.txt": "hello" }, {}, "notes.txt"],
    ["a path that is not there", ["nowhere"], {}, {}, "there is no such path. Name a folder"],
    [
      "a database by its address",
      ["postgresql://reader:secret@db/shop"],
      {},
      {},
      'address, which may have a password. Run "wellhead serve postgres", and enter the address as the account',
    ],
    ["a misspelt connector", ["postgre"], {}, {}, 'Did you mean "postgres"?'],
    ["a misspelt file", ["./orders.cvs"], { "orders.csv": "id" }, {}, 'Did you mean "orders.csv"?'],
    [
      "a module without default export",
      ["a.ts"],
      { "a.ts": "export const a: number = 1;" },
      {},
      "no default export",
    ],
    [
      "a module that exports something else",
      ["a.mjs"],
      { "a.mjs": "export default 1;" },
      {},
      "got another default export",
    ],
    ["a module that does not parse", ["a.ts"], { "a.ts": "export default {" }, {}, "a.ts"],
    ["a module that throws", ["a.mjs"], { "a.mjs": "\nthrow new Error('no luck');" }, {}, "no luck"],
    [
      "a definition that breaks the contract",
      ["a.ts"],
      { "a.ts": connector("Moons!", "@wellhead/sdk") },
      {},
      'Could not define connector "Moons!"',
    ],
    [
      "two connectors of one id",
      ["a.ts", "b.ts"],
      { "a.ts": connector("moons", "@wellhead/sdk"), "b.ts": connector("moons", "@wellhead/sdk") },
      {},
      "moons",
    ],
    ["a configuration that is not there", ["--config", "c.ts"], {}, {}, "c.ts"],
    ["a port that is none", [".", "--port", "99999"], {}, {}, "--port"],
    ["a PORT that is none", ["."], {}, { PORT: "http" }, "PORT"],
    ["a WELLHEAD_MAX_FILES that is none", ["."], {}, { WELLHEAD_MAX_FILES: "many" }, "WELLHEAD_MAX_FILES"],
    ["a log level that is none", [".", "--log-level", "loud"], {}, {}, "silent"],
  ] as const)("refuses %s", async (_, words, files, env, reason) => {
    await write(files);
    const run = await runWellhead(["serve", ...words], { directory: folder, env });
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(reason) as string });
  });

  test.each([
    ["no object", "export default [1];", "got a list"],
    ["no connectors", "export default {};", "connectors: expected a list of at least one, got nothing"],
    [
      "an empty list",
      "export default { connectors: [] };",
      "expected a list of at least one, got an empty list",
    ],
    ["a connector that is none", "export default { connectors: [{}] };", "connectors[0]"],
    ["a misspelt member", 'export default { connectors: ["."], prot: 1 };', 'Did you mean "port"?'],
    ["a port that is text", 'export default { connectors: ["."], port: "80" };', "port"],
    ["an unknown limit", 'export default { connectors: ["."], limits: { maxRows: 1 } };', "maxRows"],
    [
      "an admin without port",
      'export default { connectors: ["."], admin: {} };',
      "admin.port: expected a value",
    ],
  ])("refuses a configuration with %s", async (_, text, reason) => {
    await write({ "wellhead.config.mjs": text });
    const run = await runWellhead(["serve"], { directory: folder });
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(reason) as string });
  });
});
