import { Agent, request as requestHttp } from "node:http";
import { pick } from "@wellhead/test-support/json/pick";
import { guardedConnector } from "@wellhead/test-support/services/guarded-connector";
import { afterEach, describe, expect, test } from "vitest";
import { type StartedApp, type StartOptions, startApp } from "../../../test/start-app.js";

/** Number of requests to the upstream. */
let asked = 0;
let started: StartedApp | undefined;
let now = Date.parse("2026-01-01T00:00:00Z");
afterEach(async () => {
  await started?.app.close();
  started = undefined;
  asked = 0;
});

async function start(options: StartOptions = {}): Promise<StartedApp> {
  started = await startApp([guardedConnector(() => void (asked += 1))], {
    now: () => new Date(now),
    failures: { account: 3, same: 4, target: 6, address: 9, caller: 3 },
    limits: { drainDelay: 0, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
    ...options,
  });
  return started;
}

interface Outcome {
  readonly status: number;
  /** Value of `Retry-After` in seconds. */
  readonly wait: number | undefined;
  readonly body: unknown;
}

async function read(response: Response): Promise<Outcome> {
  const header = response.headers.get("retry-after");
  return {
    status: response.status,
    wait: header === null ? undefined : Number(header),
    body: await response.json(),
  };
}

function database(
  secret: string,
  { user = "ada", host = "db.example", ...more }: Record<string, string> = {},
): object {
  return { auth: "database", host, user, password: secret, ...more };
}

const validate = async (account: object, headers: Record<string, string> = {}): Promise<Outcome> => {
  const { auth, ...members } = account as { auth: string };
  return read(await started!.post("/validate", { id: auth, fields: members }, headers));
};

const rows = async (account: object, source = "closed"): Promise<Outcome> =>
  read(await started!.post("/", { source, account }));

/** Returns the statuses of successive wrong passwords. */
async function guess(count: number, account: (index: number) => object): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await validate(account(index))).status);
  return statuses;
}

describe("a caller who tries passwords", () => {
  test("waits longer and longer for one user of a host, and the upstream is not asked meanwhile", async () => {
    await start();
    expect(await guess(5, (index) => database(`wrong ${index}`))).toStrictEqual([401, 401, 401, 429, 429]);
    expect(asked).toBe(3);
    const waits: unknown[] = [];
    for (let index = 0; index < 12; index += 1) {
      const { wait = 0, body } = await validate(database(`later ${index}`));
      expect(body).toMatchObject({ code: "rate_limited", status: 429, retryAfter: wait, tryLater: true });
      waits.push(wait);
      now += wait * 1000;
      expect((await validate(database(`later ${index}`))).status).toBe(401);
    }
    expect(waits).toStrictEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  test("cannot make several concurrent attempts when one is allowed", async () => {
    await start();
    await guess(3, (index) => database(`wrong ${index}`));
    now += 1000;
    const outcomes = await Promise.all(
      [1, 2, 3, 4, 5].map(async (index) => validate(database(`at once ${index}`))),
    );
    expect(outcomes.map(({ status }) => status).toSorted((left, right) => left - right)).toStrictEqual([
      401, 429, 429, 429, 429,
    ]);
  });

  test.each<[string, (index: number) => object]>([
    ["other users", (index) => database("wrong", { user: `user ${index}` })],
    [
      "members that do not matter",
      (index) => database(`wrong ${index}`, { note: `note ${index}`, junk: String(index) }),
    ],
    [
      "another spelling of the host",
      (index) =>
        database(`wrong ${index}`, {
          host: ["db.example", "DB.example", " db.example. ", "db.EXAMPLE:5432"][index % 4] ?? "",
        }),
    ],
    [
      "another kind of account",
      (index) =>
        index % 2 === 0
          ? database(`wrong ${index}`)
          : { auth: "basic", user: "ada", password: `wrong ${index}` },
    ],
    ["tokens", (index) => ({ auth: "token", token: `wrong-${index}` })],
    ["another host each time", (index) => database("wrong", { host: `db${index}.example` })],
  ])("is not helped by %s", async (_name, account) => {
    await start();
    const statuses = await guess(30, account);
    expect(statuses.slice(-20)).toStrictEqual(Array.from({ length: 20 }, () => 429));
  });

  test("is slowed down at every endpoint that uses the account", async () => {
    for (const ask of [
      async (account: object) => rows(account),
      async (account: object) => validate(account),
      async (account: object) => read(await started!.post("/guarded/", { source: "closed", account })),
    ]) {
      await start();
      const statuses: number[] = [];
      for (let index = 0; index < 8; index += 1)
        statuses.push((await ask(database(`wrong ${index}`))).status);
      expect(statuses).toStrictEqual([401, 401, 401, 429, 429, 429, 429, 429]);
      await started?.app.close();
    }
  });

  test("does not get tries back by something that works with every account", async () => {
    await start();
    const statuses: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      expect((await rows(database(`wrong ${index}`), "open")).status).toBe(index < 3 ? 200 : 429);
      statuses.push((await validate(database(`wrong ${index}`))).status);
    }
    expect(statuses).toStrictEqual([401, 401, 401, 429, 429, 429, 429, 429]);
  });

  test("does not regain attempts by using a working account", async () => {
    await start();
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      await validate(database("eve", { user: "eve" }));
      statuses.push((await validate(database("wrong", { user: `user ${index}` }))).status);
    }
    expect(statuses.slice(0, 6)).toStrictEqual([401, 401, 401, 401, 401, 401]);
    expect(new Set(statuses.slice(6))).toStrictEqual(new Set([429]));
  });
});

