import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { playHistory } from "@wellhead/testing";
import { expect, it } from "vitest";
import { jiraConnector } from "../jira-connector.js";
import { person, type StoredIssue, startJira } from "./start-jira.js";

it.each([1, 2])("copies issues that change between runs (history %i)", async (seed) => {
  let issues: readonly StoredIssue[] = [];
  let now = new Date();
  configureEgress({ allow: "127.0.0.1/32:*" });
  const upstream = await startJira(() => ({ issues }));
  const app = await createApp({
    connectors: [jiraConnector()],
    logger: false,
    now: () => now,
    limits: { maxPageRows: 60 },
  });
  try {
    await playHistory({
      seed,
      request: {
        requestedType: "issues",
        account: { auth: "token", site: `${upstream.url}/`, ...person },
        filter: {},
      },
      post: async (path, body) => {
        const answer = await app.fastify.inject({ method: "POST", url: path, payload: body });
        expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
        return JSON.parse(answer.body) as unknown;
      },
      setRows: (rows) => {
        issues = rows
          .map(({ id, text, createdAt, changedAt }) => ({
            id,
            key: `ENG-${id}`,
            fields: {
              summary: text,
              created: new Date(createdAt).toISOString(),
              updated: new Date(changedAt).toISOString(),
            },
          }))
          .toSorted((one, other) => Date.parse(one.fields.created) - Date.parse(other.fields.created));
      },
      setNow: (time) => {
        now = time;
      },
      textOf: ({ summary }) => summary,
    });
  } finally {
    await app.close();
    await upstream.close();
  }
});
