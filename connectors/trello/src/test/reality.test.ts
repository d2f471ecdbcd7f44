import { configureEgress } from "@wellhead/runtime";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { spoiltAnswers } from "@wellhead/test-support/upstream";
import { afterEach, describe, expect, it } from "vitest";
import { trelloConnector } from "../trello-connector.js";
import { documentedParameters } from "./documented-parameters.js";
import { ids, trelloBoard } from "./trello-board.js";

const board = trelloBoard({ cards: 2, actions: 2 });
const { cards, actions, lists } = board;
const boards = [
  { id: ids.board, name: "Engine", desc: "", closed: false, shortUrl: "https://trello.com/b/1" },
];
const checklists = [
  {
    id: ids.red,
    name: "Wheels",
    idCard: ids.todo,
    checkItems: [
      { id: ids.ada, name: "Oil", state: "complete", due: null, idMember: null, pos: 1 },
      {
        id: ids.grace,
        name: "Paint",
        state: "incomplete",
        due: "2026-04-01T10:00:00.000Z",
        idMember: ids.ada,
        pos: 2,
      },
    ],
  },
];
const attached = cards.map((card) => ({
  ...card,
  attachments: [
    {
      id: ids.red,
      name: "plan.pdf",
      url: "https://trello.com/1/cards/1/attachments/1",
      date: "2026-03-01T10:00:00.000Z",
      bytes: 17,
      mimeType: "application/pdf",
      idMember: ids.ada,
      isUpload: true,
    },
  ],
}));
const fields = [
  { id: ids.red, idModel: ids.board, modelType: "board", name: "Cost", type: "number", pos: 1 },
  { id: ids.ada, idModel: ids.board, modelType: "board", name: "Done", type: "checkbox", pos: 2 },
  { id: ids.grace, idModel: ids.board, modelType: "board", name: "Day", type: "date", pos: 3 },
  {
    id: ids.todo,
    idModel: ids.board,
    modelType: "board",
    name: "Size",
    type: "list",
    pos: 4,
    options: [{ id: ids.red, idCustomField: ids.todo, value: { text: "Large" }, color: "red", pos: 1 }],
  },
];
const valued = cards.map((card) => ({
  ...card,
  customFieldItems: [
    {
      id: ids.red,
      idCustomField: ids.red,
      idModel: card.id,
      modelType: "card",
      idValue: null,
      value: { number: "12.5" },
    },
    {
      id: ids.ada,
      idCustomField: ids.ada,
      idModel: card.id,
      modelType: "card",
      idValue: null,
      value: { checked: "true" },
    },
    {
      id: ids.grace,
      idCustomField: ids.grace,
      idModel: card.id,
      modelType: "card",
      idValue: null,
      value: { date: "2026-03-01T10:00:00.000Z" },
    },
    {
      id: ids.todo,
      idCustomField: ids.todo,
      idModel: card.id,
      modelType: "card",
      idValue: ids.red,
      value: null,
    },
  ],
}));
const filter = { board: ids.board, state: "all" };

/** Every source, with the list it reads. */
const readings: ReadonlyArray<readonly [source: string, part: string, body: unknown]> = [
  ["cards", "/cards", cards],
  ["cards", "/lists", lists],
  ["actions", "/actions", actions],
  ["lists", "/lists", lists],
  ["boards", "/members/me/boards", boards],
  ["checklist-items", "/checklists", checklists],
  ["attachments", "/cards", attached],
  ["custom-fields", "/cards", valued],
  ["custom-fields", "/customFields", fields],
  ["labels", "/labels", board.labels],
  ["members", "/members", board.members],
];

let upstream: TestUpstream;
let app: App;

afterEach(async () => {
  await app.close();
  await upstream.close();
});

/** Serves the connector with lists of one page each; `part` names the one with the given body. */
async function serve(part: string, body: () => unknown) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  upstream = await startUpstream(({ url }) => {
    if (url.pathname.endsWith(part) && !url.searchParams.has("before")) return { body: body() };
    if (url.pathname.endsWith("/customFields")) return { body: fields };
    return { body: url.pathname.endsWith("/lists") ? lists : [] };
  });
  app = await createApp({
    connectors: [trelloConnector({ baseUrl: upstream.url, signIn: false })],
    logger: false,
  });
  const { url } = await app.listen({ port: 0 });
  let asked = 0;
  return async (source: string) => {
    // Uses a new token for each request, because the connector waits to respect the rate limit of a token.
    const account = { auth: "token", key: "key", token: `ATTAright${asked++}` };
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify({ source, account, filter }),
    });
    return { status: response.status, body: await response.json() };
  };
}

/** Only every nth spoilt response is tried in `npm test` and its long form; `WELLHEAD_ANSWERS_EVERY=1` tries all. */
const usual = isLong ? 17 : 53;
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? usual);

describe("a response with one member replaced or removed", () => {
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

it("reads the items of checklists", async () => {
  const read = await serve("/checklists", () => checklists);
  expect(await read("checklist-items")).toMatchObject({
    status: 200,
    body: [
      { name: "Oil", done: true, checklist: "Wheels", card_id: ids.todo },
      { name: "Paint", done: false, due: "2026-04-01T10:00:00.000Z", member_id: ids.ada },
    ],
  });
});

it("reads the values of custom fields, each with its type", async () => {
  const read = await serve("/cards", () => valued);
  const { body } = await read("custom-fields");
  expect(body).toHaveLength(8);
  expect(body).toMatchObject([
    { card: "Card 1", field: "Cost", type: "number", value: "12.5", number: 12.5 },
    { field: "Done", value: "true", checked: true, number: null },
    { field: "Day", date: "2026-03-01T10:00:00.000Z", checked: null },
    { field: "Size", type: "list", value: "Large" },
    ...Array.from({ length: 4 }, () => ({ card: "Card 2" })),
  ]);
});

it("reads the attachments of cards", async () => {
  const read = await serve("/cards", () => attached);
  expect(await read("attachments")).toMatchObject({
    status: 200,
    body: [
      { name: "plan.pdf", card: "Card 1", uploaded: true },
      { bytes: 17, card: "Card 2" },
    ],
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
