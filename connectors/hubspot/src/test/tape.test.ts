import { Egress } from "@wellhead/runtime";
import { checkTape, recordTape } from "@wellhead/testing";
import { expect, it } from "vitest";
import connector from "../index.js";
import { startHubspot, token } from "./start-hubspot.js";

const contacts = Array.from({ length: 12 }, (_, index) => ({
  id: String(index + 1),
  properties: { name: `Ada ${index}`, amount: String(index), lastmodifieddate: "2026-01-01T00:00:00.000Z" },
}));

it("playTape() reads what the stand-in for HubSpot says", async () => {
  const hubspot = await startHubspot(() => ({ objects: { contacts }, associations: {} }));
  const origins = ["https://api.hubapi.com"];
  const fresh = await recordTape(connector, {
    account: { auth: "token", token },
    reads: [{ source: "contacts" }],
    upstream:
      "The stand-in for HubSpot of this connector's tests, which behaves as its documentation describes",
    standIns: Object.fromEntries(origins.map((origin) => [origin, hubspot.url])),
    egress: new Egress({ allow: "127.0.0.1/32:*" }),
    now: new Date("2026-03-08T12:00:00Z"),
    variables: {},
  });
  await hubspot.close();
  const played = await checkTape(connector, { file: new URL("../../tape.json", import.meta.url), fresh });
  expect(played.map(({ rows }) => rows.length)).toEqual([12]);
});
