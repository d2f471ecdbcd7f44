import { readFile } from "node:fs/promises";
import { Egress } from "@wellhead/runtime";
import { checkTape, parseTape, recordTape, replay, startConnector } from "@wellhead/testing";
import { expect, it } from "vitest";
import connector from "../index.js";
import { startGithub } from "./start-github.js";

const issues = Array.from({ length: 130 }, (_, index) => ({
  id: 1000 + index,
  number: index + 1,
  title: `Title ${index + 1}`,
  state: index % 3 === 0 ? "closed" : "open",
  state_reason: null,
  user: { login: index % 2 === 0 ? "ada" : "grace" },
  assignees: [],
  labels: [{ name: "bug" }],
  milestone: null,
  comments: index % 5,
  body: null,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: new Date(Date.UTC(2026, 1, 1, index * 6)).toISOString().replace(".000", ""),
  closed_at: null,
  html_url: `https://github.com/ada/engine/issues/${index + 1}`,
}));

it("playTape() reads what the stand-in for GitHub says", async () => {
  const github = await startGithub(
    new Map<string, readonly unknown[] | (() => object)>([
      ["/user", () => ({ body: { login: "ada", id: 1 } })],
      ["/user/repos", [{ name: "engine", owner: { login: "ada" } }]],
      ["/repos/ada/engine/issues", issues],
    ]),
  );
  const origins = ["https://api.github.com"];
  const fresh = await recordTape(connector, {
    account: { auth: "token", token: "github_pat_right" },
    reads: [{ source: "issues", filter: { owner: "ada", repository: "engine", state: "all" } }],
    upstream:
      "The stand-in for GitHub of this connector's tests, which behaves as its documentation describes",
    standIns: Object.fromEntries(origins.map((origin) => [origin, github.url])),
    egress: new Egress({ allow: "127.0.0.1/32:*" }),
    now: new Date("2026-03-08T12:00:00Z"),
    variables: {},
  });
  await github.close();
  const played = await checkTape(connector, { file: new URL("../../tape.json", import.meta.url), fresh });
  expect(played.map(({ rows }) => rows.length)).toEqual([130]);
});

// #region replay
it("reads every issue although the second page breaks off once", async () => {
  const tape = parseTape(await readFile(new URL("../../tape.json", import.meta.url), "utf8"));
  const upstream = replay(tape, { faults: [{ at: 4, kind: "cut" }] });
  const github = await startConnector(connector, { upstream, account: tape.account });
  await github.validate();
  const filter = { owner: "ada", repository: "engine", state: "all" };
  await github.options("issues", { field: "owner" });
  await github.options("issues", { field: "repository", dependsOn: { owner: "ada" } });
  const { rows, verdict } = await github.rows("issues", { filter });
  expect([rows.length, verdict.ending]).toEqual([130, "whole"]);
  await github.close();
});
// #endregion replay
