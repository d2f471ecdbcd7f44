import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { hostileConnector as hostile, signRequest } from "@wellhead/test-support/services/service-programs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type StartedApp, type StartOptions, startApp } from "../../test/start-app.js";
import { plain } from "../../test/watched-connector.js";
import { isolated } from "../isolate/isolated-connector.js";
import type { AppOptions } from "./app.js";
import { createApp } from "./create-app.js";

const started: StartedApp[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ app }) => app.close()));
});

async function start(connectors: AppOptions["connectors"], options: StartOptions = {}): Promise<StartedApp> {
  const service = await startApp(connectors, options);
  started.push(service);
  return service;
}

describe("update() of callers", () => {
  const secret = "6b8d3c1f0a9e4d7c8b5a2f1e0d9c8b7a6f5e4d3c";
  const status = async ({ url }: StartedApp, token: string) =>
    (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;

  test("accepts the new tokens, and no longer the old ones", async () => {
    const [old, next] = ["o".repeat(40), "n".repeat(40)];
    const connectors = [plain("moons")];
    const service = await start(connectors, { callers: { tokens: [old] } });
    await service.app.update({ connectors, callers: { tokens: [next], publicDescription: false } });
    expect([await status(service, old), await status(service, next)]).toStrictEqual([401, 200]);
    await service.app.update({ connectors: [plain("stars")] });
    expect([await status(service, old), await status(service, next)]).toStrictEqual([401, 200]);
    await service.app.update({ connectors, callers: {} });
    expect(service.app.access.asksForCredentials).toBe(false);
    expect(await status(service, old)).toBe(200);
    await service.app.update({ connectors, callers: { tokens: [old], publicDescription: true } });
    expect([await status(service, ""), (await service.post("/", { source: "all" })).status]).toStrictEqual([
      200, 401,
    ]);
  });

  test("a signed request cannot be repeated after an update, and a body that was changed is refused", async () => {
    const connectors = [plain("moons")];
    const keys = [`platform=${secret}`];
    const service = await start(connectors, { callers: { tokens: ["o".repeat(40)] } });
    await service.app.update({ connectors, callers: { signingKeys: keys } });
    const body = JSON.stringify({ source: "all" });
    const sign = (nonce: string) => {
      const created = Math.floor(Date.now() / 1000);
      const input = { id: "platform", secret, method: "POST", target: "/", created, nonce, body };
      const printed = execFileSync("python3", [fileURLToPath(signRequest)], { input: JSON.stringify(input) });
      return JSON.parse(printed.toString()) as Record<string, string>;
    };
    const first = sign("0123456789abcdef");
    expect((await service.post("/", body, first)).status).toBe(200);
    await service.app.update({ connectors, callers: { signingKeys: [...keys, `other=${secret}`] } });
    expect((await service.post("/", body, first)).status).toBe(401);
    expect((await service.post("/", body.replace("all", "ALL"), sign("fedcba9876543210"))).status).toBe(401);
  });

  test("a service that other machines can reach does not become open to everybody", async () => {
    const token = "o".repeat(40);
    const connectors = [plain("moons")];
    const app = await createApp({ connectors, callers: { tokens: [token] }, logger: false });
    const { url } = await app.listen({ host: "0.0.0.0", port: 0 });
    await expect(app.update({ connectors: [plain("stars")], callers: {} })).rejects.toThrow(
      /reached from other machines/,
    );
    expect((await fetch(url)).status).toBe(401);
    expect(app.connectors).toMatchObject([{ id: "moons" }]);
    await app.update({ connectors: [plain("stars")], callers: { insecure: true } });
    expect((await fetch(url)).status).toBe(200);
    await app.close();
  });
});

describe("update() of isolated connectors", () => {
  test.runIf(process.env["WELLHEAD_LONG"] !== undefined)(
    "ends a stream of the old process, then the process",
    async () => {
      const account = { auth: "token", token: "right-token" };
      const one = () => isolated(hostile, { exportName: "hostileConnector", argument: { id: "hostile" } });
      const service = await start([one()]);
      const process = async (): Promise<number> => {
        const answer: unknown = await (await service.post("/validate", account)).json();
        return Number(Reflect.get(Object(answer), "process"));
      };
      const before = await process();
      // More than the buffers between the process and this caller hold.
      const batches = 2000;
      const rows = await service.post("/", { source: "rows", account, filter: { batches } });
      const reader = rows.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = (await reader?.read())?.value ?? "";
      await service.app.update({ connectors: [plain("moons"), one()] });
      const isAlive = (): boolean => {
        try {
          return globalThis.process.kill(before, 0);
        } catch {
          return false;
        }
      };
      expect((await service.post("/hostile/validate", account)).status).toBe(200);
      expect(isAlive()).toBe(true);
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
        text += part.value;
      const ids = (JSON.parse(text) as { id: string }[]).map(({ id }) => id);
      expect(ids).toHaveLength(batches * 1000);
      expect(ids.at(-1)).toBe(`${batches - 1}-999`);
      await vi.waitUntil(() => !isAlive(), { timeout: 20_000 });
    },
  );

  test("a later update, although it is ready earlier, is made later", async () => {
    const service = await start([plain("moons")]);
    const slow = isolated(hostile, { exportName: "hostileConnector", argument: { id: "hostile" } });
    await Promise.all([
      service.app.update({ connectors: [slow] }),
      service.app.update({ connectors: [plain("stars")] }),
    ]);
    expect(service.app.connectors).toMatchObject([{ id: "stars" }]);
  });
});
