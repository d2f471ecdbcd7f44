import { configureEgress } from "@wellhead/runtime";
import { startUpstream } from "@wellhead/runtime/testing";
import type { HistoryRow } from "@wellhead/test-support/synchronization/play-history";
import { serveHistory } from "@wellhead/test-support/synchronization/serve-history";
import { expect, it } from "vitest";
import { restConnector } from "../rest-connector.js";

it.each([1, 2])(
  "rows that have changed are read from {since}, and the copy equals the source: history %i",
  async (seed) => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    let rows: readonly HistoryRow[] = [];
    let whole = 0;
    const upstream = await startUpstream(({ url }) => {
      const since = Number(url.searchParams.get("since") ?? 0);
      if (since === 0) whole += 1;
      const found = rows
        .filter((row) => row.changedAt >= since)
        .toSorted((a, b) => Number(a.id) - Number(b.id));
      const first = Number(url.searchParams.get("after") ?? 0);
      return { body: found.filter(({ id }) => Number(id) > first).slice(0, 20) };
    });
    const connector = restConnector({
      id: "api",
      name: "API",
      baseUrl: upstream.url,
      paging: { kind: "lastItem", value: "id" },
      sources: {
        rows: {
          name: "Rows",
          path: "rows",
          query: { since: "{since|epochms}" },
          fields: { id: "id", text: "text", changed: { type: "date", path: "changedAt" } },
          changes: { by: "changed", lookback: "6 h", fullEvery: "1 d" },
        },
      },
    });
    try {
      await serveHistory({
        connector,
        seed,
        request: { requestedType: "rows", account: {}, filter: {} },
        setRows: (changed) => {
          rows = changed;
        },
        textOf: ({ text }) => text,
      });
    } finally {
      await upstream.close();
    }
    // The first run and the last.
    expect(whole).toBeGreaterThan(0);
  },
);
