import { createServer as createTcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { type RawServer, serveRaw } from "@wellhead/test-support/http/serve-raw";
import { afterEach, expect, test } from "vitest";
import { applicationOf, rightToken } from "../fixtures/reference-application.js";
import { startReference } from "../fixtures/start-reference.js";
import { exitCodeOf } from "../report/exit-code-of.js";
import { htmlReport } from "../report/html-report.js";
import { terminalReport } from "../report/terminal-report.js";
import { runConformance } from "./run-conformance.js";

const started: { close: () => Promise<void> }[] = [];
const account = { auth: "token", token: rightToken, site: "ada" };
const quick = { requestTimeout: 300, timeLimit: 5_000, profile: "all" } as const;

afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

async function serve(...parameters: Parameters<typeof serveRaw>): Promise<RawServer> {
  const server = await serveRaw(...parameters);
  started.push(server);
  return server;
}

test("runConformance() refuses what is not a web address", async () => {
  await expect(runConformance("ftp://127.0.0.1/")).rejects.toThrow(TypeError);
  await expect(runConformance("nothing")).rejects.toThrow("expected an address that begins with");
  await expect(runConformance("http://127.0.0.1/", { only: ["nothing"] })).rejects.toThrow(RangeError);
});

test("runConformance() says so when nothing listens", async () => {
  const server = await serveRaw((_request, response) => response.end());
  await server.close();
  const report = await runConformance(server.url);
  expect(report.connector.reason).toContain("nothing listens");
  expect(exitCodeOf(report)).toBe(6);
  expect(report.summary.pass).toBe(0);
});

test.each([
  ["a web page", 200, { "content-type": "text/html" }, "<!doctype html><p>Hi", "web page"],
  [
    "a redirect",
    301,
    { location: "https://elsewhere.example/" },
    "",
    "redirects to https://elsewhere.example/",
  ],
  [
    "500 to everything",
    500,
    { "content-type": "application/json" },
    '{"error":"x"}',
    "expected 200 from GET /, got 500",
  ],
  [
    "an array",
    200,
    { "content-type": "application/json" },
    "[]",
    'expected a JSON object from GET /, got "[]"',
  ],
  [
    "another API",
    200,
    { "content-type": "application/json" },
    '{"hello":1}',
    'neither "authentication" nor "sources"',
  ],
  ["a body that is no gzip", 200, { "content-encoding": "gzip" }, "{}", "not encoded as labelled"],
])("runConformance() says that %s is no connector", async (_name, status, headers, body, reason) => {
  let requests = 0;
  const server = await serve((_request, response) => {
    requests += 1;
    response.writeHead(status, headers).end(body);
  });
  const report = await runConformance(server.url);
  expect(report.connector).toMatchObject({ recognised: false });
  expect(report.connector.reason).toContain(reason);
  expect(requests).toBe(1);
  expect(report.summary.pass).toBeLessThanOrEqual(2);
  expect(exitCodeOf(report)).toBe(6);
});

test("runConformance() names a TLS fault", async () => {
  const server = await serve((_request, response) => response.end("{}"));
  const report = await runConformance(server.url.replace("http:", "https:"), quick);
  expect(report.connector.reason).toContain("TLS fault");
});

test("runConformance() stops when a server never responds", async () => {
  const server = await serve(() => undefined);
  const report = await runConformance(server.url, quick);
  expect(report.connector.reason).toContain("no answer within 300 ms");
  expect(report.measurements.requests).toBe(1);
});

test("runConformance() stops when a connector stops responding", async () => {
  const server = await serve((request, response) => {
    if (request.method === "GET" && request.url === "/") response.end(JSON.stringify(applicationOf("full")));
  });
  const report = await runConformance(server.url, quick);
  expect(report.connector.recognised).toBe(true);
  expect(report.results.some(({ detail }) => detail.includes("left 3 requests unanswered"))).toBe(true);
  expect(exitCodeOf(report)).toBe(10);
});

test.each([
  [1, "pass"],
  [Number.POSITIVE_INFINITY, "fail"],
])("runConformance() judges hostile input that is left unanswered %d times: %s", async (times, verdict) => {
  let left = 0;
  const server = await startReference({
    change: async (_answer, { body }) => {
      if (left >= times || !JSON.stringify(body).includes("etc/passwd")) return;
      left += 1;
      await new Promise(() => {});
    },
  });
  started.push(server);
  const report = await runConformance(server.url, { ...quick, account, only: ["security.files"] });
  expect(report.results.find(({ id }) => id === "security.files")?.verdict).toBe(verdict);
});

test("runConformance() reports a connector that fails whatever it is asked as one fault", async () => {
  const server = await serve((request, response) => {
    if (request.method === "GET" && request.url === "/")
      response.end(JSON.stringify(applicationOf("single")));
    else response.writeHead(500, { "content-type": "application/json" }).end('{"error":"fetch failed"}');
  });
  const report = await runConformance(server.url, { account, profile: "v2" });
  const failures = report.causes.filter(({ verdict }) => verdict === "fail");
  expect(failures.map(({ id }) => id)).toEqual(["connector-fails"]);
  expect(failures[0]?.witnesses).toEqual(expect.arrayContaining(["validate.answers", "data.answers"]));
  expect(report.headline).toContain("fails whatever it is asked");
});

test.each([
  ["1000.00", "warn"],
  ["12345678901234567.89", "pass"],
  ["", "pass"],
  [1000, "pass"],
])("runConformance() gives advice on a number column whose cells are all %j: %s", async (total, verdict) => {
  const source = { id: "orders", name: "Orders", fields: { total: { name: "Total", type: "number" } } };
  const authentication = [{ id: "none", name: "No account" }];
  const application = {
    id: "shop",
    name: "Shop",
    version: "1",
    type: "none",
    authentication,
    sources: [source],
  };
  const server = await serve((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    if (request.method === "GET") response.end(JSON.stringify(application));
    else response.end(JSON.stringify([{ total }, { total }]));
  });
  const report = await runConformance(server.url, { only: ["data.types"], profile: "v2" });
  expect(report.results.find(({ id }) => id === "data.types")?.verdict).toBe(verdict);
});

test("runConformance() stops reading a body without end, however it flows", async () => {
  let sent = 0;
  const block = Buffer.from(`${JSON.stringify({ id: "x".repeat(100_000) })},`);
  const server = await serve((request, response) => {
    if (request.method === "GET") return response.end(JSON.stringify(applicationOf("single")));
    const timer = setInterval(() => {
      sent += block.length;
      response.write(block);
    }, 1);
    response.writeHead(200, { "content-type": "application/json" }).write("[");
    return response.on("close", () => clearInterval(timer));
  });
  const report = await runConformance(server.url, {
    account,
    only: ["data"],
    maxBodyBytes: 300_000,
    profile: "all",
  });
  expect(report.results.find(({ id }) => id === "data.rows")?.verdict).toBe("pass");
  expect(sent).toBeLessThan(200_000_000);
});

test("runConformance() unpacks no more of a small body than it reads", async () => {
  const bomb = gzipSync(Buffer.alloc(30_000_000, 32));
  const server = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
  });
  const report = await runConformance(server.url);
  expect(report.connector.reason).toContain("a body without an end");
});

