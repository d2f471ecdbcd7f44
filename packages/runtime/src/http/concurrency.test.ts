import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { fields, type Http, text } from "@wellhead/sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openHttp } from "../client/open-http.js";
import { Egress } from "../egress/egress.js";
import { MemoryStore } from "../store/memory-store.js";
import { CurrentAccount } from "./current-account.js";
import { type HttpEnvironment, makeHttpEnvironment } from "./http-environment.js";

let server: Server;
let url: string;
/** Responses that have not ended, as counted by the upstream. */
let open: Set<ServerResponse>;
let peak: number;
let asked: number;

beforeEach(async () => {
  open = new Set();
  peak = 0;
  asked = 0;
  server = createServer((request, response) => {
    asked += 1;
    if (request.url === "/token") {
      response.end("t");
      return;
    }
    open.add(response);
    peak = Math.max(peak, open.size);
    response.on("close", () => open.delete(response));
    // The response has started but must not end.
    response.writeHead(200, { "content-type": "application/json" });
    response.write("[");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Ends one response. */
function finish(): void {
  const [first] = open;
  if (first === undefined) return;
  open.delete(first);
  first.end("1]");
}

function replica(store: MemoryStore): HttpEnvironment {
  return makeHttpEnvironment(new Egress({ allow: "127.0.0.0/8:*" }), { store });
}

const signing = fields({
  title: "Key",
  fields: { name: text() },
  authorize: async ({ headers }, _account, { http }) => {
    headers["authorization"] = await http.post("/token").text();
  },
});

function connect(
  environment: HttpEnvironment,
  options: { readonly signal?: AbortSignal; readonly interactive?: boolean; readonly name?: string } = {},
): Http {
  const { signal = new AbortController().signal, interactive = false, name = "a" } = options;
  const log = { info: () => undefined, warn: () => undefined };
  const account = { kind: "key", name };
  return openHttp({
    connector: "test",
    definition: { baseUrl: url, rate: { maxConcurrent: 3, reserve: 0.33 } },
    account: new CurrentAccount({ account, kind: signing, now: environment.now }),
    context: { account, signal, log, requestId: "r", caller: "c" },
    interactive,
    environment,
  });
}

async function openRequests(count: number): Promise<void> {
  await vi.waitFor(() => expect(open.size).toBe(count), { timeout: 60_000, interval: 5 });
}

describe("a maximum of requests at the same time", () => {
  it("applies to all replicas, from the start of a request to the end of its response", async () => {
    const store = new MemoryStore();
    const replicas = [replica(store), replica(store)];
    const calls = Array.from({ length: 9 }, (_, index) =>
      connect(replicas[index % 2] ?? replica(store))
        .get("/x")
        .json(),
    );
    for (let left = 9; left > 0; left -= 1) {
      await openRequests(Math.min(2, left));
      finish();
    }
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 9 }, () => [1]));
    expect(peak).toBe(2);
  });

  it("keeps a part for people, and is of each account alone", async () => {
    const environment = replica(new MemoryStore());
    const calls = Array.from({ length: 4 }, () => connect(environment).get("/x").json());
    await openRequests(2);
    calls.push(connect(environment, { interactive: true }).get("/x").json());
    await openRequests(3);
    calls.push(connect(environment, { name: "b" }).get("/x").json());
    await openRequests(4);
    for (let left = 6; left > 0; left -= 1) {
      await vi.waitFor(() => expect(open.size).toBeGreaterThan(0), { timeout: 60_000, interval: 5 });
      finish();
    }
    expect(await Promise.all(calls)).toHaveLength(6);
    expect(asked).toBe(12);
  });

  it("is not waited for by a caller that disconnected, and its slot is released", async () => {
    const environment = replica(new MemoryStore());
    const running = [new AbortController(), new AbortController()];
    const calls = running.map(({ signal }) => connect(environment, { signal }).get("/x").json());
    await openRequests(2);
    const waiting = new AbortController();
    const left = connect(environment, { signal: waiting.signal }).get("/x").json();
    const next = connect(environment).get("/x").json();
    waiting.abort(new Error("hung up"));
    await expect(left).rejects.toThrow("hung up");
    expect(asked).toBe(4);
    running[0]?.abort(new Error("hung up"));
    await expect(calls[0]).rejects.toThrow("hung up");
    await vi.waitFor(() => expect(asked).toBe(6), 60_000);
    await openRequests(2);
    finish();
    finish();
    expect(await Promise.all([calls[1], next])).toEqual([[1], [1]]);
  });

  it("counts a streamed response until it is read or dropped", async () => {
    const environment = replica(new MemoryStore());
    const streams = [connect(environment).get("/x").stream(), connect(environment).get("/x").stream()];
    const readers = streams.map((stream) => stream[Symbol.asyncIterator]());
    await Promise.all(readers.map((reader) => reader.next()));
    const next = connect(environment).get("/x").json();
    await openRequests(2);
    expect(asked).toBe(4);
    await readers[0]?.return?.();
    await vi.waitFor(() => expect(asked).toBe(6), 60_000);
    await readers[1]?.return?.();
    await openRequests(1);
    finish();
    expect(await next).toEqual([1]);
  });
});
