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

  it.each([
    ['import { configureEgress } from "@wellhead/runtime";', "configureEgress"],
    ['import { configureEgress as open } from "@wellhead/runtime";', "configureEgress"],
    [
      'import * as sdk from "@wellhead/sdk";\nsdk.configureEgress({ allow: "10.0.0.0/8:*" });',
      "configureEgress",
    ],
    ['const sdk = await import("@wellhead/sdk");\nsdk["configureEgress"]({});', "configureEgress"],
    ['const { configureEgress: open } = await import("@wellhead/sdk");', "configureEgress"],
    ['export { configureEgress } from "@wellhead/runtime";', "configureEgress"],
    ['import { configureStore } from "@wellhead/runtime";', "configureStore"],
    ['import { Egress } from "@wellhead/runtime";', "Egress"],
  ])("reports a connector that decides what its operator decides: %s", (source, name) => {
    const problems = checkNetwork(makeTree({ "connectors/a/src/index.ts": source }));
    expect(problems).toMatchObject([{ file: "connectors/a/src/index.ts" }]);
    expect(problems[0]?.message).toContain(`"${name}": where connections may lead is the operator's`);
  });

  it("accepts types of the policy, and reading it", () => {
    const source =
      'import { type Egress, processEgress } from "@wellhead/runtime";\nimport type { Egress as Policy } from "@wellhead/runtime";';
    expect(checkNetwork(makeTree({ "connectors/a/src/index.ts": source }))).toEqual([]);
  });

  it("accepts the SDK's client, and methods and members that only share the name", () => {
    const source =
      'rows(({ http }) => http.get("a"));\ncache.fetch(1);\nexport const a = { fetch: 1, fetch2() {} };';
    expect(checkNetwork(makeTree({ "connectors/a/src/index.ts": source }))).toEqual([]);
  });

  it("leaves tests and other packages alone", () => {
    const source =
      'import { configureEgress } from "@wellhead/runtime";\nconfigureEgress({});\nawait fetch("http://127.0.0.1");';
    const root = makeTree({ "connectors/a/src/a.test.ts": source, "packages/sdk/src/a.ts": source });
    expect(checkNetwork(root)).toEqual([]);
  });
});
