import { accountExpired, rateLimited } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { oauthEnvironment } from "../oauth/oauth-environment.js";
import { MemoryStore } from "../store/memory-store.js";
import type { Store } from "../store/store.js";
import { JournalMirror } from "./journal-mirror.js";
import { RefreshJournal } from "./refresh-journal.js";

const lifetime = 60_000;
const tokens = { accessToken: "the-new-token", refreshToken: "the-next-token", kept: {} };

/** A store whose entries a test can read and change. */
class OpenStore extends MemoryStore {
  readonly entries = new Map<string, string>();

  override get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.entries.get(key));
  }

  override set(key: string, value: string): Promise<void> {
    this.entries.set(key, value);
    return Promise.resolve();
  }
}

/** Opens the journal of a token as a replica that has just started does. */
function journalOf(store: Store, id: string | readonly string[], refreshToken: string): RefreshJournal {
  const mirror = new JournalMirror(oauthEnvironment({ store, variables: {} }));
  return new RefreshJournal({
    store,
    mirror,
    ids: [id].flat(),
    refreshToken,
    lifetime,
    markLifetime: lifetime,
  });
}

describe("RefreshJournal", () => {
  it("returns the tokens only to a caller with the old token", async () => {
    const store = new OpenStore();
    await journalOf(store, "i", "the-old-token").keep(tokens);
    const again = journalOf(store, "i", "the-old-token");
    expect(await again.read()).toEqual({ kind: "tokens", tokens });
    const thief = journalOf(store, "i", "guessed");
    expect(await thief.read()).toBeUndefined();
    expect([...store.entries].join()).not.toMatch(/the-old-token|the-new-token|the-next-token/);
  });

  it("takes an entry that was altered, moved or made up for none, never for tokens", async () => {
    const store = new OpenStore();
    const journal = journalOf(store, "i", "the-old-token");
    await journal.keep(tokens);
    const [[place = "", sealed = ""] = []] = store.entries;
    for (let index = 0; index < sealed.length; index += 1) {
      const letter = sealed[index] === "A" ? "B" : "A";
      store.entries.set(place, sealed.slice(0, index) + letter + sealed.slice(index + 1));
      const entry = await journal.read();
      // The last character of base64url may have unused bits, so changing it may not change any byte.
      expect([undefined, JSON.stringify({ kind: "tokens", tokens })]).toContain(
        entry && JSON.stringify(entry),
      );
      expect(entry === undefined || index === sealed.length - 1).toBe(true);
    }
    store.entries.set(place, JSON.stringify({ kind: "tokens", tokens }));
    expect(await journal.read()).toBeUndefined();
    store.entries.set("refresh:j", sealed);
    expect(await journalOf(store, "j", "the-old-token").read()).toBeUndefined();
  });

  it("lets one of many place the mark, and keeps a refusal for a short while", async () => {
    let now = 0;
    const store = new MemoryStore(() => now);
    const journal = journalOf(store, "i", "the-old-token");
    const placed = await Promise.all(
      ["a", "b", "c"].map((owner) => journal.mark({ owner, time: 1, attempt: 1, until: 2 })),
    );
    expect(placed.filter(Boolean)).toHaveLength(1);
    expect(await journal.read()).toMatchObject({ kind: "mark", time: 1 });
    await journal.fail(accountExpired("over"), 1);
    expect(await journal.read()).toMatchObject({ kind: "failure", code: "account_expired", message: "over" });
    now += 30_001;
    expect(await journal.read()).toBeUndefined();
  });

  it("says that the store failed, unless another entry or this process knows what came of the token", async () => {
    const down = new Set<string>();
    class FailingStore extends OpenStore {
      override get(key: string): Promise<string | undefined> {
        return down.has(key) ? Promise.reject(new Error(`no ${key}`)) : super.get(key);
      }
    }
    const store = new FailingStore();
    const open = (ids: readonly string[]) => {
      // With a shared store, this process keeps a copy of what it reads.
      const mirror = new JournalMirror({ ...oauthEnvironment({ store, variables: {} }), shared: true });
      return new RefreshJournal({
        store,
        mirror,
        ids,
        refreshToken: "old",
        lifetime,
        markLifetime: lifetime,
      });
    };
    down.add("refresh:new");
    await expect(open(["new"]).read()).rejects.toThrow("no refresh:new");
    await expect(open(["new", "old"]).read()).rejects.toThrow("no refresh:new");
    await expect(open(["old", "new"]).read()).rejects.toThrow("no refresh:new");
    down.add("refresh:old");
    await expect(open(["new", "old"]).read()).rejects.toThrow("no refresh:new");
    down.delete("refresh:old");
    await open(["old"]).keep(tokens);
    expect(await open(["new", "old"]).read()).toEqual({ kind: "tokens", tokens });
    const same = open(["old"]);
    await same.read();
    down.add("refresh:old");
    expect(await same.read()).toEqual({ kind: "tokens", tokens });
    await expect(open(["old"]).read()).rejects.toThrow("no refresh:old");
  });

  it("repeats the time of a refusal, and writes no fault of ours down as one", async () => {
    const store = new MemoryStore();
    const journal = journalOf(store, "i", "the-old-token");
    await journal.fail(new TypeError("a fault"), 1);
    expect(await journal.read()).toBeUndefined();
    await journal.fail(rateLimited("Later.", { retryAfter: 7 }), 1);
    expect(await journal.read()).toEqual({
      kind: "failure",
      code: "rate_limited",
      message: "Later.",
      until: 7001,
    });
  });

  it("removes and replaces its mark, and nothing that another replica wrote meanwhile", async () => {
    const store = new MemoryStore();
    const journal = journalOf(store, "i", "the-old-token");
    await journal.clear();
    await journal.mark({ owner: "a", time: 1, attempt: 1, until: 2 });
    expect(await journal.mark({ owner: "a", time: 1, attempt: 1, until: 3 })).toBe(true);
    expect(await journal.read()).toMatchObject({ kind: "mark", until: 3 });
    await journal.clear();
    expect(await journal.read()).toBeUndefined();
    await journal.mark({ owner: "a", time: 1, attempt: 1, until: 2 });
    await store.set("refresh:i", "meanwhile", lifetime);
    await journal.clear();
    expect(await journal.mark({ owner: "a", time: 1, attempt: 1, until: 3 })).toBe(false);
    await journal.restoreMark();
    expect(await store.get("refresh:i")).toBe("meanwhile");
  });

  it("replaces the marks under all of its ids, and places those that the store has lost", async () => {
    const store = new MemoryStore();
    const open = () => journalOf(store, ["new", "old"], "the-old-token");
    const lose = async (key: string) => await store.deleteIfEqual(key, (await store.get(key)) ?? "");
    const mark = { owner: "a", time: 1, attempt: 1, until: 2 };
    expect(await open().mark(mark)).toBe(true);
    for (const [attempt, lost] of [
      [2, "none"],
      [3, "refresh:old"],
    ] as const) {
      const next = open();
      await next.read();
      await lose(lost);
      expect(await next.mark({ ...mark, attempt })).toBe(true);
    }
    await lose("refresh:new");
    expect(await open().read()).toMatchObject({ kind: "mark", attempt: 3 });
  });

  it("keeps the tokens of another replica when its own refusal arrives late", async () => {
    const store = new MemoryStore();
    const late = journalOf(store, "i", "the-old-token");
    await late.mark({ owner: "a", time: 1, attempt: 1, until: 2 });
    await journalOf(store, "i", "the-old-token").keep(tokens);
    await late.fail(accountExpired("over"), 1);
    expect(await journalOf(store, "i", "the-old-token").read()).toEqual({ kind: "tokens", tokens });
  });

  it("does not replace an entry that it cannot read", async () => {
    const store = new MemoryStore();
    await store.set("refresh:i", "not sealed", lifetime);
    const journal = journalOf(store, "i", "the-old-token");
    expect(await journal.read()).toBeUndefined();
    expect(await journal.mark({ owner: "a", time: 1, attempt: 1, until: 2 })).toBe(false);
    expect(await store.get("refresh:i")).toBe("not sealed");
  });
});
