import { fields, type HttpDefinition, rateLimited, Secret, token, upstreamInvalid } from "@wellhead/sdk";
import {
  type AnswerRaw,
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterEach, describe, expect, it } from "vitest";
import { type OpenTestHttpOptions, openTestHttp } from "../../test/open-test-http.js";
import { MemoryStore } from "../store/memory-store.js";

type Fault = NonNullable<HttpDefinition["fault"]>;

let upstream: RawUpstream | undefined;

afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

/** Opens a client of an upstream that returns the given responses in turn and repeats the last one. */
async function open(
  answers: readonly (string | AnswerRaw)[],
  definition: Partial<HttpDefinition> = {},
  options: Partial<OpenTestHttpOptions> = {},
) {
  upstream = await startRawUpstream((socket, request) => {
    const answer = answers[Math.min(request.index, answers.length - 1)] ?? "200 OK";
    if (typeof answer !== "string") return answer(socket, request);
    const [status = "", ...headers] = answer.split("; ");
    socket.write(rawAnswer("[]", headers, status));
  });
  const client = openTestHttp({ definition: { baseUrl: upstream.url, ...definition }, ...options });
  const { requests, port } = upstream;
  const call = async (path = "a"): Promise<string> =>
    await client.http
      .get(path)
      .json()
      .then(
        () => "read",
        (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : String(error)),
      );
  return { ...client, call, requests, port };
}

