import { type AnyAccount, ConnectorError, Secret, token, upstreamInvalid } from "@wellhead/sdk";
import {
  type AnswerRaw,
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterEach, describe, expect, it } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";
import type { CurrentAccountOptions } from "./current-account.js";

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

describe("CurrentAccount", () => {
  it("gets fresh credentials once when they are stale, and signs again", async () => {
    const { url, requests } = await start((socket, { head }) => {
      socket.write(head.includes("Bearer new") ? rawAnswer("[]") : rawAnswer("{}", [], "401 Stale"));
    });
    let refreshes = 0;
    const kind = {
      ...token(),
      refresh: () => {
        refreshes += 1;
        return Promise.resolve({ kind: "a", token: new Secret("new") });
      },
    };
    const account = { kind: "a", token: new Secret("old") };
    const { http } = openTestHttp({ definition: { baseUrl: url }, kinds: { a: kind }, account });
    await http.get("a").json();
    await http.get("b").json();
    expect({ refreshes, requests: requests.length }).toEqual({ refreshes: 1, requests: 3 });
    // What the definition says of every other error status.
    const fault = ({ status }: { readonly status: number }) =>
      status >= 400 ? upstreamInvalid("Could not read the shop.") : undefined;
    const mapped = openTestHttp({ definition: { baseUrl: url, fault }, kinds: { a: kind }, account });
    await mapped.http.get("a").json();
    expect(refreshes).toBe(2);
  });

  it("refreshes once for calls side by side, and again a minute later when the fresh ones are stale too", async () => {
    let good = "t1";
    const { url } = await start((socket, { head }) => {
      socket.write(head.includes(`Bearer ${good}`) ? rawAnswer("[]") : rawAnswer("{}", [], "401 Stale"));
    });
    const seen: unknown[] = [];
    const kind = {
      ...token(),
      refresh: async (account: AnyAccount) => {
        seen.push(account["token"]);
        await Promise.resolve();
        return { kind: "a", token: new Secret(good) };
      },
    };
    const account = { kind: "a", token: new Secret("t0") };
    const { http, pass } = openTestHttp({ definition: { baseUrl: url }, kinds: { a: kind }, account });
    const answers = await Promise.all(["a", "b", "c", "d"].map((path) => http.get(path).json()));
    expect(answers).toEqual([[], [], [], []]);
    expect(seen).toHaveLength(1);
    good = "t2";
    await expect(http.get("soon").json()).rejects.toMatchObject({ code: "account_invalid" });
    expect(seen).toHaveLength(1);
    pass(60_000);
    expect(await http.get("later").json()).toEqual([]);
    expect(seen).toHaveLength(2);
  });

  it("lets the service refresh when the kind cannot, and reports why it could not", async () => {
    const { url, requests } = await start((socket, { head }) => {
      socket.write(head.includes("Bearer new") ? rawAnswer("[]") : rawAnswer("{}", [], "401 Stale"));
    });
    const account = { kind: "a", token: new Secret("old") };
    const open = (refresh: NonNullable<CurrentAccountOptions["refresh"]>) =>
      openTestHttp({
        definition: { baseUrl: url },
        kinds: { a: token() },
        account,
        refresh,
      }).http;
    const fresh = { kind: "a", token: new Secret("new") };
    expect(
      await open(() => Promise.resolve(fresh))
        .get("a")
        .json(),
    ).toEqual([]);
    const impossible = open(() => Promise.resolve(undefined));
    await expect(impossible.get("a").json()).rejects.toMatchObject({ code: "account_invalid" });
    const refused = open(() => Promise.reject(new ConnectorError("unavailable", "No store")));
    await expect(refused.get("a").json()).rejects.toMatchObject({ code: "unavailable", status: 503 });
    expect(requests).toHaveLength(4);
  });

  it("refreshes nothing when another origin refuses a request that carried no credentials", async () => {
    const { url } = await start((socket) => socket.write(rawAnswer("[]")));
    const other = await start((socket) => socket.write(rawAnswer("{}", [], "401 No")));
    let refreshes = 0;
    const { http } = openTestHttp({
      definition: { baseUrl: url },
      kinds: { a: token() },
      account: { kind: "a", token: new Secret("t") },
      refresh: () => {
        refreshes += 1;
        return Promise.resolve(undefined);
      },
    });
    await expect(http.get(`${other.url}/a`).json()).rejects.toMatchObject({ code: "account_invalid" });
    expect(refreshes).toBe(0);
  });

  it("fails as 401 when fresh credentials are refused as well", async () => {
    const { url, requests } = await start((socket) => socket.write(rawAnswer('{"error":"expired"}')));
    const kind = { ...token(), refresh: () => Promise.resolve({ kind: "a", token: new Secret("new") }) };
    const { http } = openTestHttp({
      definition: { baseUrl: url, expired: ({ body }) => JSON.stringify(body).includes("expired") },
      kinds: { a: kind },
      account: { kind: "a", token: new Secret("old") },
    });
    await expect(http.get("a").json()).rejects.toMatchObject({ code: "account_invalid" });
    expect(requests).toHaveLength(2);
  });

  it("refreshes once for one call, however long the upstream takes to refuse the fresh credentials", async () => {
    let slow = (): void => undefined;
    const { url, requests } = await start((socket, { index }) => {
      slow();
      socket.write(index < 5 ? rawAnswer("{}", [], "401 Stale") : rawAnswer("[]"));
    });
    let refreshes = 0;
    const kind = {
      ...token(),
      refresh: () => {
        refreshes += 1;
        return Promise.resolve({ kind: "a", token: new Secret(`t${refreshes}`) });
      },
    };
    const account = { kind: "a", token: new Secret("t0") };
    const { http, pass } = openTestHttp({ definition: { baseUrl: url }, kinds: { a: kind }, account });
    slow = () => pass(120_000);
    await expect(http.get("a").json()).rejects.toMatchObject({ code: "account_invalid" });
    expect({ refreshes, requests: requests.length }).toEqual({ refreshes: 1, requests: 2 });
  });
});
