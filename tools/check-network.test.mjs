import { describe, expect, it } from "vitest";
import { checkNetwork } from "./check-network.mjs";
import { makeTree } from "./make-tree.mjs";

describe("checkNetwork()", () => {
  it.each([
    ['await fetch("https://a.example");', "fetch"],
    ['await globalThis.fetch("https://a.example");', "fetch"],
    ["export const options = { fetch };", "fetch"],
    ["export const get = fetch;", "fetch"],
    ['new WebSocket("wss://a.example");', "WebSocket"],
    ['import { connect } from "node:net";', "node:net"],
    ['import { request } from "https";', "https"],
    ['import { connect } from "node:tls";', "node:tls"],
    ['import { resolve } from "node:dns/promises";', "node:dns/promises"],
    ['import { Agent } from "undici";', "undici"],
    ['await import("node:http");', "node:http"],
  ])("reports a connector with %s", (source, name) => {
    const problems = checkNetwork(makeTree({ "connectors/a/src/index.ts": source }));
    expect(problems).toMatchObject([{ file: "connectors/a/src/index.ts", line: 1 }]);
    expect(problems[0]?.message).toContain(`"${name}"`);
  });

  it("accepts the SDK's client, and methods and members that only share the name", () => {
    const source =
      'rows(({ http }) => http.get("a"));\ncache.fetch(1);\nexport const a = { fetch: 1, fetch2() {} };';
    expect(checkNetwork(makeTree({ "connectors/a/src/index.ts": source }))).toEqual([]);
  });

  it("leaves tests and other packages alone", () => {
    const source = 'await fetch("http://127.0.0.1");';
    const root = makeTree({ "connectors/a/src/a.test.ts": source, "packages/sdk/src/a.ts": source });
    expect(checkNetwork(root)).toEqual([]);
  });
});
