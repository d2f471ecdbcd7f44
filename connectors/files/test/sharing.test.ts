import { request } from "node:http";
import { createApp } from "@wellhead/server";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { expect, it } from "vitest";
import { makeFolder } from "./folder.js";

const runaway = "SELECT count(*) AS n FROM range(1000000000000) t(i) WHERE hash(i) = 1";

/** Requests the rows of a statement from a local address. */
function ask(url: string, from: string, { sql, account = {} }: { sql: string; account?: object }) {
  const asked = request(url, {
    method: "POST",
    localAddress: from,
    headers: { "content-type": "application/json" },
  });
  const answered = new Promise<string>((resolve, reject) => {
    asked.on("error", reject);
    asked.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve(`${response.statusCode} ${text}`));
    });
  });
  // The client disconnects from requests that never end.
  answered.catch(() => undefined);
  asked.end(JSON.stringify({ source: "a", account, filter: { sql } }));
  return { answered, leave: () => asked.destroy() };
}

it.runIf(isLong)(
  "eight statements of one caller that never end keep neither another address nor another account from theirs",
  async () => {
    await using folder = await makeFolder({ "a.csv": "x\n1\n" });
    const app = await createApp({
      connectors: [folder.connector],
      logger: false,
      limits: { drainDelay: 0, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
    });
    await using _ = { [Symbol.asyncDispose]: () => app.close() };
    const { url } = await app.listen({ host: "127.0.0.1", port: 0 });
    const greedy = Array.from({ length: 8 }, () => ask(url, "127.0.0.1", { sql: runaway }));
    const sql = "SELECT x + 1 AS y FROM a";
    const account = { token: "another" };
    // These requests are sent last, and answered while the greedy ones still run.
    expect(await ask(url, "127.0.0.1", { sql, account }).answered).toBe('200 [{"y":2}]');
    expect(await ask(url, "127.0.0.2", { sql }).answered).toBe('200 [{"y":2}]');
    const states = greedy.map(({ answered }) => Promise.race([answered, Promise.resolve("open")]));
    const ended = (await Promise.all(states)).filter((state) => state !== "open");
    // On a slow machine, queued requests have been rejected by now.
    expect(ended.filter((answer) => answer.startsWith("200"))).toEqual([]);
    expect(ended.length).toBeLessThan(8);
    for (const { leave } of greedy) leave();
  },
);
