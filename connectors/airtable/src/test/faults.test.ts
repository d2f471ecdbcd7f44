import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { askFaults, faultTable, shownFaultTable } from "@wellhead/test-support/upstream";
import { expect, it } from "vitest";
import { airtableConnector } from "../airtable-connector.js";
import { airtableFaults } from "./faults.js";

it("returns for every fault what the README says", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  const rows = await askFaults(airtableFaults, {
    serve: async (baseUrl) => {
      const app = await createApp({ connectors: [airtableConnector({ baseUrl })], logger: false });
      return { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
    },
    request: (index) => ({
      path: "/validate",
      body: { id: "token", fields: { token: `pat.${index}` } },
    }),
  });
  expect(rows.map(({ outcome }) => [outcome.code, outcome.retryAfter])).toEqual(
    rows.map(({ fault }) => [fault.code, fault.retryAfter]),
  );
  const table = faultTable(rows);
  expect(await shownFaultTable(new URL("../../README.md", import.meta.url), table)).toBe(table);
}, 60_000);
