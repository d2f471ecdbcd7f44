import { defineConnector, encodedRows } from "@wellhead/sdk";
import { afterEach, expect, test } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";

let started: StartedApp | undefined;
afterEach(() => started?.app.close());

/** Returns a connector whose source reuses one buffer for every batch, after the previous batch was released. */
function frugal() {
  const memory = Buffer.alloc(40_000);
  return defineConnector({
    id: "frugal",
    name: "Frugal",
    version: "1",
    description: "Writes into the same memory again",
    sources: (source) => ({
      rows: source({
        name: "Rows",
        rows: () =>
          encodedRows({
            columns: ["id"],
            async *encode() {
              for (let id = 0; id < 200; id += 1) {
                const text = `{"id":"${String(id).repeat(id % 7 === 0 ? 10_000 : 1)}"}`;
                let free = (): void => undefined;
                const released = new Promise<void>((resolve) => {
                  free = resolve;
                });
                yield { bytes: memory.subarray(0, memory.write(text)), rows: 1, release: free };
                await released;
              }
            },
          }),
      }),
    }),
  });
}

test.each(["identity", "gzip", "br"])(
  "a batch is released when nobody looks at its bytes (%s)",
  async (coding) => {
    started = await startApp([frugal()]);
    const answer = await started.post("/", { source: "rows" }, { "accept-encoding": coding });
    const ids = Array.from({ length: 200 }, (_unused, id) => ({
      id: String(id).repeat(id % 7 === 0 ? 10_000 : 1),
    }));
    expect(await answer.json()).toStrictEqual(ids);
  },
);
