import { configureEgress } from "@wellhead/runtime";
import { type App, createApp } from "@wellhead/server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { client } from "./test/oauth1-legs.js";
import { startTrello, type TestTrello, token } from "./test/start-trello.js";
import { ids, trelloBoard } from "./test/trello-board.js";
import { trelloConnector } from "./trello-connector.js";

const account = { auth: "token", key: client.key, token };
const callback = "https://platform.example/callback";
// The cards fill pages exactly, the actions do not.
const board = trelloBoard({ cards: 2000, actions: 2500 });
const variables = { TRELLO_CLIENT_ID: client.key, TRELLO_CLIENT_SECRET: client.secret };

let trello: TestTrello;
let app: App;
let url: string;

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  trello = await startTrello(board);
  const connector = trelloConnector({ baseUrl: `${trello.url}/1`, site: trello.url, signIn: true });
  app = await createApp({ connectors: [connector], logger: false, accounts: { variables } });
  ({ url } = await app.listen({ port: 0 }));
});

afterEach(() => {
  trello.instead = undefined;
});

afterAll(async () => {
  await app.close();
  await trello.close();
});

async function post(path: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
  // Every endpoint called by this test responds with an object or an array of rows.
  return { status: response.status, body: (await response.json()) as Row & readonly Row[] };
}

type Row = Readonly<Record<string, unknown>>;

function rows(source: string, filter: object = {}, given: object = account) {
  return post("/", { source, account: given, filter: { board: ids.board, ...filter } });
}

/** Returns the queries of requests for a part of a board, starting at some request, including their paging. */
function asked(part: string, since: number): ReadonlyArray<Readonly<Record<string, string>>> {
  return trello.requests
    .slice(since)
    .filter((request) => request.url.pathname.endsWith(part))
    .map((request) => Object.fromEntries(request.url.searchParams));
}

