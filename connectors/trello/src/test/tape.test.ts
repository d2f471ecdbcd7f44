import { Egress } from "@wellhead/runtime";
import { checkTape, recordTape } from "@wellhead/testing";
import { expect, it } from "vitest";
import connector from "../index.js";
import { client } from "./oauth1-legs.js";
import { startTrello, token } from "./start-trello.js";
import { ids, trelloBoard } from "./trello-board.js";

it("playTape() reads what the stand-in for Trello says", async () => {
  const trello = await startTrello(trelloBoard({ cards: 20, actions: 30 }));
  const origins = ["https://api.trello.com"];
  const fresh = await recordTape(connector, {
    account: { auth: "token", key: client.key, token },
    reads: [
      { source: "cards", filter: { board: ids.board } },
      { source: "actions", filter: { board: ids.board } },
      { source: "boards" },
    ],
    upstream:
      "The stand-in for Trello of this connector's tests, which behaves as its documentation describes",
    standIns: Object.fromEntries(origins.map((origin) => [origin, trello.url])),
    egress: new Egress({ allow: "127.0.0.1/32:*" }),
    now: new Date("2026-03-08T12:00:00Z"),
    variables: {},
  });
  await trello.close();
  const played = await checkTape(connector, { file: new URL("../../tape.json", import.meta.url), fresh });
  expect(played.map(({ rows }) => rows.length)).toEqual([18, 30, 1]);
});
