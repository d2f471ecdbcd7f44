import { type RawServer, serveRaw } from "@wellhead/test-support/http/serve-raw";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "./patience.js";
import { Probe } from "./probe.js";

let server: RawServer | undefined;

afterEach(() => server?.close());

function probeOf(url: string): Probe {
  const limits = { maxRequests: 100, requestTimeout: 5_000, timeLimit: 20_000, maxBodyBytes: 2_000_000 };
  return new Probe({ base: new URL(url), ...limits, concurrency: 1, patience: { clock: systemClock } });
}

test("Probe.send() reports a connection that is closed without a response each time it is reused", async () => {
  const paths: string[] = [];
  server = await serveRaw((request, response) => {
    paths.push(request.url ?? "");
    if (request.url === "/crash") request.socket.destroy();
    else response.end("{}");
  });
  const probe = probeOf(server.url);
  await probe.send({ method: "GET", path: "/" });
  const answer = probe.send({ method: "GET", path: "/crash" });
  await expect(answer).rejects.toMatchObject({ name: "TransportFault", kind: "reset" });
  expect(paths).toEqual(["/", "/crash", "/crash"]);
  probe.close();
});

test("Probe.send() sends a request once, and again only for large responses that were evicted", async () => {
  const text = "x".repeat(1_000_000);
  server = await serveRaw((_request, response) => response.end(text));
  const probe = probeOf(server.url);
  const ask = (path: string) => probe.send({ method: "GET", path });
  for (let index = 0; index < 30; index += 1) {
    await ask("/used-again");
    await ask(`/once/${index}`);
  }
  expect(probe.requests).toBe(31);
  await ask("/once/29");
  expect(probe.requests).toBe(31);
  await ask("/once/0");
  expect(probe.requests).toBe(32);
  probe.close();
});
