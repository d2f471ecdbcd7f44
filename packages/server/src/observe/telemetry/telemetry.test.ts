import { configureEgress } from "@wellhead/runtime";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { type Connector, defineConnector, fields, password, text, upstreamInvalid } from "@wellhead/sdk";
import { openConnections } from "@wellhead/test-support/network/open-connections";
import { hostileConnector } from "@wellhead/test-support/services/service-programs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "../../../test/otlp-receiver.js";
import { canaries, formsOf } from "../../../test/secret-forms.js";
import { type StartedApp, startApp } from "../../../test/start-app.js";
import { isolated } from "../../isolate/isolated-connector.js";
import { silentLog } from "../logs/service-log.js";
import { startTelemetry } from "./telemetry.js";

let upstream: TestUpstream;
let failures: Set<string>;

beforeAll(async () => {
  failures = new Set();
  upstream = await startUpstream(({ url, headers }) => {
    const key = `${url.pathname}${url.search}`;
    if (url.pathname.startsWith("/flaky/") && !failures.has(key)) {
      failures.add(key);
      return { status: 503 };
    }
    if (url.pathname === "/broken") return { status: 500, body: { error: String(headers["x-secret"]) } };
    return { body: [{ id: "1" }, { id: "2" }] };
  });
  configureEgress({ allow: "127.0.0.1/32:*" });
});

afterAll(async () => upstream.close());

const before = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith("OTEL_")) delete process.env[name];
  Object.assign(process.env, before);
});

/** Starts a service that exports to a receiver. */
async function startTraced(
  receiver: Pick<OtlpReceiver, "url">,
  connectors: Parameters<typeof startApp>[0],
  // An exporter that waits for its timeout would wait longer than a test may take.
  timeoutMs = "600000",
): Promise<StartedApp> {
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
    OTEL_EXPORTER_OTLP_TIMEOUT: timeoutMs,
    OTEL_BSP_SCHEDULE_DELAY: "10",
    OTEL_METRIC_EXPORT_INTERVAL: "600000",
    OTEL_METRIC_EXPORT_TIMEOUT: "600000",
  });
  const telemetry = await startTelemetry({ log: silentLog });
  expect(telemetry).toBeDefined();
  return await startApp(connectors, { telemetry, admin: { port: 0 }, limits: { drainDelay: 0 } });
}

/** A connector that calls its upstream before its rows and between them. */
function callingConnector(): Connector {
  return defineConnector({
    id: "calling",
    name: "Calling",
    version: "1",
    description: "Calls its upstream",
    http: { baseUrl: upstream.url },
    accounts: {
      keyed: fields({ title: "Key", fields: { key: password() }, authorize: addKey }),
    },
    sources: (source) => ({
      things: source({
        name: "Things",
        filter: {
          word: text({ optional: true }),
          broken: text({ optional: true }),
          flaky: text({ optional: true }),
        },
        async *rows({ http, account, filter }) {
          const query = { word: filter.word };
          yield await http.get(filter.flaky ?? "steady", { query }).json<{ id: string }[]>();
          if (filter.broken === "upstream") await http.get("broken", { query }).json();
          if (filter.broken === "error") throw upstreamInvalid(`It said ${account.key.reveal()}`);
          yield await http.get("later", { query }).json<{ id: string }[]>();
        },
      }),
    }),
  });
}

function addKey(
  request: { readonly headers: Record<string, string> },
  account: { readonly key: { reveal(): string } },
): void {
  request.headers["x-secret"] = encodeURIComponent(account.key.reveal());
}

const hex = (value: number, length: number): string => value.toString(16).padStart(length, "0");

/** Returns the names of the spans from one up to the root of its trace in this service. */
function pathOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): readonly string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent === undefined ? [span.name] : [...pathOf(parent, spans), span.name];
}

