import { type Columns, defineConnector, type Rows } from "@wellhead/sdk";
import { compareFormats } from "@wellhead/test-support/arrow/compare-formats";
import type { ReadArrow } from "@wellhead/test-support/arrow/read-arrow";
import { expect, onTestFinished } from "vitest";
import { receiveRows } from "./receive-rows.js";
import { type StartedApp, startApp } from "./start-app.js";

/** The media type of Arrow. */
export const arrow = "application/vnd.apache.arrow.stream";

/** Starts a connector with one source, until the end of the test. */
export async function serve(rows: () => Rows, fields?: Columns): Promise<StartedApp> {
  // The types of the rows are those of the test, and some do not fit their columns.
  const connector = defineConnector({
    id: "columns",
    name: "Columns",
    version: "1.2.3",
    description: "Rows of a test",
    sources: (source) => ({
      all: source({ name: "All", filter: {}, rows: rows as () => never, ...(fields && { fields }) }),
    }),
  });
  const started = await startApp([connector]);
  onTestFinished(() => started.app.close());
  return started;
}

/** Requests the rows in a format. */
export async function ask(app: StartedApp, accept: string, more: object = {}): Promise<Response> {
  return app.post("/", { source: "all", ...more }, { accept });
}

/** Reads the rows in both formats and expects them to be equal. */
export async function expectEqual(app: StartedApp, more: object = {}): Promise<ReadArrow> {
  const lines = await (await ask(app, "application/x-ndjson", more)).text();
  const { status, bytes, isCut } = await receiveRows(app.url, { accept: arrow }, more);
  expect([status, status === 200 ? "" : bytes.toString()]).toEqual([200, ""]);
  const { read, difference } = compareFormats(bytes, lines);
  expect([difference, isCut, read.mark]).toEqual([undefined, false, {}]);
  // The marker of the end, which only a whole stream has.
  expect([...bytes.subarray(-8)]).toEqual([255, 255, 255, 255, 0, 0, 0, 0]);
  return read;
}
