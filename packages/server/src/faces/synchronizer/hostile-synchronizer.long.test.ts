import { errorCodes, synchronizerEndpointFacts } from "@wellhead/contract/vocabulary";
import { randomOf } from "@wellhead/test-support/hostile/random";
import { rawRequest } from "@wellhead/test-support/http/raw-request";
import { parse, pick } from "@wellhead/test-support/json/pick";
import { afterAll, beforeAll, expect, test } from "vitest";
import { corruptRequest, type ValidRequest } from "../../../test/hostile-bodies.js";
import { count, maxGrowth, repeat, seed } from "../../../test/hostile-run.js";
import { type StartedApp, startApp } from "../../../test/start-app.js";
import { manual, registered, synchronizedConnector } from "../../../test/synchronized-connector.js";

// Fewer would not show what share of them each endpoint gets.
const requests = Math.max(300, Math.ceil(count / 8));
const account = { auth: "token", token: "t0ken" };
const filter = {
  word: "w",
  size: 7,
  open: true,
  day: "2026-01-02",
  team: "a",
  period: { _min: "2026-01-02" },
};
const shared = { types: ["rows"], account, filter };

let service: StartedApp;
let valid: Readonly<Record<string, ValidRequest>>;
beforeAll(async () => {
  service = await startApp(
    [synchronizedConnector("sync", registered), synchronizedConnector("manual", manual)],
    {
      accounts: { variables: { WELLHEAD_SECRET: "a secret of the deployment that replicas share" } },
      admin: { port: 0 },
      failures: false,
      limits: { maxPageRows: 7, maxBodyBytes: 200_000, headersTimeout: 3_000, drainDelay: 0 },
    },
  );
  const first: unknown = await (
    await service.post("/sync/api/v1/synchronizer/data", { requestedType: "rows", ...shared })
  ).json();
  const params = Object.fromEntries(new URL(String(pick(first, "items", 3, "content"))).searchParams);
  const bodies: Readonly<Record<keyof typeof synchronizerEndpointFacts, ValidRequest["body"]>> = {
    config: { account },
    schema: shared,
    data: {
      ...shared,
      requestedType: "rows",
      pagination: pick(first, "pagination"),
      schema: { rows: { key: { type: "id" } } },
      version: "1",
    },
    datalist: { ...shared, field: "live", dependsOn: { team: "a" } },
    validateFilter: shared,
    resource: { ...shared, params },
    setWebhook: { ...shared, url: "https://platform.example/w/1", webhook: { id: "h1", types: ["rows"] } },
    deleteWebhook: { account, webhook: { id: "h1", types: ["rows"] } },
    verifyEvent: { payload: { a: [1, "payload", { b: null }] }, params: { "x-signature": "right" } },
    preProcessEvent: { challenge: "c", list: [1, { a: "b" }] },
    transformEvent: { ...shared, payload: [{ a: 1 }], params: { "x-hook": "a" } },
    executeAction: { account, action: { action: "note", args: { issue: 7, text: "t" } } },
  };
  valid = Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => {
      // The names of the bodies are those of the endpoints.
      const { method, path } = synchronizerEndpointFacts[name as keyof typeof bodies];
      return [name, { method, url: `/${name === "preProcessEvent" ? "manual" : "sync"}${path}`, body }];
    }),
  );
});
afterAll(() => service.app.close());

const names = Object.keys(synchronizerEndpointFacts);
const requestOf = (name: string): ValidRequest => {
  const found = valid[name];
  if (found === undefined) throw new Error(`expected a request of ${name}`);
  return found;
};
const inject = (
  method: string,
  url: string,
  payload: string | Buffer,
  headers: Record<string, string> = {},
) =>
  service.app.fastify.inject({
    // Every method here is one that Fastify supports.
    method: method as "POST",
    url,
    payload,
    headers: { "content-type": "application/json", ...headers },
  });

interface Answered {
  readonly statusCode: number;
  readonly payload: string;
}

/** An error says what is wrong in words, without repeating much of the request. */
function faultOf({ statusCode, payload }: Answered): string | undefined {
  if (statusCode >= 500) return `status ${statusCode}`;
  if (statusCode < 400) return undefined;
  const body = parse(payload);
  const [code, status, requestId] = ["code", "status", "requestId"].map((name) => pick(body, name));
  if (!Object.hasOwn(errorCodes, String(code)) || typeof requestId !== "string") return "not an error";
  if (status !== statusCode) return "another status in the body";
  if (!/^Could not .{10,}\.$/s.test(String(pick(body, "message")))) return "no words";
  return payload.length > 3000 ? `${payload.length} characters` : undefined;
}

test.each(names)("%s accepts the request that the others are made from", async (name) => {
  const { method, url, body } = requestOf(name);
  const response = await inject(method, url, JSON.stringify(body));
  expect([response.statusCode, response.payload]).toEqual([200, expect.anything()]);
});

/** Values of each kind of JSON. */
const kinds: readonly (readonly [kind: string, json: string])[] = [
  ["object", '{"a":1}'],
  ["array", "[1,[2]]"],
  ["string", '"text"'],
  ["number", "7"],
  ["boolean", "true"],
];
/** Members that may have any value, because the service ignores them, or leaves them to the connector. */
const free = new Set(["schema", "version", "payload"]);

