import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import {
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ProgramTransport } from "../../test/program-transport.js";
import { runWellhead } from "../../test/run-wellhead.js";

const program = fileURLToPath(new URL("../../bin/wellhead.js", import.meta.url));
const newToken = "canary-new-token";
const callerToken = "canary-caller-token";
let folder = "";
let connector: ForeignConnector;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-mcp-"));
  connector = await startForeignConnector({
    application: {
      id: "foreign",
      authentication: [
        { id: "token", name: "Token", fields: [{ id: "token", title: "Token", type: "password" }] },
      ],
    },
    validate: (response) => response.end(JSON.stringify({ token: newToken })),
    rows: (response, { account }) =>
      response
        .setHeader("content-type", "application/x-ndjson")
        .end(
          `{"id":"a","size":9007199254740993}\n{"id":${JSON.stringify(JSON.stringify(account))},"size":2}\n`,
        ),
  });
  await writeFile(join(folder, "account.json"), '{"auth":"token","token":"canary-old-token"}');
  await writeFile(join(folder, "caller.token"), callerToken);
});
afterAll(async () => {
  await connector.close();
  await rm(folder, { recursive: true });
});

const options = ["--account", "account.json", "--token-file", "caller.token"];
const rowsOf = { name: "read_rows", arguments: { connector: "shop", source: "things" } };

describe("wellhead mcp", () => {
  const serving = () => ["mcp", `shop=${connector.url}`, ...options];
  test.each([
    [
      "auto",
      "2026-07-28",
      () =>
        new StdioClientTransport({ command: process.execPath, args: [program, ...serving()], cwd: folder }),
    ],
    ["legacy", "2025-11-25", () => new ProgramTransport(serving(), { directory: folder })],
  ] as const)(
    "serves the official client over standard input and output (%s)",
    async (mode, version, open) => {
      const transport = open();
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      await client.connect(transport);
      try {
        expect(client.getNegotiatedProtocolVersion()).toBe(version);
        const { structuredContent, isError } = await client.callTool(rowsOf);
        expect(isError).toBeFalsy();
        expect(structuredContent).toMatchObject({
          rows: [
            ["a", "9007199254740993"],
            [expect.stringMatching(/^\{"auth":"token","token":"\[redacted\]"/), 2],
          ],
          provenance: { complete: true },
        });
        expect(JSON.stringify(structuredContent)).not.toContain("canary");
      } finally {
        await client.close();
      }
      expect(JSON.parse(await readFile(join(folder, "account.json"), "utf8"))).toMatchObject({
        token: newToken,
      });
    },
  );

  test("serves the official client over HTTP, and ends at SIGTERM", async () => {
    const words = [
      "mcp",
      `shop=${connector.url}`,
      "--http",
      "0",
      "--server-token-file",
      "caller.token",
      ...options,
    ];
    const child = spawn(process.execPath, [program, ...words], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "exit");
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const headers = { authorization: `Bearer ${callerToken}` };
    await client.connect(
      new StreamableHTTPClientTransport(await addressOf(child), { requestInit: { headers } }),
    );
    expect((await client.callTool(rowsOf)).structuredContent).toMatchObject({ rowCount: 2 });
    await client.close();
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  test("serves connectors of this machine and of wellhead.config.ts by name, with an account from the environment", async () => {
    await writeFile(join(folder, "local.csv"), "n\n1\n2\n");
    await writeFile(join(folder, "other.csv"), "n\n3\n");
    await writeFile(
      join(folder, "wellhead.config.mjs"),
      'export default { connectors: ["./local.csv", "./other.csv"] };',
    );
    const account = { auth: "token", token: "canary-in-environment" };
    const columnsOf = async (words: readonly string[]) => {
      const env = { SHOP_ACCOUNT: JSON.stringify(account) };
      const transport = new ProgramTransport(["mcp", ...words], { directory: folder, env });
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "legacy" } });
      await client.connect(transport);
      try {
        const { structuredContent: listed } = await client.callTool({
          name: "list_connectors",
          arguments: {},
        });
        // The answer of this tool has this type.
        const { connectors } = listed as { connectors: readonly { name: string; sources: number }[] };
        const source: Readonly<Record<string, string>> = { shop: "things", mine: "local" };
        const sql = connectors.map(
          ({ name }) => `select count(*) as n from "${name}".${source[name] ?? name}`,
        );
        const { structuredContent } = await client.callTool({
          name: "run_sql",
          arguments: { sql: sql.join(" union all ") },
        });
        return [connectors.map(({ name }) => name), structuredContent];
      } finally {
        await client.close();
      }
    };
    expect(await columnsOf([])).toMatchObject([["local", "other"], { rows: [[2], [1]] }]);
    expect(await columnsOf(["other"])).toMatchObject([["other"], { rows: [[1]] }]);
    const shop = [`shop=${connector.url}`, "mine=./local.csv", "--account", "shop=env:SHOP_ACCOUNT"];
    expect(await columnsOf(shop)).toMatchObject([["shop", "mine"], { rows: [[2], [2]] }]);
    expect(connector.bodies.get("/validate")?.at(-1)).toMatchObject({ fields: { token: account.token } });
    await rm(join(folder, "wellhead.config.mjs"));
  });

  test.each([
    [["shop=ftp://x"], /expected one such as http/],
    [["shop=http://127.0.0.1:1", "SHOP=http://127.0.0.1:2"], /the name "SHOP" is used twice/],
    [["shop=http://127.0.0.1:1", "--account", "none.json"], /Could not read the account/],
    [["shop=http://127.0.0.1:1", "--account", "env:NOT_SET"], /the variable NOT_SET is not set/],
    [["./nothing-here"], /nothing-here/],
    [[], /wellhead\.config\.ts/],
    [["shop=http://127.0.0.1:1", "--http", "0", "--host", "0.0.0.0"], /Use --server-token-file/],
    [
      ["shop=http://127.0.0.1:1", "--http", "0", "--server-token-file", "account.json"],
      /at least 16 characters/,
    ],
  ])("refuses %j before it serves anything", async (words, reason) => {
    const run = await runWellhead(["mcp", ...words], { directory: folder });
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(reason) as string });
    expect(run.stderr).not.toContain("canary");
  });
});

/** Returns the address that the command prints once it listens. */
function addressOf({ stdout }: ChildProcess): Promise<URL> {
  return new Promise((resolve) => {
    let text = "";
    stdout?.on("data", (chunk) => {
      text += String(chunk);
      const address = /http:\/\/\S+(?=\n)/.exec(text)?.[0];
      if (address !== undefined) resolve(new URL(address));
    });
  });
}