describe("a call that fails", () => {
  it.each<[answers: string[], outcome: string, requests: number, waits: number[]]>([
    [["200 OK"], "read", 1, []],
    [["299 Odd"], "read", 1, []],
    [["300 Many"], "upstream_invalid", 1, []],
    [["400 Wrong", "200 OK"], "upstream_invalid", 1, []],
    [["503 Busy", "200 OK"], "read", 2, [125]],
    [["503 Busy", "503 Busy", "200 OK"], "read", 3, [125, 250]],
    [["503 Busy", "503 Busy", "503 Busy", "200 OK"], "upstream_unavailable", 3, [125, 250]],
    [["503 Busy", "429 Slow; retry-after: 3", "200 OK"], "read", 3, [125, 3000]],
  ])("after %j: %s, %i requests, waits %j", async (answers, outcome, count, waited) => {
    const { call, requests, waits } = await open(answers);
    expect(await call()).toBe(outcome);
    expect([requests.length, waits]).toEqual([count, waited]);
  });

  const mapsAll: Fault = ({ status }) =>
    status >= 400 ? upstreamInvalid("Could not read the shop: it refused the request.") : undefined;
  const mapsFinally: Fault = ({ status }) =>
    status >= 400 ? upstreamInvalid("Could not read the shop: it is closed.", { final: true }) : undefined;

  it.each<[fault: Fault, answers: string[], outcome: string, requests: number]>([
    [mapsAll, ["429 Slow; retry-after: 3", "200 OK"], "read", 2],
    [mapsAll, ["503 Busy", "408 Late", "200 OK"], "read", 3],
    [mapsAll, ["503 Busy", "503 Busy", "503 Busy"], "upstream_unavailable", 3],
    [mapsAll, ["429 Slow; retry-after: 99"], "rate_limited", 1],
    [mapsAll, ["422 Wrong", "200 OK"], "upstream_invalid", 1],
    [mapsFinally, ["429 Slow; retry-after: 3", "200 OK"], "upstream_invalid", 1],
    [mapsFinally, ["503 Busy", "200 OK"], "upstream_invalid", 1],
  ])("and that `fault` recognises (%o) after %j: %s, %i requests", async (fault, answers, outcome, count) => {
    const { call, requests } = await open(answers, { fault });
    expect([await call(), requests.length]).toEqual([outcome, count]);
  });

  it("waits as long as the headers say when the error of `fault` does not", async () => {
    const fault: Fault = ({ status }) => (status === 429 ? rateLimited("Busy") : undefined);
    const { call, waits } = await open(["429 Slow; retry-after: 7", "200 OK"], { fault });
    expect(await call()).toBe("read");
    expect(waits).toEqual([7000]);
  });

  const slow = (seconds: number): string => `429 Slow; retry-after: ${seconds}`;

  // The maximum wait is 60 s, half of that before the first success, and 5 s for interactive requests.
  it.each<[before: number, seconds: number, interactive: boolean, outcome: string]>([
    [0, 30, false, "read"],
    [0, 31, false, "rate_limited"],
    [1, 31, false, "read"],
    [1, 60, false, "read"],
    [1, 61, false, "rate_limited"],
    [0, 5, true, "read"],
    [0, 6, true, "rate_limited"],
    [1, 5, true, "read"],
    [1, 6, true, "rate_limited"],
  ])(
    "after %i calls that read something, is held back for %i s (a person waits: %s): %s",
    async (...given) => {
      const [before, seconds, interactive, outcome] = given;
      const good = Array.from({ length: before }, () => "200 OK");
      const { call, waits } = await open([...good, slow(seconds), "200 OK"], {}, { interactive });
      for (const _ of good) await call();
      expect(await call()).toBe(outcome);
      expect(waits).toEqual(outcome === "read" ? [seconds * 1000] : []);
    },
  );

  it("is held back as long as the definition says, and not for a limit it states no time for", async () => {
    const limits = { wait: 4000, interactiveWait: 1000 };
    const bulk = await open([slow(2), "200 OK", slow(4), "200 OK", slow(5)], { limits });
    expect([await bulk.call(), await bulk.call(), await bulk.call()]).toEqual([
      "read",
      "read",
      "rate_limited",
    ]);
    expect(bulk.waits).toEqual([2000, 4000]);
    await upstream?.close();
    const person = await open([slow(1), "200 OK", slow(2)], { limits }, { interactive: true });
    expect([await person.call(), await person.call()]).toEqual(["read", "rate_limited"]);
  });

  it("waits until a date by its own clock when the response has no Date", async () => {
    const { call, waits } = await open(["429 Slow; retry-after: Tue, 03 Mar 2026 10:00:07 GMT", "200 OK"]);
    expect([await call(), waits]).toEqual(["read", [7000]]);
  });

  it("is treated alike where the connector defines nothing", async () => {
    await open(["503 Busy", "401 Stale"]);
    const { url = "", requests = [] } = upstream ?? {};
    const { http, waits } = openTestHttp({ definition: undefined });
    await expect(http.get(`${url}/a`).json()).rejects.toMatchObject({
      code: "account_invalid",
      message: expect.stringContaining("the source") as string,
    });
    expect([requests.length, waits]).toEqual([2, [125]]);
  });

  it("is told with the name of the host", async () => {
    const { http } = await open(["500 Oops"]);
    await expect(http.get("a").json()).rejects.toThrow('Could not read from "127.0.0.1"');
  });

  it("leaves other calls alone until the limit it met has passed, its own error first", async () => {
    const { call, waits, requests } = await open([slow(45), "200 OK"]);
    expect(await call()).toBe("rate_limited");
    expect(await call("b")).toBe("read");
    expect(waits).toEqual([45_000]);
    expect(requests).toHaveLength(2);
  });

  it("holds back no other call where it failed for another reason than a limit", async () => {
    const { call, waits } = await open(["503 Busy; retry-after: 45", "200 OK"]);
    expect([await call(), await call("b")]).toEqual(["upstream_unavailable", "read"]);
    expect(waits).toEqual([]);
  });

  it("beats a sick upstream less and less, and tries again when time has passed", async () => {
    const { call, requests, pass } = await open(["500 Oops"]);
    for (let count = 0; count < 30; count += 1) await call();
    const sent = requests.length;
    // 30 first attempts, 10 saved retries, one retry per five attempts, and one per second of waiting.
    expect(sent).toBeLessThanOrEqual(30 + 10 + 6 + 6);
    await call();
    expect(requests.length - sent).toBeLessThanOrEqual(2);
    pass(10_000);
    const before = requests.length;
    await call();
    expect(requests.length - before).toBe(3);
  });

  it("is repeated when it cannot have arrived, whatever it does", async () => {
    const { http, waits } = openTestHttp({ definition: { baseUrl: "http://127.0.0.1:1" } });
    await expect(http.post("a", { json: {} }).json()).rejects.toMatchObject({ code: "upstream_unavailable" });
    expect(waits).toEqual([125, 250]);
  });

  it("follows redirects only where it reads, and only as many as the definition allows", async () => {
    const redirect: AnswerRaw = (socket, { target }) =>
      socket.write(target === "/end" ? rawAnswer("[]") : rawAnswer("", ["location: /end"], "307 There"));
    const { http, call, requests } = await open([redirect], { redirects: 1 });
    expect(await call()).toBe("read");
    await expect(http.post("b", { json: {} }).json()).rejects.toMatchObject({ code: "upstream_invalid" });
    expect(requests.map(({ target }) => target)).toEqual(["/a", "/end", "/b"]);
    await upstream?.close();
    expect(await (await open([redirect])).call()).toBe("upstream_invalid");
  });
});

describe("the log", () => {
  it("says of each attempt what was asked, how it ended and how long it took, and no query", async () => {
    const { http, lines, pass, port } = await open([
      (socket) => {
        pass(7);
        socket.write(rawAnswer("{}", [], "503 Busy"));
      },
      "200 OK",
    ]);
    await http.get("things", { query: { secret: "s" } }).json();
    const facts = { method: "GET", host: `127.0.0.1:${port}`, path: "/things" };
    const error = expect.stringContaining("503") as string;
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      ["Upstream call failed", { ...facts, attempt: 1, ms: 7, error }],
      ["Upstream call", { ...facts, attempt: 2, waitMs: 125, status: 200, ms: 0 }],
    ]);
  });

  it("has the query and the beginnings of the bodies where calls are inspected", async () => {
    const long = "x".repeat(5000);
    const answers: (string | AnswerRaw)[] = [
      (socket) => socket.write(rawAnswer(JSON.stringify({ long }))),
      "404 Not Found",
    ];
    const { http, lines } = await open(answers, {}, { inspects: true });
    await http.post("things", { query: { a: "b c" }, json: { q: 1 } }).json();
    await expect(http.get("nothing").json()).rejects.toMatchObject({ code: "invalid_field" });
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      ["Upstream call", { query: "?a=b c", sent: '{"q":1}', received: `{"long":"${"x".repeat(1991)}` }],
      ["Upstream call failed", { status: 404 }],
    ]);
  });
});

