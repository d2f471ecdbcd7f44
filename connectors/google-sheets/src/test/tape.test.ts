import { Egress } from "@wellhead/runtime";
import { checkTape, recordTape } from "@wellhead/testing";
import { expect, it } from "vitest";
import connector from "../index.js";
import { startGoogle, type TestCell } from "./start-google.js";

const names = ["Number", "Name", "Day", "Paid"].map((value): TestCell => ({ value }));
const cells = Array.from({ length: 40 }, (_, index): readonly TestCell[] => [
  { value: index / 4, format: "NUMBER" },
  { value: `Name ${index}` },
  { value: 46_082 + index, format: "DATE" },
  { value: index % 2 === 0 },
]);

it("playTape() reads what the stand-in for Google says", async () => {
  const google = await startGoogle([{ id: 7, title: "Orders", cells: [names, ...cells] }]);
  const origins = [
    "https://sheets.googleapis.com",
    "https://www.googleapis.com",
    "https://openidconnect.googleapis.com",
  ];
  const fresh = await recordTape(connector, {
    account: { auth: "oauth2", access_token: "first" },
    reads: [{ source: "rows", filter: { spreadsheet: "book", sheet: "7" } }],
    upstream:
      "The stand-in for Google of this connector's tests, which behaves as its documentation describes",
    standIns: Object.fromEntries(origins.map((origin) => [origin, google.url])),
    egress: new Egress({ allow: "127.0.0.1/32:*" }),
    now: new Date("2026-03-08T12:00:00Z"),
    variables: {},
  });
  await google.close();
  const played = await checkTape(connector, { file: new URL("../../tape.json", import.meta.url), fresh });
  expect(played.map(({ rows }) => rows.length)).toEqual([40]);
});