describe("who has the right account", () => {
  test("starts again after a success", async () => {
    await start();
    for (let round = 0; round < 4; round += 1) {
      expect(await guess(2, (index) => database(`wrong ${index}`))).toStrictEqual([401, 401]);
      expect((await validate(database("right"))).status).toBe(200);
    }
  });

  test("is not locked out by guesses at another user of the same host", async () => {
    await start();
    await guess(5, (index) => database(`wrong ${index}`));
    expect((await validate(database("eve", { user: "eve" }))).status).toBe(200);
    expect((await rows(database("right", { host: "other.example" }))).status).toBe(200);
  });

  test("goes on while the same caller waits for its guesses, once the account has worked", async () => {
    await start();
    await guess(1, () => database("wrong"));
    expect((await validate(database("right"))).status).toBe(200);
    await guess(30, (index) => database("wrong", { user: `user ${index}` }));
    await guess(5, (index) => database(`wrong ${index}`));
    expect([
      (await validate(database("right"))).status,
      (await rows(database("right"))).status,
    ]).toStrictEqual([200, 200]);
    expect((await validate(database("wrong again"))).status).toBe(429);
  });

  test("may correct a password that a platform has sent again and again", async () => {
    await start();
    const statuses = await guess(12, () => database("old"));
    expect(statuses.slice(0, 4)).toStrictEqual([401, 401, 401, 401]);
    expect(statuses.slice(-6)).toStrictEqual([429, 429, 429, 429, 429, 429]);
    expect((await validate(database("right"))).status).toBe(200);
  });

  test("and another caller behind a trusted proxy are distinguished by the header", async () => {
    await start({ callers: { proxies: ["127.0.0.1"], addresses: ["0.0.0.0/0", "::/0"] } });
    const from = (address: string) => ({ "x-forwarded-for": address });
    const statuses = async (address: (index: number) => string): Promise<number[]> => {
      const found: number[] = [];
      for (let index = 0; index < 5; index += 1)
        found.push((await validate(database(`wrong ${index}`), from(address(index)))).status);
      return found;
    };
    expect(await statuses(() => "203.0.113.7")).toStrictEqual([401, 401, 401, 429, 429]);
    expect(await statuses(() => "203.0.113.8")).toStrictEqual([401, 401, 401, 429, 429]);
    // A caller cannot pose as another one by setting the header itself.
    expect(await statuses((index) => `198.51.100.${index}, 203.0.113.7`)).toStrictEqual([
      429, 429, 429, 429, 429,
    ]);
    // Whoever has one address of an IPv6 network has all of them.
    expect(await statuses((index) => `2001:db8:0:7::${index}`)).toStrictEqual([401, 401, 401, 429, 429]);
    expect((await validate(database("right"), from("203.0.113.9"))).status).toBe(200);
  });

  test("waits as soon as nothing has failed for long enough", async () => {
    await start();
    await guess(4, (index) => database(`wrong ${index}`));
    now += 6 * 3_600_000;
    expect(await guess(3, (index) => database(`wrong ${index}`))).toStrictEqual([401, 401, 401]);
  });
});

