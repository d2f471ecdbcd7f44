import { createApp } from "@wellhead/server";
import { expect, it } from "vitest";
import { makeFolder } from "./folder.js";

it("a file so large that its first rows are read separately returns every row once and in order", async () => {
  const lines = Array.from({ length: 60_000 }, (_, id) => `${id},"row ${id}, ${"x".repeat(80)}"`);
  await using folder = await makeFolder({ "large.csv": `id,text\n${lines.join("\n")}\n` });
  const app = await createApp({ connectors: [folder.connector], logger: false, limits: { drainDelay: 0 } });
  await using _ = { [Symbol.asyncDispose]: () => app.close() };
  const { url } = await app.listen({ host: "127.0.0.1", port: 0 });
  const ask = async (accept: string): Promise<string> => {
    const headers = { "content-type": "application/json", accept };
    const body = JSON.stringify({ source: "large", account: {}, filter: {} });
    return (await fetch(url, { method: "POST", headers, body })).text();
  };
  const rows = lines.map((_line, id) => `{"id":${id},"text":"row ${id}, ${"x".repeat(80)}"}`);
  expect((await ask("application/json")) === `[${rows.join(",")}]`).toBe(true);
  expect((await ask("application/x-ndjson")) === `${rows.join("\n")}\n`).toBe(true);
  const csv = await ask("text/csv");
  expect(csv === `id,text\r\n${lines.join("\r\n")}\r\n`).toBe(true);
});
