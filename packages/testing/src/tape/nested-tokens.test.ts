import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Egress } from "@wellhead/runtime";
import { oauthConnector } from "@wellhead/test-support/oauth/oauth-connector";
import { expect, it, onTestFinished } from "vitest";
import { recordTape } from "../record/record-tape.js";
import { formatTape } from "./tape.js";

const answers: Readonly<Record<string, unknown>> = { "/me": { name: "Ada" }, "/pages?page=1": [{ id: 7 }] };

it("a tape has no token of a sign-in, however deep, and also none that is never sent", async () => {
  const server = createServer(({ url, headers }, response) => {
    if (url === "/token") {
      response.setHeader("content-type", "application/json");
      const session = { id: "7", granted: [{ refresh_token: "nested-canary-of-a-session" }] };
      response.end(
        JSON.stringify({ access_token: "new-canary", token_type: "Bearer", expires_in: 3600, session }),
      );
    } else if (headers.authorization === "Bearer new-canary")
      response.end(JSON.stringify(answers[url ?? ""] ?? []));
    else response.writeHead(401).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  // The server listens on an address of this machine.
  const { port } = server.address() as AddressInfo;
  const real = "https://tracker.example";
  const tape = await recordTape(oauthConnector(real), {
    account: { auth: "oauth2", access_token: "old-canary", refresh_token: "refresh-canary" },
    reads: [{ source: "pages" }],
    upstream: "A stand-in",
    standIns: { [real]: `http://127.0.0.1:${port}` },
    egress: new Egress({ allow: "127.0.0.1/32:*" }),
  });
  const text = formatTape(tape);
  expect(text).toContain('"granted"');
  expect(text).toContain('"id": 7');
  expect(text).not.toContain("canary");
});
