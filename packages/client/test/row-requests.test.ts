import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { Connector, ExactNumber, type RowsOptions } from "../src/index.js";
import { type Answer, description, type Seen, startForeignConnector } from "./foreign-connector.js";

const account = { auth: "key", key: "k" };

/** Reads all rows of the source "issues" as text. */
async function textsOf(connector: Connector, options: Partial<RowsOptions> = {}): Promise<string[]> {
  const texts: string[] = [];
  for await (const batch of await connector.rows({ source: "issues", ...options }))
    texts.push(...batch.texts);
  return texts;
}

describe("rows()", () => {
  it("validates before each use, stores the change before any row, and sends the changed account", async () => {
    const order: string[] = [];
    let uses = 0;
    const { url, seen } = await startForeignConnector({
      "GET /": description,
      "POST /validate": (_seen: Seen, response: ServerResponse) => {
        uses += 1;
        response.end(JSON.stringify({ name: "Ada", access_token: `t${uses}` }));
      },
      "POST /": ({ body }: Seen, response: ServerResponse) => {
        order.push(
          `rows with ${JSON.stringify((body["account"] as Record<string, unknown>)["access_token"])}`,
        );
        response.end("[]");
      },
    });
    const connector = new Connector(url);
    for (let use = 0; use < 2; use += 1) {
      const reading = await connector.rows({
        source: "issues",
        account: { key: "k" },
        onAccount: (changed) => void order.push(`store ${String(changed["access_token"])}`),
      });
      expect(reading.account).toMatchObject({ key: "k", name: "Ada", auth: "key", identifier: "key" });
      for await (const _ of reading);
    }
    expect(order).toEqual(["store t1", 'rows with "t1"', "store t2", 'rows with "t2"']);
    expect(seen.filter(({ line }) => line === "POST /validate")[0]?.body).toEqual({
      id: "key",
      fields: { key: "k", auth: "key", identifier: "key" },
    });
  });

  it("asks for no rows with an account that does not work", async () => {
    const refuse: Answer = (_seen, response) => response.writeHead(401).end('{"error":"Wrong key"}');
    const { url, seen } = await startForeignConnector({
      "GET /": description,
      "POST /validate": refuse,
      "POST /": [],
    });
    await expect(new Connector(url).rows({ source: "issues", account })).rejects.toThrow("Wrong key");
    expect(seen.map(({ line }) => line)).not.toContain("POST /");
  });

  it("sends the range that a platform makes of a date expression, in the zone of the account", async () => {
    const { url, seen } = await startForeignConnector({
      "GET /": { ...description, features: { timezone: true } },
      "POST /timezone": { timeZone: "+05:00" },
      "POST /": [],
    });
    const connector = new Connector(url, { now: () => Date.UTC(2017, 5, 13, 12) });
    await connector.rows({ source: "issues", filter: { day: "YESTERDAY", owner: "TODAY" } });
    expect(seen.at(-1)?.body["filter"]).toEqual({
      owner: "TODAY",
      day: { _min: "2017-06-12T00:00:00.000+05:00", _max: "2017-06-12T23:59:59.999+05:00" },
    });
    await expect(connector.rows({ source: "issues", filter: { day: "SOME DAY" } })).rejects.toThrow(/SOME/);
  });

  it("sends integers beyond 2^53 of a filter digit by digit", async () => {
    let text = "";
    const send: typeof fetch = (input, init) => {
      if (typeof init?.body === "string") text = init.body;
      return fetch(input, init);
    };
    const { url } = await startForeignConnector({ "GET /": description, "POST /": [] });
    const filter = { owner: new ExactNumber("9007199254740993") };
    await new Connector(url, { fetch: send }).rows({ source: "issues", filter });
    expect(text).toContain('"owner":9007199254740993}');
  });

  it("cancels the request when the reader leaves", async () => {
    let closed: Promise<unknown> | undefined;
    const answer: Answer = (_seen, response) => {
      closed = once(response, "close");
      response.write('[{"n":1},');
    };
    const { url } = await startForeignConnector({ "GET /": description, "POST /": answer });
    for await (const batch of await new Connector(url).rows({ source: "issues" }))
      if (batch.texts.length > 0) break;
    await expect(closed).resolves.toBeDefined();
  });

  it("throws the reason of the signal that ended it", async () => {
    const answer: Answer = (_seen, response) => void response.write('[{"n":1},');
    const { url } = await startForeignConnector({ "GET /": description, "POST /": answer });
    const controller = new AbortController();
    const reading = await new Connector(url).rows({ source: "issues", signal: controller.signal });
    const read = async () => {
      for await (const _ of reading) controller.abort(new Error("enough"));
    };
    await expect(read()).rejects.toThrow("enough");
    expect(reading.verdict).toBeUndefined();
  });

  it("reports every exchange to its observer", async () => {
    const heard: string[] = [];
    const { url } = await startForeignConnector({ "GET /": description, "POST /": [{ n: 1 }] });
    const connector = new Connector(url, {
      observe: ({ method, url: { pathname } }) => ({
        head: (status) => void heard.push(`${method} ${pathname} ${status}`),
        bytes: (chunk) => void heard.push(`${chunk.length} bytes`),
        end: (error) => void heard.push(error === undefined ? "end" : "broken"),
      }),
    });
    await textsOf(connector);
    expect(heard.slice(-3)).toEqual(["POST / 200", "9 bytes", "end"]);
  });

  it("reports one end of a refusal that arrived completely", async () => {
    const heard: string[] = [];
    const { url } = await startForeignConnector({
      "GET /": description,
      "POST /": (_seen: Seen, response: ServerResponse) => {
        response.writeHead(500, { "content-type": "application/json" }).end('{"error":"Nothing today"}');
      },
    });
    const connector = new Connector(url, {
      observe: () => ({ end: (error) => void heard.push(error === undefined ? "end" : "broken") }),
    });
    await expect(textsOf(connector)).rejects.toThrow("Nothing today");
    expect(heard).not.toContain("broken");
    expect(heard.length).toBe(2);
  });
});
