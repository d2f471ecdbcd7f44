import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { breakAnswers } from "@wellhead/test-support/upstream";
import { expect, it } from "vitest";
import { googleSheetsConnector } from "../google-sheets-connector.js";
import { startGoogle, type TestSheet } from "./start-google.js";

const sheets: readonly TestSheet[] = ["One", "Two"].map((title, id) => ({
  id,
  title,
  cells: [[{ value: "n" }], [{ value: id }]],
}));
const names = [{ namedRangeId: "n", name: "N", range: { sheetId: 0 } }];

it("reads no broken response as an empty list, or as an internal error", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
  const upstream = await startGoogle(sheets, { names });
  try {
    const { faults, tried } = await breakAnswers({
      upstream: upstream.url,
      serve: async (address) => {
        const connectors = [googleSheetsConnector({ server: address })];
        const app = await createApp({ connectors, logger: false });
        return { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
      },
      account: () => ({ auth: "oauth2", access_token: "first", refresh_token: "keep" }),
    });
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  } finally {
    await upstream.close();
  }
}, 600_000);
