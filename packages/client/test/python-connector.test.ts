import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Connector, type RowsOptions } from "../src/index.js";

const program = spawn("python3", [fileURLToPath(new URL("foreign_connector.py", import.meta.url))], {
  stdio: ["ignore", "pipe", "inherit"],
});
let address = "";

beforeAll(async () => {
  const [port]: unknown[] = await once(program.stdout, "data");
  address = `http://127.0.0.1:${String(port).trim()}`;
});

afterAll(() => {
  program.kill();
});

const account = { key: "k" };

async function idsOf(connector: Connector, options: Partial<RowsOptions>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const batch of await connector.rows({ source: "issues", account, ...options }))
    ids.push(...batch.texts.map((text) => /"id":"(\d+)"/.exec(text)?.[1] ?? text));
  return ids;
}

it("reads a connector of the first generation in Python, whatever its content types", async () => {
  const connector = new Connector(address, { now: () => Date.UTC(2017, 5, 13, 12) });
  const { sources, site } = await connector.describe();
  expect(site).toBe("https://py.example");
  expect(sources[0]?.filter.map(({ required }) => required)).toEqual([false, true]);
  expect(await connector.schema({ source: "issues" })).toBeUndefined();
  const all = await idsOf(connector, {});
  expect(all).toHaveLength(30);
  expect(all[0]).toBe("9007199254740994");
  // It knows neither `limit` nor `skip`.
  expect(await idsOf(connector, { skip: 28, limit: 5 })).toEqual(all.slice(28));
  expect(await idsOf(connector, { limit: 2 })).toEqual(all.slice(0, 2));
  expect(await idsOf(connector, { filter: { day: "YESTERDAY" } })).toEqual(all.slice(11, 12));
  expect(await idsOf(connector, { filter: { day: "LAST 3 DAYS" } })).not.toHaveLength(30);
  const stored: unknown[] = [];
  const options = await connector.options({
    source: "issues",
    field: "team",
    account,
    dependsOn: { day: "TODAY" },
    onAccount: (changed) => void stored.push(changed["access_token"]),
  });
  expect(options).toEqual([{ title: `${String(stored[0])} TODAY`, value: 1 }]);
});
