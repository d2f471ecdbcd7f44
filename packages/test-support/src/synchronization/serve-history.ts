import assert from "node:assert/strict";
import type { Connector } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { type HistoryOptions, playHistory } from "./play-history.js";

/** Options of {@link serveHistory}. */
export interface ServedHistoryOptions extends Omit<HistoryOptions, "post" | "setNow"> {
  readonly connector: Connector;
}

/**
 * Plays a history of the rows of a connector, which a service of its own serves in pages of 60 rows.
 *
 * @param options - The connector, its source and the history
 * @see {@link playHistory}
 */
export async function serveHistory({ connector, ...options }: ServedHistoryOptions): Promise<void> {
  let now = new Date();
  const app = await createApp({
    connectors: [connector],
    logger: false,
    now: () => now,
    limits: { maxPageRows: 60 },
  });
  try {
    await playHistory({
      ...options,
      post: async (path, body) => {
        const answer = await app.fastify.inject({ method: "POST", url: path, payload: body });
        assert.equal(answer.statusCode, 200, answer.body);
        const parsed: unknown = JSON.parse(answer.body);
        return parsed;
      },
      setNow: (time) => {
        now = time;
      },
    });
  } finally {
    await app.close();
  }
}