test("runConformance() survives headers that are too large and responses that are not HTTP", async () => {
  for (const answer of [
    `HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`,
    "SSH-2.0-OpenSSH\r\n",
    "HTTP/1.1 200 OK\r\n",
  ]) {
    const server = createTcpServer((socket) => socket.on("error", () => undefined).end(answer));
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const report = await runConformance(`http://127.0.0.1:${port}/`, quick);
    expect(report.connector.recognised).toBe(false);
    expect(report.connector.reason).toContain("failed: ");
    server.close();
  }
});

test("runConformance() keeps to the number of requests it is given", async () => {
  const server = await startReference();
  started.push(server);
  const report = await runConformance(server.url, { account, maxRequests: 20 });
  expect(server.requests.length).toBeLessThanOrEqual(20);
  expect(report.results.some(({ detail }) => detail.includes("limit of 20 requests"))).toBe(true);
});

test("runConformance() keeps its promise of reading only", async () => {
  const server = await startReference();
  started.push(server);
  const stored = { ...account, refresh_token: "never-to-be-spent" };
  const report = await runConformance(server.url, { account: stored, readOnly: true, profile: "all" });
  expect(server.requests.filter((line) => line.includes("/oauth"))).toEqual([]);
  expect(report.results.find(({ id }) => id === "validate.answers")?.verdict).toBe("not-applicable");
  const methods = new Set(server.requests.map((line) => line.split(" ")[0]));
  expect(methods).toEqual(new Set(["GET", "HEAD", "OPTIONS", "POST"]));
});

test("runConformance() turns missing options into failures when told to be strict", async () => {
  const server = await startReference();
  started.push(server);
  const lenient = await runConformance(server.url, { only: ["streaming.failure-mark"], profile: "all" });
  const strict = await runConformance(server.url, {
    only: ["streaming.failure-mark"],
    profile: "all",
    strict: true,
  });
  expect(lenient.results[0]).toMatchObject({ verdict: "not-applicable", capability: "option failing" });
  expect(strict.results[0]).toMatchObject({ verdict: "could-not-run" });
});

test("runConformance() lets no name steer the terminal or the page", async () => {
  const server = await startReference({
    change: (answer, { path, method }) => {
      if (path !== "/" || method !== "GET") return;
      answer.body = String(answer.body).replaceAll(
        "Reference",
        "<img src=x onerror=alert(1)>\\u001b[2J</script>\\u202e",
      );
      answer.headers["content-type"] = "text/html";
    },
  });
  started.push(server);
  const report = await runConformance(server.url, { account });
  // Matching control characters is intended.
  // oxlint-disable-next-line no-control-regex
  expect(terminalReport(report, { all: true })).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  const page = htmlReport(report);
  expect(page).not.toContain("<img");
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page).not.toContain("\u001b");
});
