import { parseExactJson } from "@wellhead/client";
import { Egress } from "@wellhead/runtime";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { playTape } from "../record/play-tape.js";
import { type RecordTapeOptions, recordTape } from "../record/record-tape.js";
import { startConnector } from "../service/start-connector.js";
import type { StartedConnector } from "../service/started-connector.js";
import { answerAsTracker, makeTracker, trackerIssues, trackerToken } from "../test/tracker.js";
import type { SentRequest } from "../upstream/upstream.js";
import type { TapeFault } from "./faults.js";
import { replay } from "./replay.js";
import { formatTape, parseTape, type Tape } from "./tape.js";

const real = "https://api.tracker.example";
const filter = { project: "engine" };
const issues = { source: "issues", filter };
const started: StartedConnector[] = [];

let upstream: TestUpstream;
let tape: Tape;
/** Replaces the response of the upstream, for one test. */
let special: ((request: SentRequest) => object | undefined) | undefined;

function record(options: Partial<RecordTapeOptions> = {}): Promise<Tape> {
  return recordTape(makeTracker(real), {
    account: { auth: "token", token: trackerToken },
    reads: [issues],
    upstream: "A stand-in",
    standIns: { [real]: upstream.url },
    egress: new Egress({ allow: "127.0.0.1/32:*" }),
    now: new Date("2026-03-08T12:00:00Z"),
    ...options,
  });
}

async function start(played: Tape, faults: readonly TapeFault[] = []): Promise<StartedConnector> {
  const service = await startConnector(makeTracker(real), {
    account: played.account,
    upstream: replay(played, { faults }),
  });
  started.push(service);
  return service;
}

/** Makes every call that was recorded. */
async function readAll(service: StartedConnector): Promise<readonly unknown[]> {
  await service.validate();
  await service.options("issues", { field: "project" });
  const { rows, verdict } = await service.rows("issues", { filter });
  expect(verdict.ending).toBe("whole");
  return rows;
}

const pageOf = (number: number): number =>
  tape.interactions.findIndex(({ request }) => request.url.endsWith(`page=${number}`)) + 1;

beforeAll(async () => {
  upstream = await startUpstream(async ({ method, url, headers, body }) => {
    const request = { method, url, headers: headers as Record<string, string>, body };
    return special?.(request) ?? (await answerAsTracker(request));
  });
  tape = await record();
});

afterAll(async () => {
  for (const service of started) await service.stop();
  await upstream.close();
});

describe("recordTape()", () => {
  it("keeps what the upstream said, once, in text that parses to the same tape", () => {
    expect(tape.interactions.map(({ request }) => request.url.replace(real, ""))).toEqual([
      "/user",
      "/projects",
      "/projects/engine/issues",
      "/projects/engine/issues?page=2",
      "/projects/engine/issues?page=3",
      "/user",
    ]);
    expect(tape.interactions.at(-1)).toMatchObject({ refused: true, response: { status: 401 } });
    expect(tape.account).toEqual({ auth: "token", token: "tk_live_tape-token" });
    expect(parseTape(formatTape(tape))).toEqual(tape);
  });

  it.each(["FXu_9f8aTb6cQd4e3f2a1b0c", "ab_9f8a7b6c5d4e3f2a1b0c", "TOKEN_9f8a7b6c5d4e3f2a1b0c"])(
    "keeps nothing of the token %s, which may be random from its first character on",
    async (token) => {
      special = ({ headers, ...request }) =>
        headers["authorization"] === `Bearer ${token}`
          ? answerAsTracker({ ...request, headers: { ...headers, authorization: `Bearer ${trackerToken}` } })
          : undefined;
      const { account } = await record({ account: { auth: "token", token }, reads: [] });
      expect(account).toEqual({ auth: "token", token: "tape-token" });
    },
  );

  it("writes no secret, however the upstream spells it", async () => {
    const bytes = Buffer.from(trackerToken);
    special = ({ url }) =>
      url.pathname === "/user"
        ? {
            headers: { "x-echo": encodeURIComponent(`${trackerToken}&`) },
            body: {
              login: "ada",
              raw: trackerToken,
              hex: bytes.toString("hex"),
              basic: Buffer.from(`ada:${trackerToken}`).toString("base64"),
              nested: [
                { link: `https://x.example/?k=${trackerToken}&page=2` },
                trackerToken.split("").join("\\u00"),
              ],
            },
          }
        : undefined;
    const text = formatTape(await record({ reads: [] }));
    for (const spelling of [trackerToken, bytes.toString("hex"), bytes.toString("base64").slice(4, 20)])
      expect(text).not.toContain(spelling);
    expect(text).toContain("[secret]");
    special = undefined;
  });

  it.each([
    ["a random text", { cursor: "a9Xk2LmQ8vRt5YwZ3bNc7HdJf4" }, /body\.json\.cursor: it contains 26 random/],
    [
      "a token by its form",
      { id: `ghp_${"a1b2".repeat(9)}` },
      /body\.json\.id: it looks like an access token/,
    ],
    ["a key by its name", { api_key: "0123456789abcdef0123" }, /the value of "api_key" looks like a secret/],
    [
      "a signed address",
      { file: "https://f.example/a?signature=1c2d3e4f5a6b7c8d9e0f" },
      /the value of "signature"/,
    ],
    [
      "a password in an address",
      { db: "postgres://ada:hunter2hunter2@db.example/x" },
      /an address with a password/,
    ],
  ])("refuses to write %s that nobody declared, and says where", async (_name, body, message) => {
    special = ({ url }) => (url.pathname === "/user" ? { body: { login: "ada", ...body } } : undefined);
    await expect(record({ reads: [] })).rejects.toThrow(message);
    const declared = Object.values(body);
    expect(formatTape(await record({ reads: [], secrets: declared }))).not.toContain(declared[0]);
    special = undefined;
  });

  it("keeps every digit of a number", async () => {
    special = ({ url }) =>
      url.pathname === "/user" ? { body: '{"login":"ada","id":12345678901234567890}' } : undefined;
    const [first] = (await record({ reads: [] })).interactions;
    expect(parseExactJson(JSON.stringify(first?.response.body))).toEqual({
      lines: ['{"login":"ada","id":12345678901234567890}'],
    });
    special = undefined;
  });

  it("records one interaction again, without sending the others", async () => {
    const before = upstream.requests.length;
    special = ({ url }) =>
      url.searchParams.get("page") === "2"
        ? {
            body: [{ ...trackerIssues[10], title: "New title" }],
            headers: { link: '</projects/engine/issues?page=3>; rel="next"' },
          }
        : undefined;
    const at = pageOf(2);
    const again = await recordTape(makeTracker(real), {
      account: { auth: "token", token: trackerToken },
      upstream: tape.upstream,
      standIns: { [real]: upstream.url },
      again: { tape, interaction: at },
      egress: new Egress({ allow: "127.0.0.1/32:*" }),
    });
    special = undefined;
    expect(upstream.requests.slice(before).map(({ url }) => url.search)).toEqual(["?page=2"]);
    expect(JSON.stringify(again.interactions[at - 1])).toContain("New title");
    const others = (all: Tape) => all.interactions.filter((_one, index) => index !== at - 1);
    expect(others(again)).toEqual(others(tape));
  });
});

