import { rawRequest } from "@wellhead/test-support/http/raw-request";
import { sampleConnector } from "@wellhead/test-support/services/sample-connector";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConsoleService } from "../../test/console-service.js";
import { adminToken, type StartedApp, startApp } from "../../test/start-app.js";

// A rule that reads a header must hold for every way to write or hide it. Each rule names a header that makes a request
// refused; the request must be refused in every form of this header as well.

const token = "a-token-of-the-caller-for-this-test-0123";

interface Rule {
  readonly name: string;
  readonly url: () => string;
  readonly path: string;
  readonly header: string;
  /** A value that is refused. */
  readonly refused: string;
  /** A value that is accepted, if the header is needed. Default: the header may be missing. */
  readonly accepted?: string;
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
  "next to a right one": ({ header, refused, accepted = "", lastCounts = false }) => {
    const lines = [`${header}: ${refused}`, `${header}: ${accepted}`];
    return lastCounts ? lines.toReversed() : lines;
  },
  "in upper case": ({ header, refused }) => [`${header.toUpperCase()}: ${refused}`],
  "in lower case": ({ header, refused }) => [`${header.toLowerCase()}: ${refused}`],
  "with a tab": ({ header, refused }) => [`${header}:\t${refused}\t`],
  "without a space": ({ header, refused }) => [`${header}:${refused}`],
  folded: ({ header, refused }) => [`${header}:`, ` ${refused}`],
  "with a space before the colon": ({ header, refused }) => [`${header} : ${refused}`],
};

function others(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `x${index}: 1`);
}

/** Returns the status of a request with these lines. */
async function statusOf(rule: Rule, lines: readonly string[]): Promise<number> {
  const host = lines.some((line) => /^host\b/i.test(line)) ? [] : [`Host: ${new URL(rule.url()).host}`];
  const head = [`GET ${rule.path} HTTP/1.1`, ...host, ...lines, "Connection: close", "", ""].join("\r\n");
  const { text } = await rawRequest(rule.url(), head);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}

describe("a header that makes a request refused does so in every form", () => {
  test.each(rules)("$name", async (rule) => {
    const { header, accepted } = rule;
    expect(await statusOf(rule, accepted === undefined ? [] : [`${header}: ${accepted}`])).toBe(200);
    for (const [form, write] of Object.entries(forms))
      expect(await statusOf(rule, write(rule)), form).toBeGreaterThanOrEqual(400);
    expect(await statusOf(rule, [...others(1100), `${header}: ${rule.refused}`]), "too many").toBe(431);
  });
});

test("a needed header that is missing, empty or folded away is refused", async () => {
  for (const rule of rules.filter(({ accepted }) => accepted !== undefined)) {
    const { header, name, accepted = "" } = rule;
    expect(await statusOf(rule, [`${header}:`]), name).toBeGreaterThanOrEqual(400);
    expect(await statusOf(rule, [...others(1100), `${header}: ${accepted}`]), name).toBe(431);
    expect(await statusOf(rule, [...others(400), `${header}: ${accepted}`]), name).toBe(200);
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