test("each request continues its caller's trace through account, filter, source, upstream calls and stream", async () => {
  const receiver = await startOtlpReceiver();
  const started = await startTraced(receiver, [callingConnector()]);
  const callers = Array.from({ length: 16 }, (_, index) => ({
    trace: hex(index + 1, 32),
    span: hex(index + 100, 16),
    word: `word-${index}`,
    // Few, because the client limits how many failures it retries.
    flaky: index % 8 === 0 ? `flaky/${index}` : "steady",
  }));
  const answers = await Promise.all(
    callers.map(async ({ trace, span, word, flaky }) => {
      const body = {
        source: "things",
        account: { auth: "keyed", key: `key-${word}` },
        filter: { word, flaky },
      };
      return (await started.post("/calling/", body, { traceparent: `00-${trace}-${span}-01` })).json();
    }),
  );
  for (const rows of answers) expect(rows).toHaveLength(4);
  await started.app.close();
  await receiver.close();
  expect(new Set(receiver.spans.map(({ spanId }) => spanId)).size).toBe(receiver.spans.length);
  for (const { trace, span, flaky } of callers) {
    const own = receiver.spans.filter(({ traceId }) => traceId === trace);
    const [root, ...others] = own.filter(({ parentSpanId }) => parentSpanId === span);
    expect(others).toEqual([]);
    expect(root).toMatchObject({
      name: "POST /calling/",
      kind: 2,
      status: 0,
      attributes: {
        "http.request.method": "POST",
        "http.route": "/calling/",
        "http.response.status_code": 200,
        "wellhead.connector": "calling",
        "wellhead.rows": 4,
        "wellhead.stream.ending": "whole",
      },
      resource: { "service.name": "wellhead" },
    });
    const retried = flaky === "steady" ? [] : ["source GET"];
    expect(own.map((each) => pathOf(each, own).slice(1).join(" ")).toSorted()).toEqual(
      ["", "account", "filter", "source", "source GET", ...retried, "stream", "stream GET"].toSorted(),
    );
    const failed = own.filter(({ status }) => status === 2);
    expect(failed).toHaveLength(retried.length);
    for (const call of failed)
      expect(call).toMatchObject({
        kind: 3,
        attributes: { "http.response.status_code": 503, "error.type": "503", "server.address": "127.0.0.1" },
      });
    const resent = own.filter(({ attributes }) => attributes["http.request.resend_count"] === 1);
    expect(resent).toHaveLength(retried.length);
    const line = started.lines.find((each) => each.includes('"answered"') && each.includes(trace));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ trace_id: trace, span_id: root?.spanId });
  }
});

test("no secret and nothing that a user entered reaches an export", async () => {
  const receiver = await startOtlpReceiver();
  const started = await startTraced(receiver, [callingConnector()]);
  for (const secret of canaries) {
    const word = encodeURIComponent(secret);
    const marked = word.replaceAll(/[^\w-]/g, "_");
    const headers = {
      authorization: `Bearer ${word}`,
      tracestate: `vendor=${marked}`,
      baggage: `key=${word}`,
      traceparent: `00-${hex(7, 32)}-${hex(8, 16)}-01`,
      "x-request-id": marked,
      "user-agent": marked,
    };
    const account = { auth: "keyed", key: secret };
    const ask = { source: "things", account };
    for (const [path, body] of [
      [`?key=${word}`, { ...ask, filter: { word: `${word}-typed-text`, broken: "upstream" } }],
      [`?key=${word}`, { ...ask, filter: { word: `${word}-typed-text`, broken: "error" } }],
      [`${word}?key=${word}`, ask],
      [`validate?key=${word}`, { id: secret, fields: account }],
      ["", { ...ask, source: secret }],
    ] as const)
      await (await started.post(`/calling/${path}`, body, headers)).text();
  }
  await started.app.close();
  await receiver.close();

  expect(receiver.spans.length).toBeGreaterThan(canaries.length * 10);
  expect(receiver.metrics.length).toBeGreaterThan(0);
  // Texts are stored unchanged in protobuf, so its bytes can be searched.
  const everything = Buffer.concat(receiver.bodies).toString("latin1");
  expect(everything).not.toContain("typed-text");
  const forms = canaries.flatMap((secret) => [
    ...formsOf(secret).map((form) => Buffer.from(form).toString("latin1")),
    encodeURIComponent(secret).replaceAll(/[^\w-]/g, "_"),
  ]);
  expect(forms.filter((form) => everything.includes(form))).toEqual([]);
});

test("the spans of an isolated connector belong to the request that its process answers", async () => {
  const receiver = await startOtlpReceiver();
  const argument = { exportName: "hostileConnector", argument: { id: "remote" } };
  const started = await startTraced(receiver, [isolated(hostileConnector, argument)]);
  const body = { source: "rows", account: { auth: "token", token: "right-token" }, filter: {} };
  const traceparent = `00-${hex(5, 32)}-${hex(6, 16)}-01`;
  await (await started.post("/remote/", body, { traceparent })).text();
  await started.app.close();
  await receiver.close();

  expect(receiver.spans.map((span) => pathOf(span, receiver.spans).join(" | ")).toSorted()).toEqual(
    [
      "POST /remote/",
      "POST /remote/ | POST /remote/",
      "POST /remote/ | POST /remote/ | account",
      "POST /remote/ | POST /remote/ | filter",
      "POST /remote/ | POST /remote/ | source",
      "POST /remote/ | POST /remote/ | stream",
    ].toSorted(),
  );
  expect(new Set(receiver.spans.map(({ traceId }) => traceId))).toEqual(new Set([hex(5, 32)]));
  expect(receiver.spans.find(({ parentSpanId }) => parentSpanId === hex(6, 16))).toMatchObject({ kind: 2 });
});

