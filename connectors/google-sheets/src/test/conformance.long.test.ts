import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { createApp } from "@wellhead/server";
import { googleSheetsConnector } from "../google-sheets-connector.js";
import { startGoogle, type TestCell } from "./start-google.js";

const names = ["Number", "Name", "Day", "Paid"].map((value): TestCell => ({ value }));
const cells = Array.from({ length: 300 }, (_, index): readonly TestCell[] => [
  { value: index / 4, format: "NUMBER" },
  { value: `Name ${index}` },
  { value: 46_082 + index, format: "DATE" },
  { value: index % 2 === 0 },
]);

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    skipWaits();
    const google = await startGoogle(
      [
        { id: 7, title: "Orders", cells: [names, ...cells] },
        { id: 8, title: "Returns", cells: [names, ...cells.slice(0, 20)] },
      ],
      { names: [{ namedRangeId: "few", name: "Few", range: { sheetId: 8, endRowIndex: 9 } }] },
    );
    const variables = { GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "client-secret" };
    const connector = googleSheetsConnector({ server: google.url });
    const app = await createApp({ connectors: [connector], accounts: { variables }, logger: false });
    const { url } = await app.listen({ port: 0 });
    return {
      url,
      close: async () => {
        await app.close();
        await google.close();
      },
    };
  },
  {
    profile: "all",
    account: { auth: "oauth2", access_token: "first", refresh_token: "keep" },
  },
);
