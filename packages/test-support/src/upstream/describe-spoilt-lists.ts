import { configureEgress } from "@wellhead/runtime";
import { skipWaits, startUpstream, type UpstreamAnswer } from "@wellhead/runtime/testing";
import type { Connector } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { describe, expect, it } from "vitest";
import { spoiltAnswers } from "./spoilt-answers.js";

/** Only every nth spoilt response is tried in `npm test`; `WELLHEAD_ANSWERS_EVERY=1` tries all. */
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? 7);

/** A list that a source reads. */
export interface SpoiltList {
  /** Path of the list. */
  readonly path: RegExp;
  /** A whole response. */
  readonly answer: unknown;
  /** Filter of the source. Default: none. */
  readonly filter?: object;
  /** Responses of other paths that reading the source needs, by their ends. Default: none. */
  readonly others?: Readonly<Record<string, unknown>>;
}

/** The connector that reads lists. */
export interface SpoiltListsOptions {
  /** Creates the connector for an upstream. */
  readonly connector: (upstream: string) => Connector;
  /** Returns an account of an upstream. */
  readonly account: (upstream: string) => object;
  /** Lists by source. */
  readonly lists: Readonly<Record<string, SpoiltList>>;
}

/**
 * Tests that a response of which one member is replaced or removed makes rows, or an error that is not ours.
 *
 * @param options - The connector and its lists
 */
export function describeSpoiltLists({ connector, account, lists }: SpoiltListsOptions): void {
  describe("a response with one member replaced or removed", () => {
    it.each(Object.entries(lists))(
      "makes rows of %s, or an error that is not ours",
      async (source, list) => {
        configureEgress({ allow: "127.0.0.1/32:*" });
        skipWaits();
        let spoilt: unknown = list.answer;
        const upstream = await startUpstream(({ url }) => answerTo(url, list, spoilt));
        const app = await createApp({ connectors: [connector(upstream.url)], logger: false });
        try {
          const { url } = await app.listen({ port: 0 });
          const body = { source, filter: list.filter ?? {}, account: account(upstream.url) };
          const whole = await read(url, body);
          expect([whole.status, whole.text.includes("__streamError"), whole.text === "[]"]).toEqual([
            200,
            false,
            false,
          ]);
          const ours: string[] = [];
          for (const [index, { change, body: changed }] of [...spoiltAnswers(list.answer)].entries()) {
            if (index % every > 0) continue;
            spoilt = changed;
            const { status, text } = await read(url, body);
            if (status === 500 || text.includes('"internal"')) ours.push(change);
          }
          expect(ours).toEqual([]);
        } finally {
          await app.close();
          await upstream.close();
        }
      },
      600_000,
    );
  });
}

function answerTo(url: URL, { path, others = {} }: SpoiltList, spoilt: unknown): UpstreamAnswer {
  if (path.test(url.pathname)) return { body: spoilt };
  const other = Object.entries(others).find(([end]) => url.pathname.endsWith(end));
  return other === undefined ? { status: 404, body: {} } : { body: other[1] };
}

async function read(url: string, body: object): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}
