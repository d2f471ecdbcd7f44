import { Egress } from "@wellhead/runtime";
import { checkTape, recordTape } from "@wellhead/testing";
import { expect, it } from "vitest";
import connector from "../index.js";
import { startAirtable } from "./start-airtable.js";

it("playTape() reads what the stand-in for Airtable says", async () => {
  const airtable = await startAirtable();
  const origins = ["https://api.airtable.com"];
  const fresh = await recordTape(connector, {
    account: { auth: "token", token: "pat.right" },
    reads: [
      { source: "records", filter: { base: "appA", table: "tblBooks" } },
      { source: "fields", filter: { base: "appA" } },
    ],
    upstream:
      "The stand-in for Airtable of this connector's tests, which behaves as its documentation describes",
    standIns: Object.fromEntries(origins.map((origin) => [origin, airtable.url])),
    egress: new Egress({ allow: "127.0.0.1/32:*" }),
    now: new Date("2026-03-08T12:00:00Z"),
    variables: {},
    publicTexts: ["returnFieldsByFieldId=true"],
  });
  await airtable.close();
  const played = await checkTape(connector, { file: new URL("../../tape.json", import.meta.url), fresh });
  expect(played.map(({ rows }) => rows.length)).toEqual([250, 9]);
});
