import { configureEgress } from "@wellhead/sdk";
import { startUpstream, type TestUpstream } from "@wellhead/sdk/testing";
import { type App, createApp } from "@wellhead/server";
import { spoiltAnswers } from "@wellhead/testing/upstream";
import { afterEach, describe, expect, it } from "vitest";
import { trelloConnector } from "../trello-connector.js";
import { documentedParameters } from "./documented-parameters.js";
import { ids, trelloBoard } from "./trello-board.js";

const board = trelloBoard({ cards: 2, actions: 2 });
const { cards, actions, lists } = board;
const boards = [
  { id: ids.board, name: "Engine", desc: "", closed: false, shortUrl: "https://trello.com/b/1" },
];
const account = { auth: "token", key: "key", token: "ATTAright" };
const filter = { board: ids.board, state: "all" };

/** Every source with the list it reads. */
const readings: ReadonlyArray<readonly [source: string, part: string, body: unknown]> = [
  ["cards", "/cards", cards],
  ["cards", "/lists", lists],
  ["actions", "/actions", actions],
  ["lists", "/lists", lists],
  ["boards", "/members/me/boards", boards],
];

let upstream: TestUpstream;
let app: App;

afterEach(async () => {
  await app.close();
  await upstream.close();
});

/** Serves the connector over lists, each of which is one page; `part` names the one with the given body. */
async function serve(part: string, body: () => unknown) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  upstream = await startUpstream(({ url }) => {
    if (url.pathname.endsWith(part) && !url.searchParams.has("before")) return { body: body() };
    return { body: url.pathname.endsWith("/lists") ? lists : [] };
  });
  app = await createApp({
    connectors: [trelloConnector({ baseUrl: upstream.url, signIn: false })],
    logger: false,
  });
  const { url } = await app.listen({ port: 0 });
  return async (source: string) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify({ source, account, filter }),
    });
    return { status: response.status, body: await response.json() };
  };
}

/** Spoilt answers that `npm test` tries; `WELLHEAD_PROOF=answers` tries all. */
const every = process.env["WELLHEAD_PROOF"] === "answers" ? 1 : 17;

describe("an answer with one member replaced or removed", () => {
  it.each(readings)(
    "makes rows of %s, or an error that is not ours (%s)",
    async (source, part, recorded) => {
      let body: unknown;
      const read = await serve(part, () => body);
      const ours: string[] = [];
      for (const [index, spoilt] of [...spoiltAnswers(recorded)].entries()) {
        if (index % every > 0) continue;
        body = spoilt.body;
        const outcome = await read(source);
        if (JSON.stringify(outcome).includes('"internal"') || outcome.status === 500)
          ours.push(spoilt.change);
      }
      expect(ours).toEqual([]);
    },
    600_000,
  );

  it("makes a row of a card without labels", async () => {
    const { labels: _labels, ...card } = { labels: [], ...cards[0] };
    const read = await serve("/cards", () => [card]);
    expect(await read("cards")).toMatchObject({ status: 200, body: [{ name: "Card 1" }] });
  });
});

describe("requests", () => {
  it.each(readings)("of %s have parameters that Trello documents (%s)", async (source, part, recorded) => {
    const read = await serve(part, () => recorded);
    expect(await read(source)).toMatchObject({ status: 200 });
    const unknown = upstream.requests.flatMap(({ url }) => {
      const known = documentedParameters.find(({ path }) => path.test(url.pathname))?.names ?? [];
      return [...url.searchParams.keys()]
        .filter((name) => !known.includes(name))
        .map((name) => `${url.pathname}?${name}`);
    });
    expect(unknown).toEqual([]);
  });
});
