import { request } from "node:http";
import { sampleConnector } from "@wellhead/test-support/services/sample-connector";
import { expect, test } from "vitest";
import { startApp } from "../../test/start-app.js";

test("the admin port is for programs under its own names", async () => {
  const { app, adminUrl } = await startApp([sampleConnector()], {
    admin: { port: 0 },
    limits: { drainDelay: 0 },
  });
  const { hostname, port } = new URL(adminUrl);
  const ask = (path: string, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request({ hostname, port, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
  for (const path of ["/metrics", "/activity", "/top"]) {
    expect(await ask(path, { host: "localhost" })).toBe(200);
    expect(await ask(path, { host: "rebound.example" })).toBe(403);
    expect(await ask(path, { origin: "https://evil.example" })).toBe(403);
    expect(await ask(path, { "x-wellhead-relay": "1" })).toBe(403);
  }
  await app.close();
});
