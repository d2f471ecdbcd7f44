import { describe, expect, it } from "vitest";
import { accountExpired } from "../../errors/account-errors.js";
import { oauthEnvironment } from "../../oauth/oauth-environment.js";
import { MemoryStore } from "../../store/memory-store.js";
import type { Store } from "../../store/store.js";
import { JournalMirror } from "./journal-mirror.js";
import { RefreshJournal } from "./refresh-journal.js";

const lifetime = 60_000;
const tokens = { accessToken: "the-new-token", refreshToken: "the-next-token", kept: {} };

/** A store of which a test can see and change everything. */
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

/** The journal entry of a token, as a replica that has just started sees it. */
function journalOf(store: Store, id: string, refreshToken: string): RefreshJournal {
  const mirror = new JournalMirror(oauthEnvironment({ store, variables: {} }));
  return new RefreshJournal({ store, mirror, ids: [id], refreshToken, lifetime, markLifetime: lifetime });
}

describe("RefreshJournal", () => {
  it("gives the tokens to who has the old token, and to nobody else", async () => {
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
      // The last letter of base64url may hold bits that belong to no byte.
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
      ["a", "b", "c"].map((owner) => journal.mark({ owner, time: 1, attempt: 1, until: 2 }, false)),
    );
    expect(placed.filter(Boolean)).toHaveLength(1);
    expect(await journal.read()).toMatchObject({ kind: "mark", time: 1 });
    await journal.fail(accountExpired("over"));
    expect(await journal.read()).toMatchObject({ kind: "failure", code: "account_expired", message: "over" });
    now += 30_001;
    expect(await journal.read()).toBeUndefined();
  });
});
