import { Egress } from "@wellhead/runtime";
import { checkTape, recordTape } from "@wellhead/testing";
import { expect, it } from "vitest";
import connector from "../index.js";
import { notionContent } from "./notion-content.js";
import { secret, startNotion } from "./start-notion.js";

it("playTape() reads what the stand-in for Notion says", async () => {
  const notion = await startNotion(() => notionContent(12));
  const origins = ["https://api.notion.com"];
  const fresh = await recordTape(connector, {
    account: { auth: "token", token: secret },
    reads: [{ source: "data-sources" }, { source: "rows", filter: { source: "ds1" } }, { source: "users" }],
    upstream:
      "The stand-in for Notion of this connector's tests, which behaves as its documentation describes",
    standIns: Object.fromEntries(origins.map((origin) => [origin, notion.url])),
    egress: new Egress({ allow: "127.0.0.1/32:*" }),
    now: new Date("2026-03-08T12:00:00Z"),
    variables: {},
  });
  await notion.close();
  const played = await checkTape(connector, { file: new URL("../../tape.json", import.meta.url), fresh });
  expect(played.map(({ rows }) => rows.length)).toEqual([1, 12, 3]);
});
