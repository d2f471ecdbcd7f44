import { array, assert, asyncProperty, constantFrom, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { FairSlots } from "./fair-slots.js";

const queueTimeoutMs = 60_000;

/** Creates a request that needs a slot; `account` is the account of the request. */
function asker(caller: string, account: unknown = { kind: "none" }, signal = new AbortController().signal) {
  return { caller, account, signal };
}

/** Takes slots without waiting for them, and records in `order` who got one. */
function makeQueue(slots: number, options: { readonly queueTimeoutMs?: number } = {}) {
  const fair = new FairSlots({ slots, queueTimeoutMs, ...options });
  const order: string[] = [];
  const ask = (caller: string, account?: string, signal?: AbortSignal) => {
    const taken = fair.take(asker(caller, account, signal));
    const name = account === undefined ? caller : `${caller}/${account}`;
    void taken.then(
      () => order.push(name),
      () => undefined,
    );
    return taken;
  };
  return { ask, order };
}

/** Lets all pending promises settle. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

describe("`FairSlots`", () => {
  it("leaves half of the slots free for others, and one of them to each", async () => {
    const { ask, order } = makeQueue(4);
    for (let count = 0; count < 8; count++) void ask("a");
    void ask("b");
    void ask("b");
    void ask("c");
    await settle();
    expect(order).toEqual(["a", "a", "b", "c"]);
  });

  it("divides the slots of a caller among its accounts, and leaves one to others", async () => {
    const { ask, order } = makeQueue(4);
    for (const account of ["x", "x", "x", "y", "y", "z", "w"]) void ask("a", account);
    await settle();
    expect(order).toEqual(["a/x", "a/x", "a/y"]);
    void ask("b");
    await settle();
    expect(order.at(-1)).toBe("b");
  });

  it("serves callers in turns, not in the order of their requests", async () => {
    const { ask, order } = makeQueue(1);
    const first = ask("a");
    const waiting = ["a", "a", "a", "b", "b", "c"].map((caller) => ask(caller));
    (await first)();
    for (const taken of waiting) void taken.then((release) => release());
    await Promise.all(waiting);
    expect(order).toEqual(["a", "b", "c", "a", "b", "a", "a"]);
  });

  it("refuses with 429 who waits for its own queries, with 503 who waits for those of others", async () => {
    const { ask } = makeQueue(2, { queueTimeoutMs: 1 });
    await ask("a");
    await expect(ask("a")).rejects.toMatchObject({ code: "rate_limited", retryAfter: 5 });
    await ask("b");
    await expect(ask("c")).rejects.toMatchObject({ code: "upstream_unavailable", retryAfter: 5 });
  });

  it("bounds the queue of a caller and that of all", async () => {
    const { ask } = makeQueue(1);
    void ask("a");
    for (let count = 0; count < 32; count++) void ask("a");
    await expect(ask("a")).rejects.toMatchObject({ code: "rate_limited" });
    for (let count = 0; count < 224; count++) void ask(`other ${count}`);
    await expect(ask("b")).rejects.toMatchObject({ code: "upstream_unavailable" });
  });

  it("passes the turn on when somebody leaves the queue", async () => {
    const { ask, order } = makeQueue(1);
    const release = await ask("a");
    const leaving = new AbortController();
    const left = ask("b", undefined, leaving.signal);
    void ask("c");
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    release();
    release();
    await settle();
    expect(order).toEqual(["a", "c"]);
    await expect(ask("d", undefined, leaving.signal)).rejects.toThrow("gone");
  });

  it("never hands out more slots than there are, and all of them in the end", async () => {
    const request = record({ caller: constantFrom("a", "b", "c"), account: constantFrom("x", "y") });
    await assert(
      asyncProperty(
        constantFrom(1, 2, 3, 4, 7),
        array(request, { maxLength: 30 }),
        async (slots, requests) => {
          const { ask, order } = makeQueue(slots);
          let running = 0;
          const done = requests.map(async ({ caller, account }) => {
            const release = await ask(caller, account);
            running += 1;
            expect(running).toBeLessThanOrEqual(slots);
            await settle();
            running -= 1;
            release();
          });
          await Promise.all(done);
          expect(order).toHaveLength(requests.length);
        },
      ),
    );
  });
});
