import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { breakAnswers } from "@wellhead/test-support/upstream";
import { expect, it } from "vitest";
import { jiraConnector } from "../jira-connector.js";
import { jiraContent } from "./jira-content.js";
import { person, startJira } from "./start-jira.js";

const time = "2026-03-01T00:00:00.000+0000";

/** What the sources besides issues read. The first issue has more comments than a search includes. */
const others = {
  comments: {
    "10000": Array.from({ length: 30 }, (_, id) => ({
      id: String(id),
      body: "Yes",
      created: time,
      updated: time,
    })),
  },
  boards: [{ id: 1, name: "Engine", type: "scrum" }],
  sprints: { "1": [{ id: 5, name: "First", state: "active" }] },
  users: [{ accountId: "5b10", displayName: "Ada", active: true }],
};

it("reads no broken response as an empty list, or as an internal error", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
  const upstream = await startJira(() => ({ ...jiraContent(3), ...others }));
  try {
    const { faults, tried } = await breakAnswers({
      upstream: upstream.url,
      serve: async () => {
        const connectors = [jiraConnector()];
        const app = await createApp({ connectors, logger: false });
        return { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
      },
      account: (site) => ({ auth: "token", ...person, site }),
    });
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  } finally {
    await upstream.close();
  }
}, 600_000);
