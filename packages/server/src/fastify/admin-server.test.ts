import { request } from "node:http";
import { sampleConnector } from "@wellhead/test-support/services/sample-connector";
import { expect, test } from "vitest";
import { adminToken, startApp } from "../../test/start-app.js";

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
  const authorization = `Bearer ${adminToken}`;
  for (const path of ["/metrics", "/activity", "/top"]) {
    expect(await ask(path, { authorization, host: "localhost" })).toBe(200);
    expect(await ask(path, { authorization, host: "rebound.example" })).toBe(403);
    expect(await ask(path, { authorization, origin: "https://evil.example" })).toBe(403);
    expect(await ask(path, { authorization, "x-wellhead-relay": "1" })).toBe(403);
  }
  await app.close();
});

test("what the service does is for operators: by a token, or by the link of the terminal, which works once", async () => {
  const { app, adminUrl } = await startApp([sampleConnector()], {
    admin: { port: 0 },
    limits: { drainDelay: 0 },
  });
  const read = async (headers: Record<string, string>): Promise<number> => {
    const response = await fetch(`${adminUrl}/activity`, { headers });
    await response.text();
    return response.status;
  };
  expect(await read({})).toBe(401);
  expect(await read({ authorization: "Bearer guess" })).toBe(401);
  expect(await read({ authorization: `Bearer ${adminToken}` })).toBe(200);
  const key = new URL(app.adminProof?.linkTo(`${adminUrl}/top`) ?? "").hash.replace("#key=", "");
  const exchange = (headers: Record<string, string> = {}) =>
    fetch(`${adminUrl}/session`, { method: "POST", body: key, headers });
  expect((await exchange({ origin: "https://evil.example" })).status).toBe(403);
  expect((await exchange({ "sec-fetch-site": "same-site" })).status).toBe(403);
  const answer = await exchange();
  const cookie = answer.headers.getSetCookie()[0]?.replace(/;.*/, "") ?? "";
  const token = await answer.text();
  expect(await read({ cookie, "x-page-token": token })).toBe(200);
  expect(await read({ cookie })).toBe(401);
  expect(await read({ "x-page-token": token })).toBe(401);
  expect(await read({ cookie, "x-page-token": token, "sec-fetch-site": "same-site" })).toBe(401);
  expect((await exchange()).status).toBe(403);
  await app.close();
});

test("`createApp()` refuses a short token of the admin port", async () => {
  await expect(startApp([sampleConnector()], { admin: { port: 0, token: "short" } })).rejects.toThrow(
    "expected 32 characters or more, got 5",
  );
});
