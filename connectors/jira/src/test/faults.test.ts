import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { askFaults, faultTable, shownFaultTable } from "@wellhead/test-support/upstream";
import { expect, it } from "vitest";
import { jiraConnector } from "../jira-connector.js";
import { jiraFaults } from "./faults.js";

it("returns for every fault what the README says", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  let site = "";
  const rows = await askFaults(jiraFaults, {
    serve: async (upstream) => {
      site = upstream;
      const app = await createApp({ connectors: [jiraConnector()], logger: false });
      return { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
    },
    // The body is created after the upstream has started.
    request: (index) => ({
      path: "/validate",
      body: {
        id: "token",
        fields: {
          get site() {
            return site;
          },
          email: `ada${index}@example.com`,
          token: "ATATT",
        },
      },
    }),
  });
  expect(rows.map(({ outcome }) => [outcome.code, outcome.retryAfter])).toEqual(
    rows.map(({ fault }) => [fault.code, fault.retryAfter]),
  );
  const table = faultTable(rows);
  expect(await shownFaultTable(new URL("../../README.md", import.meta.url), table)).toBe(table);
}, 60_000);
