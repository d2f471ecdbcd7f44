import { generateKeyPairSync } from "node:crypto";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { askFaults, faultTable, shownFaultTable } from "@wellhead/test-support/upstream";
import { expect, it } from "vitest";
import { googleSheetsConnector } from "../google-sheets-connector.js";
import { googleFaults, grantFaults } from "./faults.js";

it("returns for every fault what the README says", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  const variables = { GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "client-secret" };
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = {
    type: "service_account",
    client_email: "reader@project.iam.gserviceaccount.com",
    private_key: privateKey.export({ format: "pem", type: "pkcs8" }),
  };
  const rows = await askFaults([...googleFaults, ...grantFaults], {
    serve: async (server) => {
      const connectors = [googleSheetsConnector({ server })];
      const app = await createApp({ connectors, accounts: { variables }, logger: false });
      return { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
    },
    request: (index) => ({
      path: "/datalist?source=rows&field=sheet&spreadsheet=book",
      body:
        index < googleFaults.length
          ? { auth: "oauth2", access_token: `first${index}`, refresh_token: `keep${index}` }
          : { auth: "service-account", key: JSON.stringify(key), subject: `ada${index}@example.org` },
    }),
  });
  expect(rows.map(({ outcome }) => [outcome.code, outcome.retryAfter])).toEqual(
    rows.map(({ fault }) => [fault.code, fault.retryAfter]),
  );
  const table = faultTable(rows);
  expect(await shownFaultTable(new URL("../../README.md", import.meta.url), table)).toBe(table);
}, 60_000);
