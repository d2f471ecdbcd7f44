import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { defineConnector, list, none } from "@wellhead/sdk";
import { afterEach, expect, test, vi } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";

let started: StartedApp | undefined;
afterEach(() => started?.app.close());

/** Returns a connector that answers /datalist when the gate opens, and everything else at once. */
function gated(id: string) {
  const gate = { open: (): void => undefined, waiting: 0 };
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  const options = async (): Promise<string[]> => {
    gate.waiting += 1;
    await opened;
    return ["a"];
  };
  const connector = defineConnector({
    id,
    name: "Gated",
    version: "1",
    description: "Waits at a gate",
    accounts: { none: none() },
    identify: async () => ({ name: "Everybody" }),
    sources: (source) => ({
      rows: source({
        name: "Rows",
        filter: { kind: list({ optional: true, options }) },
        rows: () => [{ id: 1 }],
      }),
    }),
  });
  return { connector, gate };
}

/** Sends the head of a request without its body, and returns what arrives with the first data or within 2 s. */
async function sendHead({ url }: StartedApp, path: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
  );
  let text = "";
  socket.on("data", (part: Buffer) => (text += part.toString()));
  await Promise.race([once(socket, "data"), delay(2000, undefined, { ref: false })]);
  socket.destroy();
  return text;
}

test("a caller that fills a queue leaves space in it for another", async () => {
  const { connector, gate } = gated("busy");
  const app = await startApp([connector], {
    callers: { proxies: ["127.0.0.1"] },
    limits: { maxQueueDelay: 60_000, maxEventLoopDelay: 60_000, drainDelay: 0, drainTimeout: 100 },
  });
  started = app;
  const ask = async (address: string): Promise<number> => {
    const answer = await app.app.fastify.inject({
      method: "POST",
      url: "/datalist?source=rows&field=kind",
      headers: { "x-forwarded-for": address },
    });
    return answer.statusCode;
  };
  const statuses: number[] = [];
  const asked: Promise<unknown>[] = [];
  const flood = (): readonly number[] => {
    for (let index = 0; index < 100; index += 1)
      asked.push(ask("203.0.113.9").then((status) => statuses.push(status)));
    return statuses;
  };
  await expect.poll(flood, { timeout: 60_000 }).toContain(503);
  const others = ["203.0.113.10", "2001:db8::1"].map((address) => ask(address));
  // Many more requests of the first caller are refused meanwhile.
  const answered = statuses.length;
  await vi.waitFor(() => {
    flood();
    expect(statuses.length).toBeGreaterThan(answered + 100);
  }, 60_000);
  gate.open();
  expect(await Promise.all(others)).toEqual([200, 200]);
  await Promise.all(asked);
});

test("requests that would wait too long are refused, before their body; other endpoints and connectors are not", async () => {
  const { connector, gate } = gated("busy");
  const other = gated("other");
  const app = await startApp([connector, other.connector], {
    admin: { port: 0 },
    limits: {
      maxQueueDelay: 2000,
      maxEventLoopDelay: 60_000,
      // The first requests wait at the gate until all others have been sent.
      answerTimeout: 600_000,
      drainDelay: 0,
      drainTimeout: 100,
    },
  });
  started = app;
  const path = "/busy/datalist?source=rows&field=kind";
  // Inject the requests: so many connections would cost the test more than the service.
  const flood = async (): Promise<void> => {
    const { statusCode, body, headers } = await app.app.fastify.inject({ method: "POST", url: path });
    answers.push({ status: statusCode, body, headers });
  };
  const answers: { status: number; body: string; headers: Record<string, unknown> }[] = [];
  const asked = Array.from({ length: 600 }, flood);
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(100), 60_000);
  await vi.waitFor(() => expect(gate.waiting).toBeGreaterThanOrEqual(8), 60_000);
  const [refused] = answers;
  expect(refused?.status).toBe(503);
  // Callers that are refused together return at different times.
  const waits = answers.filter(({ status }) => status === 503).map(({ headers }) => headers["retry-after"]);
  expect(new Set(waits)).toEqual(new Set(["2", "3", "4"]));
  const sentence = "Could not answer the request: the service is overloaded. Try again in a few seconds.";
  expect(JSON.parse(refused?.body ?? "")).toEqual({
    error: sentence,
    message: sentence,
    code: "unavailable",
    status: 503,
    retryAfter: Number(refused?.headers["retry-after"]),
    tryLater: true,
    requestId: refused?.headers["x-request-id"],
  });
  // While the first requests wait at the gate, further ones are refused on arrival.
  const refusedEarly = async (): Promise<string> => {
    asked.push(...Array.from({ length: 300 }, flood));
    return sendHead(app, path);
  };
  await expect.poll(refusedEarly, { timeout: 60_000 }).toMatch(/^HTTP\/1\.1 503 /);
  const small = [
    app.post("/busy/validate", { id: "none", fields: {} }),
    app.post("/busy/", { source: "rows" }),
    app.post("/other/validate", { id: "none", fields: {} }),
    fetch(`${app.url}/busy/`),
  ];
  expect((await Promise.all(small)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  gate.open();
  await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect((await app.post(path, {})).status).toBe(200);
  const metrics = await (await fetch(`${app.adminUrl}/metrics`)).text();
  expect(metrics).toMatch(/wellhead_refused_total\{connector="busy",reason="queue"\} \d+/);
  expect(metrics).not.toContain('wellhead_refused_total{connector="other"');
  await app.app.close();
  const lines = app.lines.filter((line) => line.includes("Refused requests"));
  expect(lines.length).toBeGreaterThan(0);
  // There is one line a second, not one for each request.
  expect(lines.length).toBeLessThan(answers.length / 4);
  expect(lines[0]).toContain('"connector":"busy","endpoint":"datalist","reason":"queue"');
}, 120_000);

test("a connector leaves space for the streams of others", async () => {
  const waiting: (() => void)[] = [];
  const endless = (id: string) =>
    defineConnector({
      id,
      name: "Endless",
      version: "1",
      description: "Never ends",
      sources: (source) => ({
        rows: source({
          name: "Rows",
          async *rows() {
            yield [{ id: 1 }];
            await new Promise<void>((resolve) => {
              waiting.push(resolve);
            });
          },
        }),
      }),
    });
  const app = await startApp([endless("first"), endless("second")], { limits: { maxStreams: 16 } });
  started = app;
  const ask = (id: string) => app.post(`/${id}/`, { source: "rows" });
  const first = await Promise.all(Array.from({ length: 14 }, () => ask("first")));
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await ask("first")).status).toBe(503);
  const second = await Promise.all([ask("second"), ask("second")]);
  expect(second.map(({ status }) => status)).toEqual([200, 200]);
  expect((await ask("second")).status).toBe(503);
  await vi.waitFor(() => expect(waiting).toHaveLength(16), 60_000);
  for (const end of waiting) end();
  for (const answer of [...first, ...second]) await answer.text();
});
