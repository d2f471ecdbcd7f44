import {
  type AccountKinds,
  basic,
  fields,
  inputInvalid,
  password,
  rateLimited,
  Secret,
  token,
} from "@wellhead/sdk";
import {
  type AnswerRaw,
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterEach, describe, expect, it } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";
import { Egress } from "../egress/egress.js";

let upstreams: RawUpstream[] = [];

afterEach(async () => {
  await Promise.all(upstreams.map((upstream) => upstream.close()));
  upstreams = [];
});

async function start(answer: AnswerRaw): Promise<RawUpstream> {
  const upstream = await startRawUpstream(answer);
  upstreams.push(upstream);
  return upstream;
}

const echo: AnswerRaw = (socket, { head, body, target }) =>
  socket.write(rawAnswer(JSON.stringify({ head, body, target })));

interface Echo {
  readonly head: string;
  readonly body: string;
  readonly target: string;
}

describe("http.get()", () => {
  it("puts the path below the base address and encodes the query", async () => {
    const { url } = await start(echo);
    const { http } = openTestHttp({ definition: { baseUrl: `${url}/v1/`, headers: { "X-Version": "2" } } });
    const query = { a: "x y&z", none: undefined, many: [1, "2"], yes: true };
    const { head, target } = await http
      .get("/things/ä b", { query, headers: { Accept: "text/x" } })
      .json<Echo>();
    expect(target).toBe("/v1/things/%C3%A4%20b?a=x+y%26z&many=1&many=2&yes=true");
    expect(head).toMatch(/x-version: 2\r\n/);
    expect(head).toMatch(/accept: text\/x\r\n/);
  });

  it("takes the base address of the account", async () => {
    const { url } = await start(echo);
    const definition = { baseUrl: (account: Readonly<Record<string, unknown>>) => String(account["site"]) };
    const { http } = openTestHttp({ definition, account: { kind: "none", site: url } });
    expect((await http.get("a").json<Echo>()).target).toBe("/a");
    const { http: faulty } = openTestHttp({ definition, account: { kind: "none", site: "ftp://x" } });
    await expect(faulty.get("a").json()).rejects.toThrow(/expected a base address/);
  });

  it.each([
    "../admin",
    "a/../../b",
    "a/%2e%2E/b",
    "./a",
    "a?x=1",
    "a#b",
    "a\\b",
    "a\nb",
    "https://user:pass@127.0.0.1/",
  ])("refuses a path that leads elsewhere: %j", async (path) => {
    const { url, requests } = await start(echo);
    const { http } = openTestHttp({ definition: { baseUrl: `${url}/v1` } });
    await expect(http.get(path).json()).rejects.toMatchObject({ code: "invalid_field" });
    expect(requests).toHaveLength(0);
  });

  it.each<[string, AccountKinds, Record<string, unknown>, RegExp]>([
    ["token", { a: token() }, { token: new Secret("t") }, /authorization: Bearer t\r\n/],
    [
      "token in a header",
      { a: token({ send: { header: "X-Key", prefix: "k " } }) },
      { token: new Secret("t") },
      /x-key: k t\r\n/,
    ],
    [
      "token in the query",
      { a: token({ send: { query: "key" } }) },
      { token: new Secret("t&") },
      /^GET \/a\?key=t%26 /,
    ],
    [
      "user and password",
      { a: basic() },
      { user: "ü", password: new Secret("p") },
      /authorization: Basic w7w6cA==\r\n/,
    ],
  ])("signs with a %s", async (_what, kinds, members, wanted) => {
    const { url } = await start(echo);
    const { http, lines } = openTestHttp({
      definition: { baseUrl: url },
      kinds,
      account: { kind: "a", ...members },
    });
    expect((await http.get("a").json<Echo>()).head).toMatch(wanted);
    expect(lines.join("")).not.toMatch(/t&|Bearer|w7w6cA|key=/);
  });

  it("sends nothing of the account to another origin, unless the definition trusts it", async () => {
    const { url, port } = await start(echo);
    const other = `http://127.0.0.2:${port}`;
    const definition = { baseUrl: other, headers: { "x-tenant": "t" } };
    const options = { kinds: { a: token() }, account: { kind: "a", token: new Secret("s") } };
    const stranger = openTestHttp({ definition, ...options }).http;
    expect((await stranger.get(`${url}/a`).json<Echo>()).head).not.toMatch(/authorization|x-tenant/);
    const friend = openTestHttp({ definition: { ...definition, trustedOrigins: [url] }, ...options }).http;
    expect((await friend.get(`${url}/a`).json<Echo>()).head).toMatch(/authorization: Bearer s\r\n/);
  });

  it("asks a kind for credentials on every attempt, with a client that has none", async () => {
    const { url, requests } = await start((socket, { target, index }) => {
      if (target === "/login") socket.write(rawAnswer(JSON.stringify({ token: `t${index}` })));
      else socket.write(index < 2 ? rawAnswer("", [], "503 Busy") : rawAnswer("[]"));
    });
    const kind = fields({
      title: "Login",
      fields: { secret: password() },
      authorize: async ({ headers }, _account, { http: plain }) => {
        const { token: fresh } = await plain.post("login", { json: {} }).json<{ token: string }>();
        headers["x-token"] = fresh;
      },
    });
    const { http } = openTestHttp({
      definition: { baseUrl: url },
      kinds: { a: kind },
      account: { kind: "a", secret: new Secret("s") },
    });
    await http.get("a").json();
    const sent = requests
      .filter(({ target }) => target === "/a")
      .map(({ head }) => /x-token: (\w+)/.exec(head)?.[1]);
    expect(sent).toEqual(["t0", "t2"]);
    expect(requests.filter(({ target, head }) => target === "/login" && head.includes("x-token"))).toEqual(
      [],
    );
  });

  it("gives `fault` the text of a failure that is no JSON", async () => {
    const { url } = await start((socket) => socket.write(rawAnswer("invalid key", [], "401 No")));
    const { http } = openTestHttp({
      definition: {
        baseUrl: url,
        fault: ({ text }) => (text === "invalid key" ? inputInvalid("Check the key") : undefined),
      },
    });
    await expect(http.get("a").json()).rejects.toThrow("Check the key");
  });

  it("retries what the definition finds to be a limit", async () => {
    const { url, requests } = await start((socket, { index }) =>
      socket.write(rawAnswer(index === 0 ? '{"busy":true}' : "[]")),
    );
    const { http, waits } = openTestHttp({
      definition: {
        baseUrl: url,
        fault: ({ body }) =>
          JSON.stringify(body) === "[]" ? undefined : rateLimited("Busy", { retryAfter: 4 }),
      },
    });
    expect(await http.get("a").json()).toEqual([]);
    expect({ waits, requests: requests.length }).toEqual({ waits: [4000], requests: 2 });
  });

  it("holds back the next request as long as the definition's own limit says", async () => {
    const { url } = await start((socket, { target }) =>
      socket.write(target === "/a" ? rawAnswer("{}", [], "418 Busy") : rawAnswer("[]")),
    );
    const { http, waits } = openTestHttp({
      definition: {
        baseUrl: url,
        fault: ({ status }) => (status === 418 ? rateLimited("Busy", { retryAfter: 90 }) : undefined),
      },
    });
    await expect(http.get("a").json()).rejects.toMatchObject({ code: "rate_limited", retryAfter: 90 });
    await expect(http.get("b").json()).rejects.toMatchObject({ code: "rate_limited", retryAfter: 90 });
    expect(waits).toEqual([]);
  });

  it("does not let a person wait long for a limit", async () => {
    const { url } = await start((socket) => socket.write(rawAnswer("", ["retry-after: 20"], "429 Slow")));
    const { http, waits } = openTestHttp({ definition: { baseUrl: url }, interactive: true });
    await expect(http.get("a").json()).rejects.toMatchObject({ code: "rate_limited", retryAfter: 20 });
    expect(waits).toEqual([]);
  });

  it("says so when the name is unknown, not answered, or nothing listens", async () => {
    const closed = await startRawUpstream(echo);
    await closed.close();
    const { url } = closed;
    const { http } = openTestHttp({ definition: { baseUrl: url } });
    await expect(http.get("a").json()).rejects.toMatchObject({ code: "upstream_unavailable" });
    const unknown = new Egress({ resolve: () => Promise.reject(new Error("ENOTFOUND")) });
    const { http: lost, waits } = openTestHttp({
      definition: { baseUrl: "http://no.example" },
      egress: unknown,
    });
    await expect(lost.get("a").json()).rejects.toThrow(/the name is not known/);
    expect(waits).toHaveLength(2);
    const silent = new Egress({ resolve: () => new Promise(() => {}), resolveTimeout: 10 });
    const { http: slow } = openTestHttp({ definition: { baseUrl: "http://slow.example" }, egress: silent });
    await expect(slow.get("a").json()).rejects.toMatchObject({ code: "upstream_timeout" });
  });

  it("refuses a base address inside the network, and dials nothing", async () => {
    const { http } = openTestHttp({
      definition: { baseUrl: "http://10.0.0.1" },
      egress: new Egress({ allow: "" }),
    });
    await expect(http.get("a").json()).rejects.toMatchObject({ code: "invalid_field" });
  });

  it("uses a new connection when the old one has gone stale", async () => {
    const { url, connections } = await start((socket, { index }) => {
      socket.write(rawAnswer(String(index)), () => index === 0 && socket.resetAndDestroy());
    });
    const { http } = openTestHttp({ definition: { baseUrl: url } });
    expect(await http.get("a").json()).toBe(0);
    expect(await http.get("b").json()).toBe(1);
    expect(connections()).toBe(2);
  });

  it("never accepts a response that was not requested", async () => {
    const { url } = await start((socket, { index }) =>
      socket.write(Buffer.concat([rawAnswer(String(index)), rawAnswer('"forged"')])),
    );
    const { http } = openTestHttp({ definition: { baseUrl: url } });
    const answers = [await http.get("a").json(), await http.get("b").json(), await http.get("c").json()];
    expect(answers).toEqual([0, 1, 2]);
  });

  it("keeps ids, and accepts unusual keys", async () => {
    const { url } = await start((socket) =>
      socket.write(
        rawAnswer(
          String.raw`{"id":9007199254740993,"big":1e400,"a":1,"a":2,"__proto__":{"x":1},"s":"\ud800"}`,
        ),
      ),
    );
    const { http } = openTestHttp({ definition: { baseUrl: url } });
    const value = await http.get("a").json<Record<string, unknown>>();
    expect(value["id"]).toBe("9007199254740993");
    expect(value["big"]).toBe("1e400");
    expect(value["a"]).toBe(2);
    expect(value["x"]).toBeUndefined();
    expect(JSON.stringify(value["s"])).toBe(String.raw`"\ud800"`);
  });

  it("reads text, bytes and streams", async () => {
    const { url } = await start((socket) => socket.write(rawAnswer("äb")));
    const { http } = openTestHttp({ definition: { baseUrl: url } });
    expect(await http.get("a").text()).toBe("äb");
    expect(Buffer.from(await http.get("a").bytes()).toString()).toBe("äb");
    const chunks: Uint8Array[] = [];
    for await (const chunk of http.get("a").stream()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe("äb");
  });

  it("ends a broken stream with an error, and closes one that is no longer read", async () => {
    const { url } = await start((socket, { target }) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nfirst");
      if (target === "/broken") setTimeout(() => socket.destroy(), 20);
      else socket.on("close", () => (closed = true));
    });
    let closed = false;
    const { http } = openTestHttp({ definition: { baseUrl: url } });
    const read = async () => {
      for await (const chunk of http.get("broken").stream()) expect(chunk.toString()).toBe("first");
    };
    await expect(read()).rejects.toMatchObject({ code: "upstream_unavailable" });
    const chunks = http.get("left").stream()[Symbol.asyncIterator]();
    await chunks.next();
    await chunks.return?.();
    await expect.poll(() => closed).toBe(true);
  });

  it("stops immediately when the request is aborted", async () => {
    const control = new AbortController();
    const { url } = await start((socket) => {
      socket.on("close", () => (closed = true));
      control.abort(new Error("gone"));
    });
    let closed = false;
    const { http, lines } = openTestHttp({ definition: { baseUrl: url }, signal: control.signal });
    await expect(http.get("a").json()).rejects.toThrow("gone");
    expect(lines).toEqual([expect.stringMatching(/^\["Upstream call dropped"/)]);
    await expect.poll(() => closed).toBe(true);
  });
});
