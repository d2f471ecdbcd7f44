import { mkdir, mkdtemp, readdir, rm, rmdir, symlink, unlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConnector } from "@wellhead/sdk";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { hostileConnector as hostile } from "@wellhead/test-support/services/service-programs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";
import { isolated } from "./isolated-connector.js";
import { socketPath } from "./worker-messages.js";

const steady = defineConnector({
  id: "steady",
  name: "Steady",
  version: "1.0.0",
  description: "Goes on",
  sources: (source) => ({ rows: source({ name: "Rows", rows: () => [{ id: "1" }] }) }),
});

/** A service for the tests that end no worker, because each worker takes time to start. */
let shared: StartedApp;

beforeAll(async () => {
  const argument = (id: string) => ({ exportName: "hostileConnector", argument: { id } });
  shared = await startApp(
    [
      isolated(hostile, { ...argument("hostile"), allow: "127.0.0.1/32:*" }),
      isolated(hostile, { ...argument("closed"), allow: "" }),
      steady,
    ],
    {
      admin: { port: 0 },
      limits: { drainDelay: 0, maxEventLoopDelay: 60_000 },
      prepare: (fastify) =>
        fastify.addHook("onSend", async (_request, reply, payload) => {
          reply.header("x-hook", typeof payload === "string" ? "text" : "bytes");
        }),
    },
  );
});

afterAll(async () => {
  await shared?.app.close();
});

const account = { auth: "token", token: "right-token" };
interface Asked {
  readonly id?: string;
  readonly accept?: string;
}

const ask = (started: StartedApp, filter: object, { id = "hostile", accept = "*/*" }: Asked = {}) =>
  started.post(`/${id}/`, { source: "rows", account, filter }, { accept });

interface Received {
  readonly text: string;
  /** Whether the response has status 200 and ended as a whole one. */
  readonly whole: boolean;
}

/** Reads a response to its end. A worker that ends before the head of the response has left causes a cut or 503. */
async function received(coming: Promise<Response>): Promise<Received> {
  let text = "";
  const decoder = new TextDecoder();
  const answer = await coming.catch(() => undefined);
  if (answer === undefined) return { text, whole: false };
  try {
    for await (const part of answer.body ?? []) text += decoder.decode(part, { stream: true });
    return { text, whole: answer.status === 200 };
  } catch {
    return { text, whole: false };
  }
}

