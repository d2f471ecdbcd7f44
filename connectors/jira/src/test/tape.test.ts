import { Egress } from "@wellhead/runtime";
import { checkTape, recordTape } from "@wellhead/testing";
import { expect, it } from "vitest";
import connector from "../index.js";
import { jiraContent } from "./jira-content.js";
import { person, startJira } from "./start-jira.js";

it("playTape() reads what the stand-in for Jira says", async () => {
  const jira = await startJira(() => jiraContent(12));
  const origins = ["https://example.atlassian.net"];
  const fresh = await recordTape(connector, {
    account: { auth: "token", ...person, site: "https://example.atlassian.net" },
    reads: [{ source: "issues" }, { source: "projects" }, { source: "statuses" }],
    upstream: "The stand-in for Jira of this connector's tests, which behaves as its documentation describes",
    standIns: Object.fromEntries(origins.map((origin) => [origin, jira.url])),
    egress: new Egress({ allow: "127.0.0.1/32:*" }),
    now: new Date("2026-03-08T12:00:00Z"),
    variables: {},
  });
  await jira.close();
  const played = await checkTape(connector, { file: new URL("../../tape.json", import.meta.url), fresh });
  expect(played.map(({ rows }) => rows.length)).toEqual([12, 2, 1]);
});