test.each(names.filter((name) => name !== "preProcessEvent"))(
  "%s refuses members of another type with words",
  async (name) => {
    const { method, url, body } = requestOf(name);
    for (const [member, value] of Object.entries(body)) {
      const right = Array.isArray(value) ? "array" : typeof value;
      for (const [kind, json] of kinds) {
        const isScalar = right === "string" && kind !== "object" && kind !== "array";
        if (free.has(member) || kind === right || isScalar) continue;
        const others = Object.entries(body).filter(([other]) => other !== member);
        const text = `{"${member}":${json}${others.map(([other, one]) => `,"${other}":${JSON.stringify(one)}`).join("")}}`;
        const response = await inject(method, url, text);
        expect([member, kind, response.statusCode, faultOf(response)]).toEqual([
          member,
          kind,
          400,
          undefined,
        ]);
        expect(pick(parse(response.payload), "code")).toMatch(/^(?:malformed_request|invalid_field)$/);
      }
    }
  },
);

test.each(names)("%s refuses bodies that are too deep, too large or in another form", async (name) => {
  const { method, url } = requestOf(name);
  const deep = `{"account":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`;
  const wide = `{"filter":{${Array.from({ length: 5001 }, (_, index) => `"k${index}":1`).join(",")}}}`;
  const isRaw = name === "preProcessEvent";
  const cases: readonly (readonly [payload: string | Buffer, type: string, status: number])[] = [
    [deep, "application/json", 400],
    [wide, "application/json", 400],
    [`{"account":"${"x".repeat(300_000)}"}`, "application/json", 413],
    ["[]", "application/json", 400],
    ["null", "application/json", 400],
    ["{", "application/json", 400],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "application/json", 400],
    ["<a/>", "text/xml", 415],
    ["a=1", "application/x-www-form-urlencoded", 415],
    ["{}", "application/json; charset=utf-16", 415],
  ];
  for (const [payload, type, status] of cases) {
    const response = await inject(method, url, payload, { "content-type": type });
    // The author of the connector decides about the form of an event of the upstream.
    const expected = isRaw && status !== 413 ? 200 : status;
    expect([payload.slice(0, 30), response.statusCode, faultOf(response)]).toEqual([
      payload.slice(0, 30),
      expected,
      undefined,
    ]);
  }
});

test("an event may have parameters of any type", async () => {
  const { method, url, body } = requestOf("verifyEvent");
  for (const value of ['[{"toString":1}]', '[[{"valueOf":{}}]]', "[null]", '{"toJSON":1}', '"\\ud800"']) {
    const text = `{"payload":${JSON.stringify(body["payload"])},"params":{"x-signature":"right","x":${value}}}`;
    expect([value, (await inject(method, url, text)).statusCode]).toEqual([value, 200]);
  }
});

test.each(names)("%s reads a body that arrives byte by byte", async (name) => {
  const { method, url, body } = requestOf(name);
  const text = JSON.stringify(body);
  const bytes = Array.from(text, (one) => `1\r\n${one}\r\n`).join("");
  const head = `${method} ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const { text: received } = await rawRequest(service.url, `${head}${bytes}0\r\n\r\n`);
  expect(received).toMatch(/^HTTP\/1.1 200 /);
  const cut = await rawRequest(service.url, `${head}${bytes.slice(0, -12)}0\r\n\r\n`);
  // Not every event of an upstream is JSON.
  expect(cut.text).toMatch(name === "preProcessEvent" ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 400 /);
});

test(`no body among ${requests} (seed ${seed}) is an unhandled fault, and each is logged and counted`, {
  timeout: 120_000 + requests * 20,
}, async () => {
  const random = randomOf(seed);
  const faults: unknown[] = [];
  const sent = new Map<string, number>();
  const logged = new Map<string, number>();
  const endpoints = new Map<string, number>();
  const unlogged = new Set<unknown>();
  const readLog = () => {
    for (const line of service.lines.splice(0).map(parse)) {
      if (pick(line, "message") !== "answered") continue;
      add(logged, String(pick(line, "status")));
      add(endpoints, String(pick(line, "endpoint")));
      unlogged.delete(pick(line, "requestId"));
    }
  };
  const send = async () => {
    const name = random.of(names);
    const request = corruptRequest(requestOf(name), random);
    const response = await service.app.fastify.inject(request);
    const { statusCode } = response;
    const refused = statusCode === 503 && response.headers["retry-after"] !== undefined;
    const fault = refused ? undefined : faultOf(response);
    if (fault !== undefined) faults.push({ fault, request, payload: response.payload.slice(0, 500) });
    add(sent, String(statusCode));
    if (statusCode >= 400) unlogged.add(pick(parse(response.payload), "requestId"));
    readLog();
    return 1;
  };
  const { growth } = await repeat({ app: service.app, concurrency: 1, requests }, send);
  expect(faults.slice(0, 3)).toStrictEqual([]);
  expect([...sent.keys()]).toEqual(expect.arrayContaining(["200", "400", "415"]));
  // The line about a file is written after its last byte.
  await expect
    .poll(() => {
      readLog();
      return [...unlogged, ...[...sent].filter(([status, number_]) => (logged.get(status) ?? 0) < number_)];
    })
    .toEqual([]);
  expect(growth).toBeLessThan(maxGrowth);
  expect(Object.keys(Object.prototype)).toStrictEqual([]);
  // Since the start of the service, each request is a line of the log and counted once.
  await expect
    .poll(async () => {
      const counts = await counted();
      readLog();
      return names.filter((name) => counts.get(name) !== endpoints.get(`synchronizer.${name}`));
    })
    .toEqual([]);
  // A request that is refused for its headers belongs to no endpoint.
  expect(endpoints.get("none") ?? 0).toBeLessThan(requests / 10);
});

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Reads the number of responses of each endpoint. */
async function counted(): Promise<ReadonlyMap<string, number>> {
  const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
  const counts = new Map<string, number>();
  for (const [, name = "", value] of metrics.matchAll(
    /^wellhead_requests_total\{[^}]*endpoint="synchronizer\.(\w+)"[^}]*\} (\d+)$/gm,
  ))
    counts.set(name, (counts.get(name) ?? 0) + Number(value));
  return counts;
}