describe("a call whose credentials are stale", () => {
  const account = { kind: "a", token: new Secret("old") };
  const kinds = { a: token() };

  it.each([
    [["401 Stale", "200 OK"], "read", 1],
    [["401 Stale", "401 Stale", "200 OK"], "account_invalid", 1],
    [["503 Busy", "401 Stale", "200 OK"], "read", 1],
  ])("refreshes them once: %j", async (answers, outcome, count) => {
    let refreshes = 0;
    const refresh = () => {
      refreshes += 1;
      return Promise.resolve({ kind: "a", token: new Secret("new") });
    };
    const { call } = await open(answers, {}, { kinds, account, refresh });
    expect([await call(), refreshes]).toEqual([outcome, count]);
  });

  it("says that they were refused where they are asked for with no credentials yet", async () => {
    const kind = fields({
      title: "Login",
      fields: {},
      authorize: async (_request, _account, { http: plain }) => void (await plain.get("login").json()),
    });
    const { call, requests } = await open(["401 No"], {}, { kinds: { a: kind }, account: { kind: "a" } });
    expect(await call()).toBe("account_invalid");
    expect(requests.map(({ target }) => target)).toEqual(["/login"]);
  });

  it("reports that they were refused when they cannot be refreshed", async () => {
    const { call, requests } = await open(["401 Stale", "200 OK"], {}, { kinds, account });
    expect(await call()).toBe("account_invalid");
    expect(requests).toHaveLength(1);
  });
});

describe("the rate of an account", () => {
  const definition = { rate: { requests: 1, seconds: 10, reserve: 0 } };
  const ofAccount = (name: string, store: MemoryStore): Partial<OpenTestHttpOptions> => ({
    store,
    keyOf: () => Promise.resolve(name),
  });

  it("is shared by the clients of one account, whatever its tokens are now, and of no other", async () => {
    const store = new MemoryStore(() => Date.UTC(2026, 2, 3, 10));
    const first = await open(["200 OK"], definition, ofAccount("one", store));
    await first.call();
    expect(first.waits).toEqual([]);
    const { url = "" } = upstream ?? {};
    const again = openTestHttp({ definition: { baseUrl: url, ...definition }, ...ofAccount("one", store) });
    await again.http.get("a").json();
    expect(again.waits).toEqual([11_000]);
    const other = openTestHttp({ definition: { baseUrl: url, ...definition }, ...ofAccount("two", store) });
    await other.http.get("a").json();
    expect(other.waits).toEqual([]);
  });

  it("is told from others by the account itself where the service does not name it", async () => {
    const store = new MemoryStore(() => Date.UTC(2026, 2, 3, 10));
    const { waits, call } = await open(["200 OK"], definition, { store });
    await call();
    await call();
    expect(waits).toEqual([11_000]);
  });

  it("is that of each account, told by what it consists of where the service does not name it", async () => {
    const store = new MemoryStore(() => Date.UTC(2026, 2, 3, 10));
    await open(["200 OK"]);
    const { url = "" } = upstream ?? {};
    const waitsOf = async (secret: string): Promise<readonly number[]> => {
      const account = { kind: "a", token: new Secret(secret) };
      const { http, waits } = openTestHttp({
        definition: { baseUrl: url, ...definition },
        kinds: { a: token() },
        account,
        store,
      });
      await http.get("a").json();
      return waits;
    };
    expect([await waitsOf("one"), await waitsOf("two"), await waitsOf("one")]).toEqual([[], [], [11_000]]);
  });

  it("is limited by several budgets at the same time", async () => {
    const rate = [
      { requests: 2, seconds: 1, reserve: 0 },
      { requests: 3, seconds: 100, reserve: 0 },
    ];
    const { call, waits } = await open(["200 OK"], { rate });
    for (let count = 0; count < 3; count += 1) await call();
    expect(waits).toEqual([1100]);
    // The hundred seconds exceed the maximum wait of a bulk read.
    expect(await call()).toBe("rate_limited");
  });

  it("is also learnt from successful responses, and from what the definition calls a limit", async () => {
    const spent = "200 OK; x-ratelimit-remaining: 0; x-ratelimit-reset: 9";
    const { call, waits } = await open([spent, "200 OK"]);
    expect([await call(), await call()]).toEqual(["read", "read"]);
    expect(waits).toEqual([9000]);
    await upstream?.close();
    const fault: Fault = ({ status }) =>
      status === 418 ? rateLimited("Busy", { retryAfter: 3 }) : undefined;
    const limited = await open(["418 Busy", "200 OK"], { fault });
    expect(await limited.call()).toBe("read");
    expect(limited.waits).toEqual([3000]);
  });
});