test("wrong bearer tokens wait, right ones are always accepted", async () => {
  const bearer = "0123456789abcdef0123456789abcdef";
  await start({ callers: { tokens: [bearer] } });
  const ask = async (value?: string): Promise<number> =>
    (await fetch(started!.url, { headers: value === undefined ? {} : { authorization: value } })).status;
  const statuses: number[] = [];
  for (let index = 0; index < 6; index += 1) statuses.push(await ask(`Bearer wrong-${index}`));
  expect(statuses).toStrictEqual([401, 401, 401, 429, 429, 429]);
  expect(await ask(`Bearer ${bearer}`)).toBe(200);
  // A caller without credentials does not guess any.
  expect(await ask()).toBe(401);
  now += 60_000;
  expect(await ask("Bearer wrong")).toBe(401);
});

test("wrong signatures wait too", async () => {
  await start({ callers: { signingKeys: ["platform=0123456789abcdef0123456789abcdef"] } });
  const headers = {
    "signature-input": `sig1=("@method" "@path" "@query");created=${now / 1000};keyid="platform";nonce="0123456789abcdef"`,
    signature: `sig1=:${Buffer.alloc(32).toString("base64")}:`,
  };
  const statuses: number[] = [];
  for (let index = 0; index < 5; index += 1) statuses.push((await fetch(started!.url, { headers })).status);
  expect(statuses).toStrictEqual([401, 401, 401, 429, 429]);
});

test("who has to wait is counted, audited without a secret, and logged as any other refusal", async () => {
  const audit: object[] = [];
  await start({ admin: { port: 0 }, audit: (record) => audit.push(record) });
  await guess(5, (index) => database(`secret-canary-${index}`));
  const throttled = audit.filter((record) => pick(record, "event") === "caller_throttled");
  expect(throttled).toMatchObject([
    {
      connector: "guarded",
      address: "127.0.0.1",
      code: "rate_limited",
      reason: "too many failures: account",
    },
    { connector: "guarded" },
  ]);
  const metrics = await (await fetch(`${started!.adminUrl}/metrics`)).text();
  expect(metrics).toContain('wellhead_throttled_total{connector="guarded",level="account"} 2');
  expect(`${JSON.stringify(audit)}${started!.lines.join("\n")}`).not.toContain("canary");
});

test("nothing is counted when it is switched off", async () => {
  await start({ failures: false });
  expect(new Set(await guess(40, (index) => database(`wrong ${index % 3}`)))).toStrictEqual(new Set([401]));
});

test("failures in a service of somebody else are counted by the address that Fastify found", async () => {
  const agent = new Agent({ keepAlive: false });
  await start({ failures: { account: 2 } });
  const { url } = started!;
  const ask = (localAddress: string, secret: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = requestHttp(`${url}/validate`, {
        method: "POST",
        agent,
        localAddress,
        headers: { "content-type": "application/json" },
      });
      sent.once("error", reject);
      sent.once("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.end(
        JSON.stringify({ id: "database", fields: { host: "db.example", user: "ada", password: secret } }),
      );
    });
  expect([
    await ask("127.0.0.2", "a"),
    await ask("127.0.0.2", "b"),
    await ask("127.0.0.2", "c"),
  ]).toStrictEqual([401, 401, 429]);
  expect(await ask("127.0.0.3", "right")).toBe(200);
});
