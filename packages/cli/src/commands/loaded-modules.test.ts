import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startForeignConnector } from "@wellhead/test-support/services/foreign-connector";
import { expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("../../bin/wellhead.js", import.meta.url));

/** A module that prints the address of each module that is loaded after it. */
const hooks = `import { writeSync } from "node:fs";
export async function load(url, context, next) {
  writeSync(2, url + "\\n");
  return next(url, context);
}`;
const registers = `import { register } from "node:module";
register("data:text/javascript," + ${JSON.stringify(encodeURIComponent(hooks))});`;

test.each([
  ["sql", (url: string) => ["select id from shop.things", `--connect=shop=${url}`], "/results/dist/index.js"],
  ["pull", (url: string) => [url, "things"], "/client/dist/index.js"],
])("%s loads neither the code of connectors nor that of other formats", async (command, wordsFor, needed) => {
  const connector = await startForeignConnector({
    application: { id: "shop", sources: [{ id: "things", name: "Things", filter: [] }] },
    rows: (response) => response.end('[{"id":1}]'),
  });
  onTestFinished(() => connector.close());
  const hook = `--import=data:text/javascript,${encodeURIComponent(registers)}`;
  const run = await promisify(execFile)(process.execPath, [
    hook,
    program,
    command,
    ...wordsFor(connector.url),
  ]);
  expect(run.stdout).toBe('{"id":1}\n');
  const loaded = run.stderr.split("\n").filter((line) => line.startsWith("file:"));
  const isLoaded = (part: string): boolean => loaded.some((url) => url.includes(part));
  expect(isLoaded(needed)).toBe(true);
  const unneeded = ["/sdk/", "/undici/", "/temporal-polyfill/", "/server/", "/rows/dist/index.js"];
  expect([...unneeded, "/runtime/dist/index.js", "/contract/dist/dates/"].filter(isLoaded)).toEqual([]);
});
