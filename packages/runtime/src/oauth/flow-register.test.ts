import { isLong } from "@wellhead/test-support/properties/is-long";
import { describe, expect, it } from "vitest";
import { MemoryStore } from "../store/memory-store.js";
import { FlowRegister, stateDigest } from "./flow-register.js";
import { type OAuthSettings, oauthEnvironment, type StoreEvent } from "./oauth-environment.js";

const old = "o".repeat(32);
const secret = "s".repeat(32);
const callback = "https://platform.example/callback";
const owner = "tracker";

/** A store that exposes its values and their lifetimes. */
class OpenStore extends MemoryStore {
  readonly values = new Map<string, { readonly value: string; readonly lifetime: number }>();

  override async set(key: string, value: string, lifetime: number): Promise<void> {
    this.values.set(key, { value, lifetime });
    await super.set(key, value, lifetime);
  }
}

function open(settings: OAuthSettings = {}) {
  let now = 1_800_000_000_000;
  const events: StoreEvent[] = [];
  const store = new OpenStore(() => now);
  const environment = oauthEnvironment({
    secret,
    store,
    variables: {},
    now: () => now,
    onEvent: (event) => events.push(event),
    ...settings,
  });
  const register = (address?: string) => new FlowRegister({ connector: owner, environment, address });
  const wait = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { store, environment, events, register, wait };
}

async function statesOf(register: FlowRegister, state: string): Promise<readonly string[]> {
  return (await register.keys({ owner, callback, state })).map((key) => key.state);
}

describe("FlowRegister", () => {
  it("stores a digest of the state, of one size, for little more than an hour", async () => {
    const { store, register } = open();
    // A character that sealed values, which are base64url, never hold.
    const states = ["~", "a state of usual length 0123456789", "x".repeat(2048)];
    for (const state of states) await register().begin({ owner, callback, state });
    const stored = [...store.values.entries()];
    expect(
      new Set(stored.filter(([key]) => !/:\d$/.test(key)).map(([, { value }]) => value.length)).size,
    ).toBe(1);
    expect(Math.max(...stored.map(([, { lifetime }]) => lifetime))).toBeLessThanOrEqual(4_200_000);
    for (const state of states) expect(JSON.stringify(stored)).not.toContain(`"${state}`);
  });

  it.runIf(isLong)("keeps what 21,000 strangers begin below a bound, and says so", async () => {
    const { store, register, events } = open();
    // A thousand more than the quota of all callers together.
    for (let index = 0; index < 21_000; index += 1) {
      const flow = { owner, callback: `${callback}/${index}`, state: "x".repeat(2048) };
      await register(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`).begin(flow);
    }
    expect(store.bytes).toBeLessThan(20 * 1024 * 1024);
    expect(events.length).toBeGreaterThan(0);
  });

  it("has a quota per address and per callback, and refuses no sign-in", async () => {
    const { register, events } = open();
    for (let index = 0; index < 1000; index += 1) {
      await register("10.0.0.1").begin({ owner, callback, state: `${index}` });
    }
    expect(events).toEqual([]);
    await register("10.0.0.1").begin({ owner, callback, state: "too many" });
    expect(events).toEqual(["flow_not_kept"]);
    await register("10.0.0.2").begin({ owner, callback, state: "another address" });
    expect(events).toHaveLength(1);
    await expect(
      register("10.0.0.1").finish({ owner, callback, state: "too many" }, "code", "P"),
    ).resolves.toBeUndefined();
  });

  it("knows a sign-in by its state, among others with the same callback", async () => {
    const { register, environment } = open();
    for (const state of ["a", "b", ""]) await register().begin({ owner, callback, state });
    expect(await statesOf(register(), "a")).toEqual([stateDigest(environment.secret, "a")]);
  });

  it("lists the candidates when the state is omitted, the latest first", async () => {
    const { register, environment, wait } = open();
    const digest = (state: string): string => stateDigest(environment.secret, state);
    for (const state of ["a", "b", "c"]) {
      await register().begin({ owner, callback, state });
      wait(1000);
    }
    expect(await statesOf(register(), "")).toEqual([digest("c"), digest("b"), digest("a"), ""]);
    for (const state of ["d", "e"]) {
      await register().begin({ owner, callback, state });
      wait(1000);
    }
    expect(await statesOf(register(), "")).toEqual([digest("e"), digest("d"), digest("c"), digest("b")]);
  });

  it("takes a state the platform added by itself for a sign-in begun without one", async () => {
    const { register, environment } = open();
    await register().begin({ owner, callback, state: "" });
    expect(await statesOf(register(), "added")).toEqual(["", stateDigest(environment.secret, "added")]);
  });

  it("finishes what was begun with the secret before the present one", async () => {
    const before = open({ secret: old });
    await before.register().begin({ owner, callback, state: "a" });
    const { register } = open({ previousSecrets: [old], store: before.store });
    const [key, ...others] = await register().keys({ owner, callback, state: "a" });
    expect(others).toEqual([]);
    expect(key?.secret.id).toBe(before.environment.secret.id);
    expect(key?.state).toBe(stateDigest(before.environment.secret, "a"));
  });

  it("refuses what another connector began, what took too long, and a code used before", async () => {
    const { register, wait } = open();
    const flow = { owner, callback, state: "a" };
    await register().begin(flow);
    await expect(register().finish({ ...flow, owner: "other" }, "1", "P")).rejects.toThrow(
      "another connector",
    );
    await register().finish(flow, "2", "P");
    await expect(register().finish(flow, "2", "P")).rejects.toThrow("finished before");
    await register().release(flow, "2");
    await register().finish(flow, "2", "P");
    wait(3_600_001);
    await expect(register().finish(flow, "3", "P")).rejects.toThrow("started too long ago");
  });

  it("keeps the secret of a temporary token sealed", async () => {
    const { register, store } = open();
    const flow = { owner, callback: "token", state: "token" };
    await register().begin(flow, "the secret of the token");
    expect(JSON.stringify([...store.values])).not.toContain("the secret of the token");
    expect(await register().finish(flow, "code", "P")).toBe("the secret of the token");
  });
});
