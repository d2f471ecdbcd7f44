import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ConsoleData } from "./console-data.js";
import { createConsole } from "./create-console.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-console-"));
  await writeFile(join(folder, "index.html"), "<!doctype html>");
});
afterAll(() => rm(folder, { recursive: true }));

test("a console whose data could not be created tries again with the next request, and closes", async () => {
  let tries = 0;
  const data = async (): Promise<ConsoleData> => {
    tries += 1;
    if (tries !== 2) throw new Error("planted");
    return { answer: async () => Response.json({ tries }), close: async () => {} };
  };
  for (const statuses of [[500, 200, 200], [500]]) {
    const service = await createConsole({ folder, connectors: [], data });
    const { url } = await service.listen({ port: 0 });
    for (const status of statuses) expect((await fetch(new URL("data/exports/1", url))).status).toBe(status);
    await service.close();
  }
});

test("a console refuses more header lines than it keeps, before it answers", async () => {
  const service = await createConsole({ folder, connectors: [] });
  const { url } = await service.listen({ port: 0 });
  const send = (count: number): Promise<Response> =>
    fetch(url, {
      headers: Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "1"])),
    });
  expect((await send(10)).status).toBe(200);
  const refused = await send(1100);
  expect([refused.status, await refused.json()]).toEqual([431, { error: expect.stringContaining("header") }]);
  await service.close();
});
