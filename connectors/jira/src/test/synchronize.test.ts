import { configureEgress } from "@wellhead/runtime";
import { serveHistory } from "@wellhead/test-support";
import { expect, it } from "vitest";
import { jiraConnector } from "../jira-connector.js";
import { person, type StoredIssue, startJira } from "./start-jira.js";

it.each([1, 2])("copies issues that change between runs (history %i)", async (seed) => {
  let issues: readonly StoredIssue[] = [];
  configureEgress({ allow: "127.0.0.1/32:*" });
  const upstream = await startJira(() => ({ issues }));
  try {
    const copied = serveHistory({
      connector: jiraConnector(),
      seed,
      request: {
        requestedType: "issues",
        account: { auth: "token", site: `${upstream.url}/`, ...person },
        filter: {},
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
      textOf: ({ summary }) => summary,
    });
    await expect(copied).resolves.toBeUndefined();
  } finally {
    await upstream.close();
  }
});
