import { describe, expect, it } from "vitest";
import { MemoryStore } from "../store/memory-store.js";
import { oauthEnvironment } from "./oauth-environment.js";

describe("oauthEnvironment()", () => {
  it("reads the variables of the deployment, and has a default for each", () => {
    expect(oauthEnvironment({ variables: {} })).toMatchObject({
      replicas: 1,
      callbacks: [],
      stateRequired: false,
      margin: 300_000,
      journalLifetime: 86_400_000,
      shared: false,
      secret: { madeUp: true },
    });
    const variables = {
      WELLHEAD_SECRET: "s".repeat(32),
      WELLHEAD_REPLICAS: "3",
      WELLHEAD_CALLBACKS: "https://a.example/callback, http://localhost:1/x",
      WELLHEAD_STATE_REQUIRED: "true",
      WELLHEAD_REFRESH_MARGIN: "60",
      WELLHEAD_JOURNAL_HOURS: "168",
    };
    expect(oauthEnvironment({ variables })).toMatchObject({
      replicas: 3,
      callbacks: ["https://a.example/callback", "http://localhost:1/x"],
      stateRequired: true,
      margin: 60_000,
      journalLifetime: 604_800_000,
      secret: { madeUp: false },
    });
  });

  it.each([
    ["WELLHEAD_SECRET", "short"],
    ["WELLHEAD_REPLICAS", "many"],
    ["WELLHEAD_REPLICAS", "0"],
    ["WELLHEAD_CALLBACKS", "http://a.example/"],
    ["WELLHEAD_STATE_REQUIRED", "maybe"],
    ["WELLHEAD_REFRESH_MARGIN", "-1"],
    ["WELLHEAD_JOURNAL_HOURS", "1000"],
  ])("refuses %s=%s and names it", (name, value) => {
    expect(() => oauthEnvironment({ variables: { [name]: value } })).toThrow(name);
  });

  it("refuses a store that was written for an earlier version, and names the method that it lacks", () => {
    const store = new MemoryStore();
    expect(() => oauthEnvironment({ variables: {}, store })).not.toThrow();
    Object.defineProperty(store, "setIfEqual", { value: undefined });
    expect(() => oauthEnvironment({ variables: {}, store })).toThrow('no method "setIfEqual"');
  });
});