describe("trelloConnector()", () => {
  it("names a working account, and distinguishes a wrong key from a wrong token without showing either", async () => {
    expect(await post("/validate", { id: "token", fields: account })).toEqual({
      status: 200,
      body: { ...account, name: "Ada" },
    });
    const refusals = [
      { fields: { ...account, key: "strange-key" }, field: "key", sentence: "Copy it again" },
      { fields: { ...account, token: "ATTAwrong" }, field: "token", sentence: "Make a new one" },
    ];
    for (const { fields, field, sentence } of refusals) {
      const refused = await post("/validate", { id: "token", fields });
      expect(refused).toMatchObject({ status: 401, body: { code: "account_invalid", field } });
      expect(refused.body["message"]).toContain(sentence);
      expect(JSON.stringify(refused.body)).not.toMatch(/strange-key|ATTAwrong/);
    }
    for (const { url: address, headers } of trello.requests) {
      expect(address.href).not.toContain(token);
      expect(headers.authorization).toMatch(/^OAuth /);
    }
  });

  it("signs in with Trello in three legs, and reads with signed requests", async () => {
    const begun = await fetch(`${url}/oauth1?callback_uri=${encodeURIComponent(callback)}`);
    // The endpoint responds with these three members.
    const start = (await begun.json()) as Readonly<Record<"redirect_uri" | "token" | "secret", string>>;
    expect(start.redirect_uri.startsWith(`${trello.url}/1/OAuthAuthorizeToken?`)).toBe(true);
    expect(Object.fromEntries(new URL(start.redirect_uri).searchParams)).toEqual({
      name: "Wellhead",
      scope: "read",
      expiration: "never",
      oauth_token: start.token,
    });
    const fields = { access_token: start.token, access_secret: start.secret, callback_uri: callback };
    const finished = await post("/oauth1", { fields, oauth_verifier: `verifier of ${start.token}` });
    expect(finished).toMatchObject({ status: 200, body: { name: "Ada" } });
    const signedIn = Object.assign({ auth: "oauth" }, finished.body);
    expect(await post("/validate", { id: "oauth", fields: signedIn })).toMatchObject({ status: 200 });
    expect(await rows("lists", {}, signedIn)).toMatchObject({ status: 200, body: [{ name: "To do" }, {}] });
    expect(await rows("cards", { labels: [ids.red] }, signedIn)).toMatchObject({ status: 200 });
  });

  it("offers open boards, and lists, labels and members of the chosen one", async () => {
    const options = async (field: string) =>
      (await post(`/datalist?source=cards&field=${field}&board=${ids.board}`, account)).body;
    expect(await options("board")).toMatchObject([{ title: "Engine", value: ids.board }]);
    expect(await options("lists")).toMatchObject([
      { title: "To do", value: ids.todo },
      { title: "Done" },
      { title: "Ideas (archived)" },
    ]);
    expect(await options("labels")).toMatchObject([{ title: "Urgent", value: ids.red }, { title: "blue" }]);
    expect(await options("members")).toMatchObject([{ title: "Ada", value: ids.ada }, { title: "grace2" }]);
    expect(await post("/datalist?source=cards&field=lists", account)).toMatchObject({ status: 400 });
  });

  it("reads every card once, page by page back to the first, until a page is empty", async () => {
    const before = trello.requests.length;
    const { status, body } = await rows("cards", { state: "all" });
    expect(status).toBe(200);
    expect(body.map(({ id }) => id)).toEqual(board.cards.map(({ id }) => id).toReversed());
    const pages = asked("/cards", before);
    expect(pages.map(({ limit, before: bound }) => [limit, bound])).toEqual([
      ["1000", undefined],
      ["1000", board.cards[1000]?.id],
      ["1000", board.cards[0]?.id],
    ]);
    expect(body.at(-1)).toEqual({
      id: board.cards[0]?.id,
      number: 1,
      name: "Card 1",
      description: "",
      list: "Done",
      archived: false,
      labels: ["Urgent", "blue"],
      members: ["Ada"],
      created: "2026-01-01T00:16:40.000Z",
      start: null,
      due: "2026-04-01T10:00:00.000Z",
      done: false,
      activity: "2026-01-01T00:00:00.000Z",
      comments: 1,
      attachments: 0,
      check_items: 4,
      check_items_done: 2,
      address: "https://trello.com/c/0",
    });
  });

  it("keeps to the chosen lists, labels, members, state and days", async () => {
    const { body } = await rows("cards", {
      lists: [ids.todo, ids.old],
      labels: [ids.red],
      members: [ids.ada],
      activity: { _min: "2026-01-01", _max: "2026-01-10" },
    });
    // Every twentieth card has the label and the member; of these, every third is in another list.
    expect(body.map(({ number }) => number)).toEqual([221, 201, 161, 141, 101, 81, 41, 21]);
    const archived = await rows("cards", { state: "closed", activity: { _max: "2026-01-02" } });
    expect(archived.body.map(({ number }) => number)).toEqual([40, 30, 20, 10]);
  });

  it("reads actions of a date range, both ends included, and of the chosen kinds", async () => {
    const before = trello.requests.length;
    const range = { _min: "2026-01-02T00:00:00.250Z", _max: "2026-01-03T00:00:00.250Z" };
    const { body } = await rows("actions", { date: range });
    expect(body.map(({ date }) => date)).toHaveLength(24 * 6 + 1);
    expect([body[0]?.["date"], body.at(-1)?.["date"]]).toEqual([range._max, range._min]);
    expect(asked("/actions", before)[0]).toMatchObject({
      since: "2026-01-01T23:59:59.250Z",
      before: "2026-01-03T00:00:01.250Z",
    });
    const comments = await rows("actions", { date: { _max: "2026-01-01" }, types: ["commentCard"] });
    expect(comments.body).toHaveLength(72);
    expect(comments.body.at(-1)).toMatchObject({
      type: "commentCard",
      member: "Ada",
      card: "Card 1",
      list: "To do",
      text: "Comment 0",
    });
    const all = await rows("actions");
    expect(all.body).toHaveLength(2500);
    expect(all.body.find(({ type }) => type === "updateCard")).toMatchObject({
      list_before: "To do",
      list_after: "Done",
    });
  });

  it("reads lists and boards", async () => {
    expect((await rows("lists", { state: "closed" })).body).toEqual([
      {
        id: ids.old,
        name: "Ideas",
        archived: true,
        position: 65_536,
        board_id: ids.board,
        created: "2026-01-01T00:00:04.000Z",
      },
    ]);
    const { body } = await rows("boards", { state: "all" });
    expect(body).toMatchObject([
      { name: "Engine", closed: false, workspace_id: null, created: "2026-01-01T00:00:00.000Z" },
      { name: "Old", closed: true, workspace_id: ids.ada, activity: null },
    ]);
    expect((await rows("boards")).body).toHaveLength(1);
  });

  it.each([
    ["a malformed id", "engine", 400, "Choose the board again"],
    ["an unknown board", "0123456789abcdef01234567", 400, "nothing exists at the address"],
    ["a board it may not see", ids.hidden, 400, "ask to be invited"],
    ["a way out of the path", "../members", 400, "Choose the board again"],
  ])("says what is wrong with %s", async (_what, id, status, sentence) => {
    const found = await rows("cards", { board: id });
    expect(found).toMatchObject({ status, body: { message: expect.stringContaining(sentence) } });
    expect(JSON.stringify(found.body)).not.toMatch(/unauthorized permission|requested resource/);
  });

  it("waits for a limit as long as Trello counts, and goes on where it was", async () => {
    let left = 3;
    const waitsFor = trello.requests.length;
    const limit = {
      status: 429,
      body: { error: "API_TOKEN_LIMIT_EXCEEDED", message: "Rate limit exceeded" },
    };
    trello.instead = ({ url: address }) => {
      const isPage = address.pathname.endsWith("/actions");
      if (isPage) left -= 1;
      return isPage && left === 0 ? limit : undefined;
    };
    const { status, body } = await rows("actions");
    expect({ status, length: body.length }).toEqual({ status: 200, length: 2500 });
    expect(asked("/actions", waitsFor)).toHaveLength(5);
  });

  it.each([
    ["items that it gave before", () => ({ body: [board.cards[1500], board.cards[1001]] })],
    ["an item without an id", () => ({ body: [{ name: "x" }] })],
    ["no list", () => ({ body: { cards: [] } })],
  ])("marks the end of rows when a later page holds %s", async (_what, answer) => {
    trello.instead = ({ url: address }) => (address.searchParams.has("before") ? answer() : undefined);
    const { status, body } = await rows("cards", { state: "all" });
    expect(status).toBe(200);
    expect(body.at(-1)).toMatchObject({ __streamError: { code: 502 } });
    expect(body.length).toBeLessThan(2001);
  });

  it("offers to sign in only where the operator has a key", async () => {
    expect([...trelloConnector({ signIn: false }).accounts.keys()]).toEqual(["token"]);
    expect([...trelloConnector({ signIn: true }).accounts.keys()]).toEqual(["oauth", "token"]);
  });

  // This must be the last test, because the account stays blocked for the stated time.
  it("passes a limit on that lasts longer than a person waits", async () => {
    trello.instead = () => ({
      status: 429,
      headers: { "x-rate-limit-api-key-interval-ms": "10000" },
      body: { error: "API_KEY_LIMIT_EXCEEDED", message: "Rate limit exceeded" },
    });
    expect(await post("/validate", { id: "token", fields: account })).toMatchObject({
      status: 429,
      body: { code: "rate_limited", tryLater: true, retryAfter: 10 },
    });
  });
});