test("metrics have the names and units of the conventions, and count what Prometheus counts", async () => {
  const receiver = await startOtlpReceiver();
  const started = await startTraced(receiver, [callingConnector()]);
  const body = { source: "things", account: { auth: "keyed", key: "k" }, filter: { word: "counted" } };
  for (let index = 0; index < 3; index += 1) await (await started.post("/calling/", body)).text();
  await (await started.post("/calling/", { ...body, source: "missing" })).text();
  const prometheus = await (await fetch(`${started.adminUrl}/metrics`)).text();
  await started.app.close();
  await receiver.close();

  const metric = (name: string) => receiver.metrics.find((each) => each.name === name);
  expect(metric("http.server.request.duration")).toMatchObject({ unit: "s" });
  expect(metric("http.server.request.duration")?.points).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        value: 3,
        attributes: expect.objectContaining({
          "http.request.method": "POST",
          "http.response.status_code": 200,
        }),
      }),
      expect.objectContaining({
        value: 1,
        attributes: expect.objectContaining({ "http.response.status_code": 400 }),
      }),
    ]),
  );
  expect(metric("wellhead.rows")).toMatchObject({ unit: "{row}", points: [{ value: 12 }] });
  expect(prometheus).toContain('wellhead_rows_total{connector="calling"} 12');
  const bytes = /wellhead_bytes_total\{connector="calling"\} (?<bytes>\d+)/.exec(prometheus)?.groups?.[
    "bytes"
  ];
  expect(metric("wellhead.body.size")).toMatchObject({ unit: "By", points: [{ value: Number(bytes) }] });
  expect(metric("nodejs.eventloop.delay.mean")).toMatchObject({ unit: "s" });
});

test("a receiver that never responds delays neither requests nor the shutdown", async () => {
  const receiver = await startOtlpReceiver("hang");
  const started = await startTraced(receiver, [callingConnector()]);
  const body = { source: "things", account: { auth: "keyed", key: "k" }, filter: {} };
  expect(await (await started.post("/calling/", body)).json()).toHaveLength(4);
  await expect.poll(() => receiver.waiting.size).toBeGreaterThan(0);
  expect(await (await started.post("/calling/", body)).json()).toHaveLength(4);
  await started.app.close();
  // The shutdown ended although its export had not.
  expect(receiver.waiting.size).toBeGreaterThan(0);
  await receiver.close();
});

test("a receiver that never responds holds one connection per signal, and none after the shutdown", async () => {
  const receiver = await startOtlpReceiver("hang");
  const { port } = new URL(receiver.url);
  const started = await startTraced(receiver, [callingConnector()], "50");
  const body = { source: "things", account: { auth: "keyed", key: "k" }, filter: {} };
  let most = 0;
  for (let exported = 0; exported < 5; exported += 1) {
    const { length } = receiver.bodies;
    await (await started.post("/calling/", body)).json();
    await expect.poll(() => receiver.bodies.length).toBeGreaterThan(length);
    most = Math.max(most, openConnections(Number(port)));
  }
  await started.app.close();
  expect([1, 2]).toContain(most);
  await expect.poll(() => openConnections(Number(port))).toBe(0);
  await receiver.close();
});

test("a receiver that refuses exports or does not listen fails no request", async () => {
  const body = { source: "things", account: { auth: "keyed", key: "k" }, filter: {} };
  const refusing = await startOtlpReceiver("fail");
  const first = await startTraced(refusing, [callingConnector()]);
  expect(await (await first.post("/calling/", body)).json()).toHaveLength(4);
  await first.app.close();
  await refusing.close();
  const second = await startTraced(refusing, [callingConnector()]);
  expect(await (await second.post("/calling/", body)).json()).toHaveLength(4);
  await second.app.close();
});

test("without a variable that asks for it, nothing is started", async () => {
  process.env["OTEL_SERVICE_NAME"] = "named";
  expect(await startTelemetry({ log: silentLog })).toBeUndefined();
  Object.assign(process.env, { OTEL_TRACES_EXPORTER: "otlp", OTEL_SDK_DISABLED: "true" });
  expect(await startTelemetry({ log: silentLog })).toBeUndefined();
});
