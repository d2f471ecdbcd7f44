import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isLong } from "@wellhead/test-support/properties/is-long";
import {
  type ForeignAnswers,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";
import { startWellhead } from "../../test/start-wellhead.js";

let folder = "";
const started: ChildProcess[] = [];
const token = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-callers-"));
  await writeFile(join(folder, "tea.csv"), "name,price\ngreen,3\n");
  await writeFile(join(folder, "tokens"), `platform=${token}\n`);
  await writeFile(join(folder, "token"), `${token}\n`);
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts a service and waits for its banner. */
async function start(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = startWellhead(["serve", "tea.csv", "--port", "0", ...words], { directory: folder, env });
  started.push(child);
  let text = "";
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => (errors += part));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes("\n\nTry\n") && text.endsWith("\n\n")) resolve();
    });
    child.once("close", () => reject(new Error(`Start service: ended with ${text}${errors}`)));
  });
  return { child, text, url: /listens on (\S+?),?(?: |\n)/.exec(text)?.[1] ?? "" };
}

describe("wellhead serve", () => {
  test("does not listen for others until it is told who may call", async () => {
    for (const [words, env] of [
      [["--host", "0.0.0.0"], {}],
      [[], { HOST: "0.0.0.0" }],
      [[], { HOST: "::" }],
    ] as const) {
      const run = await runWellhead(["serve", "tea.csv", "--port", "0", ...words], {
        directory: folder,
        env,
      });
      expect(run).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining("--insecure") as string,
      });
      expect(run.stderr).not.toContain("    at ");
    }
  });

  test("--insecure says where it really listens and that everybody may call", async () => {
    const words = ["--insecure", "--admin-port", "0", "--log-level", "info"];
    const { text, url } = await start(words, { HOST: "0.0.0.0" });
    // The banner asks nothing over the network: it is neither counted nor logged.
    const admin = /, (\S+) for operators/.exec(text)?.[1] ?? "";
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    expect(metrics).toContain("# TYPE wellhead_requests_total");
    expect(metrics).not.toContain("wellhead_requests_total{");
    expect(text).toContain("(0.0.0.0)");
    expect(text).toContain("Everybody who reaches this address can call it");
    expect(text).not.toContain("/console/");
    expect((await fetch(url)).status).toBe(200);
  });

  test("asks for tokens; pull, inspect and check send one, and nothing of it is printed", async () => {
    const { text, url } = await start(["--tokens", "tokens"], { HOST: "0.0.0.0" });
    expect(text).toContain("Callers need a bearer token.");
    expect(text).toContain('curl -H "Authorization: Bearer $TOKEN"');
    expect(text).not.toContain(token);
    expect((await fetch(url)).status).toBe(401);
    const refused = await runWellhead(["inspect", url], { directory: folder });
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("bearer token") as string });
    const inspected = await runWellhead(["inspect", url, "--token-file", "token"], { directory: folder });
    expect(inspected).toMatchObject({ code: 0, stdout: expect.stringContaining("tea") as string });
    const header = ["--header", `Authorization: Bearer ${token}`];
    const pulled = await runWellhead(["pull", url, "tea", ...header], { directory: folder });
    expect(pulled).toMatchObject({ code: 0, stdout: '{"name":"green","price":3}\n' });
    const checked = await runWellhead(
      ["check", url, "--only", "application", "--token-file", "token", "--json"],
      {
        directory: folder,
      },
    );
    expect(checked.code).toBe(0);
    expect(checked.stdout).not.toContain(token);
  });

  test.each([
    ["WELLHEAD_ALLOW", { WELLHEAD_ALLOW: "10.0.0.0" }],
    ["WELLHEAD_REPLICAS", { WELLHEAD_REPLICAS: "two" }],
    ["WELLHEAD_SECRET", { WELLHEAD_SECRET: "short" }],
    ["WELLHEAD_SECRET_FILE", { WELLHEAD_SECRET_FILE: "/nowhere" }],
    ["WELLHEAD_TOKENS", { WELLHEAD_TOKENS: "short" }],
    ["WELLHEAD_CALLERS", { WELLHEAD_CALLERS: "10.0.0.0/99" }],
    ["WELLHEAD_INSECURE", { WELLHEAD_INSECURE: "maybe" }],
    ["WELLHEAD_TLS_KEY", { WELLHEAD_TLS_CERT: "a.pem" }],
  ])("a wrong %s is a sentence that names it", async (name, env) => {
    const run = await runWellhead(["serve", "tea.csv", "--port", "0"], { directory: folder, env });
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(name) as string });
    expect(run.stderr).not.toMatch(/NaN|error occurred in Wellhead| {4}at /);
  });

  test.runIf(isLong)("the configuration says who may call, and the environment goes before it", async () => {
    await writeFile(
      join(folder, "c.mjs"),
      'export default { connectors: ["tea.csv"], callers: { tokensFile: "tokens" }, port: 0 };',
    );
    const child = startWellhead(["serve", "--config", "c.mjs", "--host", "0.0.0.0"], { directory: folder });
    started.push(child);
    const [text] = (await once(child.stdout?.setEncoding("utf8") ?? child, "data")) as [string];
    expect(text).toContain("Callers need a bearer token.");
  });
});

test("wellhead pull does not replace a file unless it is told to", async ({ onTestFinished }) => {
  const rows: ForeignAnswers["rows"] = (response) =>
    response.setHeader("content-type", "text/csv").end("name,price\r\ngreen,3\r\n");
  const source = { id: "tea", name: "Tea", description: "", filter: [] };
  const connector = await startForeignConnector({ application: { sources: [source] }, rows });
  onTestFinished(() => connector.close());
  await writeFile(join(folder, "out.csv"), "before");
  const words = ["pull", connector.url, "tea", "-o", "out.csv"];
  const refused = await runWellhead(words, { directory: folder });
  expect(refused).toMatchObject({ code: 7, stderr: expect.stringContaining("--force") as string });
  expect(await readFile(join(folder, "out.csv"), "utf8")).toBe("before");
  expect(await runWellhead([...words, "--force"], { directory: folder })).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, "out.csv"), "utf8")).toContain("green");
});

test.each(["htp:/x", "http:/x", "ftp://x", "file:/etc/passwd", "localhost:port"])(
  "%s is not an address",
  async (address) => {
    const run = await runWellhead(["inspect", address]);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("read the address") as string });
  },
);

test.each([
  ["--header", "no colon"],
  ["--header", "host: evil.example"],
  ["--header", "a: b\r\nc: d"],
  ["--token-file", "tea.csv"],
  ["--token-file", "nowhere"],
])("%s %j is refused", async (option, value) => {
  const run = await runWellhead(["inspect", "127.0.0.1:9", option, value], { directory: folder });
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(option) as string });
});

test("--isolate serves a connector from its own process", async () => {
  const { url, child } = await start(["--isolate"]);
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: '{"source":"tea"}' });
  expect(await answer.json()).toEqual([{ name: "green", price: 3 }]);
  child.kill("SIGTERM");
  await once(child, "close");
  expect(child.exitCode).toBe(0);
});