describe("replay()", () => {
  it("answers without a network and an account, at the time of the recording", async () => {
    const service = await start(tape);
    expect(await readAll(service)).toEqual(
      trackerIssues.map((issue) => ({ ...issue, id: String(issue.id) })),
    );
    expect(service.now().toISOString()).toBe("2026-03-08T12:00:00.000Z");
    await service.close();
  });

  it("makes every call of a tape again", async () => {
    const [played] = await playTape(makeTracker(real), tape);
    expect(played).toMatchObject({ read: issues, rows: { length: 25 } });
    const longer = {
      ...tape,
      interactions: [...tape.interactions, ...structuredClone(tape.interactions.slice(2, 3))],
    };
    await expect(playTape(makeTracker(real), longer)).rejects.toThrow(/unread/);
  });

  it("refuses an account with other secrets as the upstream did", async () => {
    const service = await start(tape);
    await expect(service.validate({ auth: "token", token: "tk_live_other" })).rejects.toThrow(
      /401|account|token/i,
    );
  });

  it("fails a request that is not on the tape, and shows the nearest", async () => {
    const service = await start(tape);
    const rows = service.rows("issues", { filter: { project: "rocket" } });
    await expect(rows).rejects.toThrow(
      /\/projects\/rocket\/issues: it is not on the tape\. The nearest is interaction 3, which differs in path: expected "[^"]*\/engine\/issues", got "[^"]*\/rocket\/issues"/,
    );
    await expect(service.close()).rejects.toThrow(/rocket\/issues: it is not on the tape/);
  });

  it("compares headers, whose difference is named", async () => {
    const other = {
      ...tape,
      interactions: tape.interactions.map((one) => ({
        ...one,
        request: { ...one.request, headers: { ...one.request.headers, "x-version": "1" } },
      })),
    };
    const service = await start(other);
    await expect(service.validate()).rejects.toThrow(/header "x-version": expected "1", got "2"/);
  });

  it("fails the test when a page was left unread", async () => {
    const service = await start(tape);
    await service.validate();
    await service.options("issues", { field: "project" });
    await service.rows("issues", { filter, limit: 10 });
    await expect(service.close()).rejects.toThrow(
      /of the recorded responses unread:[^]*interaction 5: .*page=3/,
    );
  });

  it.each([
    ["rate limit", "whole", 25, 2],
    ["cut", "whole", 25, 2],
    // A token cannot be refreshed, so there is no other attempt.
    ["expired", "marked", 10, 1],
  ] as const)("plays the fault %s at the second page", async (kind, ending, count, attempts) => {
    const service = await start(tape, [{ at: pageOf(2), kind }]);
    const { rows, verdict } = await service.rows("issues", { filter });
    expect([verdict.ending, rows.length]).toEqual([ending, count]);
    const second = service.requests.filter(({ url }) => url.searchParams.get("page") === "2");
    expect(second).toHaveLength(attempts);
  });

  it("plays ties across a page boundary", async () => {
    const service = await start(tape, [{ at: pageOf(2), kind: "tie" }]);
    const { rows } = await service.rows<{ updated: string }>("issues", { filter });
    expect(rows.slice(9, 20).map(({ updated }) => updated)).toEqual(
      Array(11).fill(trackerIssues[9]?.updated),
    );
  });

  it("refuses a fault at an interaction that does not exist", () => {
    expect(() => replay(tape, { faults: [{ at: 99, kind: "cut" }] })).toThrow(/has 6 interactions, got 99/);
  });

  it("lets the conformance suite judge a connector on a tape", async () => {
    const service = await start(tape);
    const report = await service.assertConforms({ filter, only: ["validate", "accounts", "data"] });
    expect(report.summary.pass).toBeGreaterThan(10);
  });
});

describe("parseTape()", () => {
  it.each([
    ["{", /it is not JSON/],
    ['{"tape": 2}', /expected 1 in "tape", got 2/],
    ['{"tape": 1}', /expected text in connector/],
  ])("names what is wrong with %s", (text, message) => {
    expect(() => parseTape(text)).toThrow(message);
  });
});
