import { defineConnector, encodedRows } from "@wellhead/sdk";
import { afterEach, expect, test } from "vitest";
import { type StartedApp, startApp } from "../../../test/start-app.js";

let started: StartedApp | undefined;
afterEach(() => started?.app.close());

/** A connector with a source whose only row contains the encoding options that it received. */
const asked = defineConnector({
  id: "asked",
  name: "Asked",
  version: "1",
  description: "Says how rows are to be written",
  sources: (source) => ({
    rows: source({
      name: "Rows",
      rows: () =>
        encodedRows({
          columns: ["row"],
          async *encode({ format, formulaEscape = false }) {
            const text = `${format} ${formulaEscape}`;
            yield { bytes: Buffer.from(format === "json" ? JSON.stringify({ text }) : text), rows: 1 };
          },
        }),
    }),
  }),
});

test.each([
  [true, "text/csv", "row\r\ncsv true\r\n"],
  [false, "text/csv", "row\r\ncsv false\r\n"],
  [true, "application/x-ndjson", '{"text":"json false"}\n'],
])(
  "`openRows()` passes formulaEscape %s on to a source of bytes (%s)",
  async (formulaEscape, accept, text) => {
    started = await startApp([asked], { formulaEscape });
    const answer = await started.post("/", { source: "rows" }, { accept });
    expect(await answer.text()).toBe(text);
  },
);
