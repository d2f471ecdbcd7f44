import { createHash } from "node:crypto";
import { configureEgress, MemoryStore, type Replacement } from "@wellhead/runtime";
import { StrictProvider } from "@wellhead/test-support/oauth/strict-provider";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OAuthApp, openOAuthApp } from "../../test/oauth-app.js";

/** A store that records the keys of what it is given, as a reader of the store sees them. */
class SeenStore extends MemoryStore {
  readonly keys = new Set<string>();
  /** Number of calls so far, by the key of the account. */
  readonly calls = new Map<string, number>();

  override async setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
    const isWritten = await super.setIfAbsent(key, value, lifetime);
    if (isWritten) this.#note(key);
    return isWritten;
  }

  override async setIfEqual(key: string, replacement: Replacement): Promise<boolean> {
    const isReplaced = await super.setIfEqual(key, replacement);
    if (isReplaced) this.#note(key);
    return isReplaced;
  }

  #note(key: string): void {
    this.keys.add(key);
    const [kind, account = ""] = key.split(":");
    if (kind === "rate") this.calls.set(account, (this.calls.get(account) ?? 0) + 1);
  }
}

/** The first service of a process decides where rate budgets are counted, so all tests of this file share one store. */
const store = new SeenStore();
const provider = new StrictProvider();
// Every access token is about to expire, so that each check of an account refreshes it.
provider.behaviour.lifetime = 60;
let address: string;
let open: OAuthApp[] = [];

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  address = await provider.listen();
});

afterEach(async () => {
  await Promise.all(open.map(({ app }) => app.close()));
  open = [];
});

afterAll(() => {
  provider.close();
});

/** Checks and refreshes one account three times, each time as it was last returned. Returns its secrets. */
async function renewThrice(fields: object, secret: string): Promise<readonly string[]> {
  const rate = { requests: 100, seconds: 10_000_000 };
  const app = await openOAuthApp({ provider: address, rate, accounts: { store, secret } });
  open.push(app);
  let account: Readonly<Record<string, unknown>> = {
    ...fields,
    refresh_token: provider.grant(),
    expires_on: "2020-01-01",
  };
  const secrets: unknown[] = [];
  for (let step = 0; step < 3; step += 1) {
    secrets.push(account["access_token"], account["refresh_token"]);
    const { status, body } = await app.call("/validate", { id: "oauth2", fields: account });
    expect(status).toBe(200);
    expect(body["access_token"]).not.toBe(account["access_token"]);
    account = body;
  }
  return [...secrets, account["access_token"], account["refresh_token"]].map(String);
}

describe("the key of a rate budget", () => {
  it("stays the same when the access token is refreshed, and says nothing without the deployment's secret", async () => {
    const refreshed = await renewThrice({ access_token: "one" }, "a".repeat(32));
    expect([...store.calls.values()]).toEqual([3]);
    const others = await renewThrice({ access_token: "two" }, "a".repeat(32));
    expect([...store.calls.values()]).toEqual([3, 3]);
    // The same access token has another key in another deployment, so that keys cannot be guessed.
    const elsewhere = await renewThrice({ access_token: "one" }, "b".repeat(32));
    expect([...store.calls.values()]).toEqual([3, 3, 3]);
    const keys = [...store.keys].join("\n");
    for (const text of [...refreshed, ...others, ...elsewhere]) {
      for (const form of [text, digest(text, "hex"), digest(text, "base64url")]) {
        expect(keys).not.toContain(form);
      }
    }
  });
});

function digest(text: string, encoding: "hex" | "base64url"): string {
  return createHash("sha256").update(text).digest(encoding);
}
