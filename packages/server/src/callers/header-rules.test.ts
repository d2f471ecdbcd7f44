import { rawRequest } from "@wellhead/test-support/http/raw-request";
import { sampleConnector } from "@wellhead/test-support/services/sample-connector";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConsoleService } from "../../test/console-service.js";
import { adminToken, type StartedApp, startApp } from "../../test/start-app.js";

// A rule that reads a header must hold for every way to write or hide it. Each rule names a header that makes a request
// refused; the request must be refused in every form of this header as well.

const opening = JSON.stringify({ base: "http://127.0.0.1:1/" });
const token = "a-token-of-the-caller-for-this-test-0123";

interface Rule {
  readonly name: string;
  readonly url: () => string;
  readonly path: string;
  readonly header: string;
  /** A value that is refused. */
  readonly refused: string;
  /** A value that is accepted, if the header is needed. Default: the header may be missing. */
  readonly accepted?: string | (() => string);
  /** Whether a right line next to a wrong one is enough, as a browser may have several cookies. Default: it is not. */
  readonly oneIsEnough?: boolean;
  /** Default: a GET request. */
  readonly body?: string;
  /** Further lines, which are right. Default: none. */
  readonly more?: () => readonly string[];
  /** Whether the last line counts, which the proxy itself has added. Default: the first one, or any. */
  readonly lastCounts?: boolean;
}

let open: StartedApp;
let guarded: StartedApp;
let proxied: StartedApp;
let service: ConsoleService;

beforeAll(async () => {
  const admin = { port: 0 };
  const limits = { drainDelay: 0, maxHeaderBytes: 60_000 };
  const sample = [sampleConnector()];
  open = await startApp(sample, { admin, limits });
  guarded = await startApp(sample, { callers: { tokens: [token] }, limits });
  const callers = { addresses: ["10.0.0.0/8"], proxies: ["127.0.0.1"] };
  proxied = await startApp(sample, { callers, limits });
  service = await ConsoleService.start();
});

afterAll(async () => {
  for (const { app } of [open, guarded, proxied, service]) await app.close();
});

const rules: readonly Rule[] = [
  { name: "origin", url: () => open.url, path: "/", header: "Origin", refused: "https://evil.example" },
  { name: "site", url: () => open.url, path: "/", header: "Sec-Fetch-Site", refused: "cross-site" },
  {
    name: "host",
    url: () => open.url,
    path: "/",
    header: "Host",
    refused: "evil.example",
    accepted: "localhost",
  },
  {
    name: "bearer token",
    url: () => guarded.url,
    path: "/",
    header: "Authorization",
    refused: "Bearer guess",
    accepted: `Bearer ${token}`,
  },
  {
    name: "forwarded address",
    url: () => proxied.url,
    path: "/",
    header: "X-Forwarded-For",
    refused: "203.0.113.9",
    accepted: "10.1.2.3",
    lastCounts: true,
  },
  ...["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via", "X-Real-IP"].map((header) => ({
    name: `console behind a proxy, ${header}`,
    url: () => service.url,
    path: "/console/session",
    header,
    refused: "203.0.113.9",
  })),
  ...["Sec-Fetch-Site", "Origin"].map((header) => ({
    name: `${header} at the console`,
    url: () => service.url,
    path: "/console/session",
    header,
    refused: header === "Origin" ? "https://evil.example" : "cross-site",
    more: () => ["Sec-Fetch-Mode: cors"],
  })),
  {
    name: "host at the console",
    url: () => service.url,
    path: "/console/session",
    header: "Host",
    refused: "rebound.example",
    accepted: "localhost",
  },
  {
    name: "token of a page",
    url: () => service.url,
    path: "/console/connectors",
    body: opening,
    header: "X-Page-Token",
    refused: "guess",
    accepted: () => service.proven["x-page-token"] ?? "",
    more: () => [`Cookie: ${service.proven["cookie"]}`],
  },
  {
    name: "cookie of a page",
    url: () => service.url,
    path: "/console/connectors",
    body: opening,
    header: "Cookie",
    refused: "wellhead-0123456789ab=guess",
    accepted: () => service.proven["cookie"] ?? "",
    oneIsEnough: true,
    more: () => [`X-Page-Token: ${service.proven["x-page-token"]}`],
  },
  {
    name: "relay at the console",
    url: () => service.url,
    path: "/console/session",
    header: "X-Wellhead-Relay",
    refused: "1",
  },
  {
    name: "relay at the admin port",
    url: () => open.adminUrl,
    path: "/metrics",
    header: "X-Wellhead-Relay",
    refused: "1",
  },
  {
    name: "origin at the admin port",
    url: () => open.adminUrl,
    path: "/metrics",
    header: "Origin",
    refused: "https://evil.example",
  },
  {
    name: "token of the admin port",
    url: () => open.adminUrl,
    path: "/activity",
    header: "Authorization",
    refused: "Bearer guess",
    accepted: `Bearer ${adminToken}`,
  },
];

