import { type RawServer, serveRaw } from "@wellhead/test-support/http/serve-raw";
import { afterEach, expect, test } from "vitest";
import { applicationOf, rightToken } from "../fixtures/reference-application.js";
import { startReference } from "../fixtures/start-reference.js";
import { runConformance } from "./run-conformance.js";

const account = { auth: "token", token: rightToken, site: "ada" };
const started: { close: () => Promise<void> }[] = [];

afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

/** Checks that each send one request of their own in addition to GET /. */
const apart = ["application.unknown-query", "http.trailing-slash-get", "http.options", "errors.unknown-path"];

interface CountingServer extends RawServer {
  /** Returns the maximum number of concurrent requests, except GET /. */
  readonly most: () => number;
}

/** Holds every request except GET / until `held` requests are waiting. Then responds to them and to all later ones. */
async function serveCounting(held: number): Promise<CountingServer> {
  const waiting: (() => void)[] = [];
  let [open, most, isFree] = [0, 0, false];
  const server = await serveRaw((request, response) => {
    const answer = (): void => void response.end(JSON.stringify(applicationOf("single")));
    if (request.url === "/" && request.method === "GET") return answer();
    open += 1;
    most = Math.max(most, open);
    response.on("close", () => {
      open -= 1;
    });
    waiting.push(answer);
    isFree ||= waiting.length >= held;
    if (isFree) for (const release of waiting.splice(0)) release();
  });
  started.push(server);
  return { ...server, most: () => most };
}

test.each([1, 2, 4])(
  "runConformance() has %i requests under way where asked to, and never more",
  async (calls) => {
    const server = await serveCounting(calls);
    await runConformance(server.url, { concurrency: calls, only: apart, profile: "all" });
    expect(server.most()).toBe(calls);
  },
);

test("runConformance() asks a connector one request at a time", async () => {
  const server = await serveCounting(1);
  await runConformance(server.url, { account, only: apart, profile: "all" });
  expect(server.most()).toBe(1);
});

test("runConformance() asks a connector with slow rows several requests at a time, with the same verdicts", async () => {
  let [open, most, isMeasured, isFree] = [0, 0, false, false];
  const waiting: (() => void)[] = [];
  const slow = await startReference({
    // The response with rows shows that the source is slow. Later responses are held until four requests are waiting.
    change: async (_answer, { method, path, rawPath }) => {
      if (method === "POST" && path === "/") isMeasured = true;
      if (!isMeasured || rawPath === "/") return;
      open += 1;
      most = Math.max(most, open);
      isFree ||= waiting.length + 1 >= 4;
      if (isFree) for (const release of waiting.splice(0)) release();
      else
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      open -= 1;
    },
  });
  const quick = await startReference();
  started.push(slow, quick);
  const own = ["errors.unknown-path", "schema.object", "timezone.form", "logo.type", "validate.name"];
  const options = { account, only: own, profile: "all" } as const;
  const reports = [
    await runConformance(slow.url, { ...options, slowAnswerMs: 0 }),
    await runConformance(quick.url, { ...options, concurrency: 1 }),
  ];
  expect(most).toBe(4);
  const [some, others] = reports.map(({ results }) => results.map(({ id, verdict }) => [id, verdict]));
  expect(some).toEqual(others);
});

/** A connector that needs no account and has one source without a filter. */
const unlocked = {
  version: "1.0.0",
  name: "Open",
  description: "",
  authentication: [{ id: "none", name: "None", description: "" }],
  sources: [{ id: "rows", name: "Rows", description: "", filter: [] }],
};

test.each([true, false])(
  "runConformance() asks a slow connector one request at a time if several at once fail: %s",
  async (isSpoilt) => {
    let [open, most, isCounted] = [0, 0, false];
    const server = await serveRaw((request, response) => {
      const isRows = request.method === "POST" && request.url === "/";
      if (!isRows) isCounted = true;
      open += 1;
      if (isCounted && !isRows && request.url !== "/") most = Math.max(most, open);
      const text = isRows ? '[{"id":"1"}]' : JSON.stringify(unlocked);
      const isBroken = isSpoilt && isRows && open > 1;
      setTimeout(() => {
        open -= 1;
        response.writeHead(isBroken ? 500 : 200).end(text);
      }, 20);
    });
    started.push(server);
    await runConformance(server.url, { only: apart, profile: "all", slowAnswerMs: 0 });
    expect(most === 1).toBe(isSpoilt);
  },
);

test("runConformance() keeps a budget of requests, and spends it on what is demanded before advice", async () => {
  const server = await startReference();
  started.push(server);
  const { results, measurements } = await runConformance(server.url, { account, profile: "v2" });
  const limited = await runConformance(server.url, {
    account,
    profile: "v2",
    maxRequests: Math.floor(measurements.requests / 2),
  });
  expect(limited.measurements.requests).toBe(Math.floor(measurements.requests / 2));
  const judged = new Set(results.filter(({ verdict }) => verdict === "pass").map(({ id }) => id));
  const open = limited.results.filter(({ verdict, id }) => verdict === "could-not-run" && judged.has(id));
  const advised = limited.results.filter(({ level, id }) => level !== "MUST" && judged.has(id));
  expect(open.length).toBeGreaterThan(0);
  expect(advised.length).toBeGreaterThan(0);
  const isAsked = ({ detail }: { readonly detail: string }): boolean => !detail.includes("limit of");
  // Advisory requirements that need a request of their own are skipped.
  expect(advised.filter(isAsked).length).toBeLessThan(advised.length);
});

test("runConformance() judges only what `only` names, with the requests of that", async () => {
  const server = await startReference();
  started.push(server);
  const { results } = await runConformance(server.url, {
    account,
    only: ["logo", "errors.unknown-path"],
    profile: "all",
  });
  expect(new Set(results.map(({ area }) => area))).toEqual(new Set(["logo", "errors"]));
  expect(results.filter(({ area }) => area === "errors").map(({ id }) => id)).toEqual([
    "errors.unknown-path",
  ]);
  expect(server.requests.filter((line) => line.includes("/oauth") || line.includes("/datalist"))).toEqual([]);
});

test("runConformance() reports its progress, and stops judging when its signal is aborted", async () => {
  const server = await startReference();
  started.push(server);
  const controller = new AbortController();
  const seen: number[] = [];
  const begun: string[] = [];
  const ended: string[] = [];
  const { results } = await runConformance(server.url, {
    account,
    only: apart,
    profile: "all",
    signal: controller.signal,
    onJudging: (id) => begun.push(id),
    onJudged: (judged, total, id) => {
      expect(total).toBe(apart.length);
      ended.push(id);
      expect(begun.slice(0, ended.length)).toContain(id);
      if (seen.push(judged) === 2) controller.abort();
    },
  });
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(begun.toSorted()).toEqual(apart.toSorted());
  expect(ended.toSorted()).toEqual(apart.toSorted());
  expect(results.map(({ verdict }) => verdict).toSorted()).toEqual([
    "could-not-run",
    "could-not-run",
    "pass",
    "pass",
  ]);
});
