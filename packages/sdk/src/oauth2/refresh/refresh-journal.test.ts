import { describe, expect, it } from "vitest";
import { accountExpired } from "../../errors/account-errors.js";
import { MemoryStore } from "../../store/memory-store.js";
import { RefreshJournal } from "./refresh-journal.js";

const lifetime = 60_000;
const tokens = { accessToken: "new", refreshToken: "next", kept: {} };

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

describe("RefreshJournal", () => {
  it("gives the tokens to who has the old token, and to nobody else", async () => {
    const store = new OpenStore();
    await new RefreshJournal(store, { id: "i", refreshToken: "old", lifetime }).keep(tokens);
    const again = new RefreshJournal(store, { id: "i", refreshToken: "old", lifetime });
    expect(await again.read()).toEqual({ kind: "tokens", tokens });
    const thief = new RefreshJournal(store, { id: "i", refreshToken: "guessed", lifetime });
    expect(await thief.read()).toBeUndefined();
    expect([...store.entries].join()).not.toMatch(/old|new|next/);
  });

  it("takes an entry that was altered, moved or made up for none, never for tokens", async () => {
    const store = new OpenStore();
    const journal = new RefreshJournal(store, { id: "i", refreshToken: "old", lifetime });
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
    expect(
      await new RefreshJournal(store, { id: "j", refreshToken: "old", lifetime }).read(),
    ).toBeUndefined();
  });

  it("lets one of many place the mark, and keeps a refusal for a short while", async () => {
    let now = 0;
    const store = new MemoryStore(() => now);
    const journal = new RefreshJournal(store, { id: "i", refreshToken: "old", lifetime });
    const placed = await Promise.all(
      ["a", "b", "c"].map((owner) => journal.mark(owner, { time: 1, replace: false })),
    );
    expect(placed.filter(Boolean)).toHaveLength(1);
    expect(await journal.read()).toMatchObject({ kind: "mark", time: 1 });
    await journal.fail(accountExpired("over"));
    expect(await journal.read()).toMatchObject({ kind: "failure", code: "account_expired", message: "over" });
    now += 30_001;
    expect(await journal.read()).toBeUndefined();
  });
});