test("every endpoint of an isolated connector responds as if it ran in the service", async () => {
  const started = shared;
  const { url, lines } = started;
  const index: unknown = await (await fetch(url)).json();
  expect(index).toMatchObject({ connectors: [{ id: "hostile", name: "Hostile" }, {}, { id: "steady" }] });
  const described = await fetch(`${url}/hostile/`);
  expect(await described.json()).toMatchObject({ id: "hostile", sources: [{ id: "rows" }] });
  const tag = described.headers.get("etag") ?? "";
  // Asked twice, the worker knows that its description stays the same, and the service answers in its place.
  const again = await fetch(`${url}/hostile/`, { headers: { "x-request-id": "again" } });
  expect(await again.json()).toMatchObject({ id: "hostile", sources: [{ id: "rows" }] });
  expect([again.headers.get("etag"), again.headers.get("x-request-id")]).toEqual([tag, "again"]);
  expect((await fetch(`${url}/hostile`, { headers: { "if-none-match": tag } })).status).toBe(304);
  const head = await fetch(`${url}/hostile/`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([
    200,
    described.headers.get("content-length"),
  ]);
  expect([described.headers.get("x-hook"), head.headers.get("x-hook")]).toEqual(["text", "bytes"]);
  expect((await ask(started, {})).headers.get("x-hook")).toBe("bytes");
  const options = await fetch(`${url}/hostile/datalist`, { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
  // Who calls is what the service saw, not what a header says.
  const forged = { "x-wellhead-caller": Buffer.from('{"address":"10.0.0.9"}').toString("base64url") };
  const validated = await started.post("/hostile/validate", { id: "token", fields: account }, forged);
  expect(await validated.json()).toMatchObject({ name: "Ada", caller: "127.0.0.1" });
  const wrong = await started.post(
    "/hostile/validate",
    { id: "token", fields: { token: "wrong" } },
    { "x-request-id": "mine" },
  );
  expect([wrong.status, wrong.headers.get("x-request-id")]).toEqual([401, "mine"]);
  const choices = await started.post("/hostile/datalist?source=rows&field=deed", { account });
  expect(await choices.json()).toContainEqual(expect.objectContaining({ value: "spin" }));
  expect((await fetch(`${url}/hostile/nowhere`)).status).toBe(404);
  expect((await started.post("/hostile/", "x".repeat(2_000_000))).status).toBe(413);
  expect((await started.post("/hostile/", "{")).status).toBe(400);
  expect((await fetch(`${url}/%68ostile/`)).status).toBe(200);
  for (const accept of ["application/json", "application/x-ndjson", "text/csv"]) {
    const rows = await received(ask(started, { batches: 3 }, { accept }));
    expect(rows.whole).toBe(true);
    expect(rows.text.match(/\d+-999/g)).toEqual(["0-999", "1-999", "2-999"]);
  }
  const marked = await received(ask(started, { batches: 3, failAfter: 2 }));
  expect(marked.text).toContain("__streamError");
  expect((await received(ask(started, { batches: 3, failAfter: 2 }, { accept: "text/csv" }))).whole).toBe(
    false,
  );
  const answered = lines.filter((line) => line.includes('"answered"') && line.includes('"hostile"'));
  expect(answered.some((line) => line.includes('"ending":"marked"'))).toBe(true);
  expect(lines.join("\n")).not.toContain("right-token");
  const metrics = await (await fetch(`${started.adminUrl}/metrics`)).text();
  expect(metrics).toMatch(/wellhead_stream_endings_total\{connector="hostile",ending="whole"\} 4/);
}, 240_000);

test("a fault in the code of an author ends only the streams of its connector, which is restarted", async ({
  onTestFinished,
}) => {
  // Each restart waits twice as long as the one before, so every connector has at most two deeds. The deeds of the long
  // form end a worker as `ask` does: the service sees only that the process has ended.
  const deedsOf: Readonly<Record<string, readonly string[]>> = {
    stuck: ["spin", ...(isLong ? ["throw"] : [])],
    ...(isLong && { hungry: ["leak", "abort"] }),
    greedy: ["buffers", ...(isLong ? ["reject"] : [])],
    leaving: ["ask", ...(isLong ? ["exit"] : [])],
  };
  const limits: Readonly<Record<string, object>> = {
    stuck: { stallMs: 1500 },
    hungry: { memoryMb: 64 },
    greedy: { memoryMb: 64 },
  };
  const connectors = Object.keys(deedsOf).map((id) =>
    isolated(hostile, { exportName: "hostileConnector", argument: { id }, ...limits[id] }),
  );
  const started = await startApp([...connectors, steady], { limits: { maxEventLoopDelay: 60_000 } });
  onTestFinished(() => started.app.close());
  const { lines } = started;
  const { push } = lines;
  lines.push = (...added) => {
    // While this process is busy a worker ends unnoticed, and there is still something to send to it.
    if (added[0]?.includes("asks and ends") === true)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    return push.apply(lines, added);
  };
  const steadyStatus = async () => (await started.post("/steady/", { source: "rows" })).status;
  const askAgain = async (id: string): Promise<string> => {
    const { status, headers } = await ask(started, {}, { id });
    return status === 503 && Number(headers.get("retry-after")) > 0 ? "unavailable" : String(status);
  };
  const tryDeeds = async (id: string, deeds: readonly string[]): Promise<void> => {
    for (const deed of deeds) {
      // The next request is sent at once: the worker cannot be there again so soon, however slow the machine is.
      const cut = received(ask(started, { deed, batches: 2 }, { id }));
      const next = cut.then(() => askAgain(id));
      for (let count = 0; count < 5; count += 1) expect(await steadyStatus()).toBe(200);
      expect((await cut).whole, deed).toBe(false);
      expect(await steadyStatus()).toBe(200);
      expect(await next, deed).toBe("unavailable");
      await expect.poll(() => askAgain(id), { timeout: 240_000, interval: 100 }).toBe("200");
    }
  };
  await Promise.all(Object.entries(deedsOf).map(([id, deeds]) => tryDeeds(id, deeds)));
  const ended = started.lines.filter((line) => line.includes("The worker of a connector ended"));
  // A worker that gets no processor time for 1500 ms is ended too, so on a busy machine there may be more than two each.
  for (const [id, deeds] of Object.entries(deedsOf)) {
    const own = ended.filter((line) => line.includes(`"connector":"${id}"`));
    expect(own.length, id).toBeGreaterThanOrEqual(deeds.length);
  }
  expect(started.lines.join("\n")).toMatch(/"connector":"stuck","reason":"it did not respond for 1500 ms"/);
  expect(started.lines.join("\n")).toMatch(/"connector":"greedy","reason":"it used \d+ MiB of memory/);
  expect(started.lines.join("\n")).not.toContain("secret-canary");
}, 600_000);

test("a stuck worker receives no more requests than its maximum; further ones are refused while it hangs", async ({
  onTestFinished,
}) => {
  const started = await startApp(
    [
      isolated(hostile, { exportName: "hostileConnector", argument: { id: "hostile" }, stallMs: 120_000 }),
      steady,
    ],
    { admin: { port: 0 }, limits: { maxQueueDelay: 200, maxEventLoopDelay: 60_000, drainDelay: 0 } },
  );
  onTestFinished(() => started.app.close());
  const validated = await started.post("/hostile/validate", { id: "token", fields: account });
  const { process: worker }: { readonly process: number } = JSON.parse(await validated.text());
  // Not awaited: the worker may hang before the head of its response has left.
  const ended = ask(started, { deed: "spin", batches: 2 })
    .then((response) => response.text())
    .catch(() => undefined);
  const payload = { id: "token", fields: account };
  // Without connections: this many of them would cost the test more than the service.
  const post = (id: string) =>
    started.app.fastify.inject({ method: "POST", url: `/${id}/validate`, payload });
  const asked: ReturnType<typeof post>[] = [];
  const shed = async (): Promise<number> => {
    asked.push(...Array.from({ length: 20 }, () => post("hostile")));
    const metrics = await (await fetch(`${started.adminUrl}/metrics`)).text();
    const count = /wellhead_refused_total\{connector="hostile",reason="queue"\} (\d+)/.exec(metrics)?.[1];
    return Number(count ?? 0);
  };
  await expect.poll(shed, { timeout: 60_000 }).toBeGreaterThan(0);
  expect((await post("steady")).statusCode).toBe(400);
  process.kill(worker, "SIGKILL");
  const answers = await Promise.all(asked);
  // The first may be answered before the worker hangs; all others are refused, or are sent to it and lost with it.
  const failed = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(failed.length).toBeGreaterThan(0);
  for (const { statusCode, headers } of failed)
    expect([statusCode, headers["retry-after"]]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  await ended;
}, 240_000);

test("a connector that cannot be loaded stops the start with a reason", async () => {
  const argument = (id: string) => ({ exportName: "hostileConnector", argument: { id } });
  type Failing = readonly [Parameters<typeof startApp>[0], string];
  const otherReasons: readonly Failing[] = [
    [[isolated(new URL("../../dist/isolate/isolated-connector.js", import.meta.url))], "defineConnector"],
    [[isolated(hostile, { ...argument("wrong"), allow: "10.0.0.0" })], "WELLHEAD_ALLOW"],
  ];
  const failing: readonly Failing[] = [
    [[isolated(new URL("file:///nowhere/connector.js"))], "Could not start the connector"],
    [[isolated(hostile, argument("steady")), steady], 'two connectors have the id "steady"'],
    // Workers report these reasons as they report the first one.
    ...(isLong ? otherReasons : []),
  ];
  await Promise.all(
    failing.map(([connectors, reason]) => expect(startApp(connectors)).rejects.toThrow(reason)),
  );
}, 240_000);

test("a caller who leaves or does not read holds the source up, and nothing else", async () => {
  const started = shared;
  const body = JSON.stringify({ source: "rows", account, filter: { batches: 1_000_000 } });
  const outgoing = request(`${started.url}/hostile/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
  });
  const left = new Promise((resolve) => {
    outgoing.once("response", (incoming) => {
      // Nothing is read, so no more is requested from the source than the buffers hold.
      incoming.once("readable", () => {
        outgoing.destroy();
        resolve(undefined);
      });
    });
  });
  outgoing.on("error", () => undefined).end(body);
  await left;
  await expect
    .poll(() => started.lines.some((line) => line.includes('"ending":"gone"')), { timeout: 30_000 })
    .toBe(true);
  expect((await ask(started, {})).status).toBe(200);
}, 240_000);

test("an isolated connector reaches the addresses that it is allowed, and no others", async () => {
  const dialled = Number(new URL(shared.url).port);
  expect((await ask(shared, { dialled })).status).toBe(200);
  const refused = await ask(shared, { dialled }, { id: "closed" });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: expect.stringContaining("WELLHEAD_ALLOW") });
}, 240_000);

test("closing removes the folder of a worker without a trace in how Node.js resolves links", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-links-"));
  await mkdir(join(folder, "real"));
  for (const name of ["a.cjs", "b.cjs"]) await writeFile(join(folder, "real", name), "");
  await symlink("real", join(folder, "link"));
  const { resolve } = createRequire(import.meta.url);
  const resolved = (name: string) => resolve(join(folder, "link", name));
  expect(resolved("a.cjs")).toBe(join(folder, "real", "a.cjs"));
  await (
    await startApp([isolated(hostile, { exportName: "hostileConnector", argument: { id: "h" } })])
  ).app.close();
  expect(resolved("b.cjs")).toBe(join(folder, "real", "b.cjs"));
  await rm(folder, { recursive: true });
});

test.runIf(isLong)("closing reports no fault when a cleaner has removed the folder of a worker", async () => {
  const before = process.env["TMPDIR"];
  const folder = await mkdtemp(join(tmpdir(), "wellhead-cleaned-"));
  process.env["TMPDIR"] = folder;
  const { app, lines } = await startApp([
    isolated(hostile, { exportName: "hostileConnector", argument: { id: "h" } }),
  ]).finally(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  });
  const left = await readdir(folder);
  expect(left).toHaveLength(1);
  for (const name of left)
    for (const file of await readdir(join(folder, name))) await unlink(join(folder, name, file));
  for (const name of left) await rmdir(join(folder, name));
  await app.close();
  expect(lines.filter((line) => line.includes("Could not close"))).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
  await rmdir(folder);
});

test("a worker listens at a socket of its folder, and at a pipe on Windows", () => {
  expect(socketPath("/tmp/wellhead-a1", 2, "linux")).toBe("/tmp/wellhead-a1/2.sock");
  expect(socketPath("/tmp/wellhead-a1", 2, "win32")).toBe(String.raw`\\.\pipe\wellhead-a1-2.sock`);
});