/** The ways to write a header so that a reader may miss it, or read another value. */
const forms: Readonly<Record<string, (rule: Rule) => readonly string[]>> = {
  plain: ({ header, refused }) => [`${header}: ${refused}`],
  "behind 1,100 others": ({ header, refused }) => [...others(1100), `${header}: ${refused}`],
  "behind 499 others": ({ header, refused }) => [...others(499), `${header}: ${refused}`],
  "before a right one": (rule) => (rule.lastCounts === true ? alone(rule) : [...alone(rule), ...next(rule)]),
  "after a right one": (rule) => [...next(rule), ...alone(rule)],
  "between right ones": (rule) =>
    rule.lastCounts === true ? alone(rule) : [...next(rule), ...alone(rule), ...next(rule)],
  "in upper case": ({ header, refused }) => [`${header.toUpperCase()}: ${refused}`],
  "in lower case": ({ header, refused }) => [`${header.toLowerCase()}: ${refused}`],
  "with a tab": ({ header, refused }) => [`${header}:\t${refused}\t`],
  "without a space": ({ header, refused }) => [`${header}:${refused}`],
  folded: ({ header, refused }) => [`${header}:`, ` ${refused}`],
  "with a space before the colon": ({ header, refused }) => [`${header} : ${refused}`],
};

function wrong({ header, refused }: Rule): string {
  return `${header}: ${refused}`;
}

/** Returns a line that is accepted; an empty one where the header is not needed. */
function right({ header, accepted = "" }: Rule): string {
  return `${header}: ${typeof accepted === "string" ? accepted : accepted()}`;
}

function alone(rule: Rule): readonly string[] {
  return [wrong(rule)];
}

/** Returns the right line that stands next to a wrong one. */
function next(rule: Rule): readonly string[] {
  return rule.oneIsEnough === true ? [] : [right(rule)];
}

function others(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `x${index}: 1`);
}

/** Returns the status of a request with these lines. */
async function statusOf(rule: Rule, lines: readonly string[]): Promise<number> {
  const { url, path, body, more = () => [] } = rule;
  const host = lines.some((line) => /^host\b/i.test(line)) ? [] : [`Host: ${new URL(url()).host}`];
  const start = `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1`;
  const length = body === undefined ? [] : [`Content-Length: ${body.length}`];
  const head = [start, ...host, ...more(), ...length, ...lines, "Connection: close", "", ""].join("\r\n");
  const { text } = await rawRequest(url(), `${head}${body ?? ""}`);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}

describe("a header that makes a request refused does so in every form", () => {
  test.each(rules)("$name", async (rule) => {
    expect(await statusOf(rule, rule.accepted === undefined ? [] : [right(rule)])).toBe(200);
    for (const [form, write] of Object.entries(forms))
      expect(await statusOf(rule, write(rule)), form).toBeGreaterThanOrEqual(400);
    expect(await statusOf(rule, [...others(1100), wrong(rule)]), "too many").toBe(431);
  });
});

test("a needed header that is missing, empty or folded away is refused", async () => {
  for (const rule of rules.filter(({ accepted }) => accepted !== undefined)) {
    const { header, name } = rule;
    expect(await statusOf(rule, [`${header}:`]), name).toBeGreaterThanOrEqual(400);
    expect(await statusOf(rule, [...others(1100), right(rule)]), name).toBe(431);
    expect(await statusOf(rule, [...others(400), right(rule)]), name).toBe(200);
  }
});

test("a trace and a request id never decide anything, and too many headers are refused before they are read", async () => {
  const rule = { name: "", url: () => open.url, path: "/", header: "Traceparent", refused: "" };
  for (const lines of [
    ["Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
    ["Traceparent: x", "Traceparent: y"],
    ["X-Correlationid: a", "X-Correlationid: b"],
    ["Tracestate:"],
  ])
    expect(await statusOf(rule, lines), lines.join()).toBe(200);
  expect(await statusOf(rule, others(501))).toBe(431);
  expect(await statusOf(rule, others(498))).toBe(200);
});
