import { afterEach, expect, it } from "vitest";
import { openHttp } from "../client/open-http.js";
import { configureEgress } from "../egress/egress.js";
import { skipWaits } from "./skip-waits.js";
import { startUpstream } from "./start-upstream.js";

afterEach(() => configureEgress({}));

it.each([true, false])("no request counts against a limit, whoever waits: %s", async (interactive) => {
  const upstream = await startUpstream(({ url }) =>
    url.pathname === "/busy" && upstream.requests.length === 1
      ? { status: 429, headers: { "retry-after": "2" }, body: {} }
      : { body: {} },
  );
  configureEgress({ allow: "127.0.0.1/32:*" });
  skipWaits();
  const log = { info: () => undefined, warn: () => undefined };
  const http = openHttp({
    connector: "test",
    definition: { baseUrl: upstream.url, rate: { requests: 2, seconds: 3600 } },
    context: {
      account: { kind: "none" },
      signal: new AbortController().signal,
      log,
      requestId: "1",
      caller: "1",
    },
    interactive,
  });
  // A refusal is still waited for.
  await http.get("busy").json();
  for (let count = 0; count < 10; count += 1) await http.get("list").json();
  await upstream.close();
  expect(upstream.requests).toHaveLength(12);
});
