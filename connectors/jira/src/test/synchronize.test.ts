import { configureEgress } from "@wellhead/runtime";
import { serveHistory } from "@wellhead/test-support";
import { expect, it } from "vitest";
import { jiraConnector } from "../jira-connector.js";
import { person, type StoredIssue, startJira } from "./start-jira.js";

it.each([
  ["issues", 1],
  ["issues", 2],
  ["comments", 1],
  ["comments", 2],
] as const)("copies %s that change between runs (history %i)", async (requestedType, seed) => {
  let issues: readonly StoredIssue[] = [];
  let comments: Readonly<Record<string, readonly object[]>> = {};
  configureEgress({ allow: "127.0.0.1/32:*" });
  const upstream = await startJira(() => ({ issues, comments }));
  try {
    const copied = serveHistory({
      connector: jiraConnector(),
      seed,
      request: {
        requestedType,
        account: { auth: "token", site: `${upstream.url}/`, ...person },
        filter: {},
      },
      setRows: (rows) => {
        comments = Object.fromEntries(
          rows.map(({ id, text, createdAt, changedAt }) => {
            const [created, updated] = [createdAt, changedAt].map((time) => new Date(time).toISOString());
            return [id, [{ id, body: text, created, updated }]];
          }),
        );
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
      textOf: ({ summary, body }) => summary ?? body,
    });
    await expect(copied).resolves.toBeUndefined();
  } finally {
    await upstream.close();
  }
});
