import { execFile } from "node:child_process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startForeignConnector } from "@wellhead/test-support/services/foreign-connector";
import { expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("../../bin/wellhead.js", import.meta.url));

test("sql hardly ever marks its heap while rows arrive, however many they are", async () => {
  const line = `${JSON.stringify({ amount: 1, note: "x".repeat(1000) })}\n`;
  const [lines, chunks] = [256, 256];
  const connector = await startForeignConnector({
    application: { id: "shop", sources: [{ id: "things", name: "Things", filter: [] }] },
    rows: (response) => {
      response.setHeader("content-type", "application/x-ndjson");
      void pipeline(Readable.from(Array.from({ length: chunks }, () => line.repeat(lines))), response);
    },
  });
  onTestFinished(() => connector.close());
  const query = ["sql", "select sum(amount) as total from shop.things", `--connect=shop=${connector.url}`];
  const { stdout } = await promisify(execFile)(process.execPath, ["--trace-gc", program, ...query]);
  expect(stdout).toContain(`{"total":${lines * chunks}}`);
  expect(stdout.split("Mark-").length - 1).toBeLessThan(4);
});
