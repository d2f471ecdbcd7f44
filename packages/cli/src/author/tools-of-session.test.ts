import { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DevFolder, makeDevFolder } from "../../test/dev-folder.js";
import { startWellhead } from "../../test/start-wellhead.js";

interface Printed {
  readonly event: string;
  readonly data: { readonly url: string; readonly token: string };
}

let folder: DevFolder;
let child: ChildProcess;

const definition = (column: string): string => `import { defineConnector, id, text } from "@wellhead/sdk";
export default defineConnector({
  id: "moons",
  name: "Moons",
  version: "1.0.0",
  description: "Moons",
  sources: (source) => ({
    moons: source({ name: "Moons", fields: { id: id(), ${column}: text() }, rows: () => [{ id: "1" }] }),
  }),
});
`;

beforeEach(async () => {
  folder = await makeDevFolder();
  await folder.save("connector.ts", definition("name"));
  const words = ["dev", "connector.ts", "--port", "0", "--json", "--no-types"];
  child = startWellhead(words, { directory: folder.path });
});

afterEach(async () => {
  const ended = once(child, "close");
  child.kill();
  await ended;
  await folder.remove();
});

/** Reads where the tools are. */
async function readTools(): Promise<Printed["data"]> {
  if (child.stdout === null) throw new TypeError("the command has no output");
  for await (const line of createInterface({ input: child.stdout })) {
    // The command prints an event per line.
    const { event, data } = JSON.parse(line) as Printed;
    if (event === "tools") return data;
  }
  throw new TypeError("the command ended");
}

/** Sends a request with headers that `fetch` would not send. */
function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
    });
    sent.once("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once("error", reject);
    sent.end("{}");
  });
}

test("dev has the tools of authors for the files that it serves, behind the token that it prints", async () => {
  const { url, token } = await readTools();
  const authorization = `Bearer ${token}`;
  expect(new URL(url)).toMatchObject({ hostname: "127.0.0.1", pathname: "/mcp" });
  expect(await statusOf(url, {})).toBe(401);
  expect(await statusOf(url, { authorization: "Bearer undefined" })).toBe(401);
  expect(await statusOf(url, { authorization, origin: "https://evil.example" })).toBe(403);
  expect(await statusOf(url, { authorization, host: "evil.example" })).toBe(403);
  // What passes is judged as a message of the protocol.
  expect(await statusOf(url, { authorization })).toBe(400);

  for (const mode of ["auto", "legacy"] as const) {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("preview_rows");
    await folder.save("connector.ts", definition(mode));
    expect(await client.callTool({ name: "check_files", arguments: {} })).toMatchObject({
      structuredContent: { loaded: true, connectors: ["moons"] },
    });
    expect(await client.callTool({ name: "describe_connector", arguments: {} })).toMatchObject({
      structuredContent: { sources: [{ columns: ["id: id", `${mode}: text`] }] },
    });
    expect(await client.callTool({ name: "preview_rows", arguments: { source: "moons" } })).toMatchObject({
      structuredContent: { rowCount: 1, ending: "whole" },
    });
    await client.close();
  }
});
