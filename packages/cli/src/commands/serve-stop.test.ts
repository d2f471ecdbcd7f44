import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finish, startWellhead } from "../../test/start-wellhead.js";

let folder = "";
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-stop-"));
});
afterEach(async () => {
  if (child !== undefined && child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "close");
  }
  await rm(folder, { recursive: true });
});

/**
 * Serves a connector whose module starts with the code `before` and whose source produces its rows with the code
 * `rows`.
 */
async function serve({ before = "", rows }: { readonly before?: string; readonly rows: string }) {
  const config = `
import { defineConnector, id } from "@wellhead/sdk";
${before}
const connector = defineConnector({
  id: "held", name: "Held", version: "1.0.0", description: "A connector that does not stop",
  sources: (source) => ({ rows: source({ name: "Rows", fields: { id: id() }, rows: ${rows} }) }),
});
export default { connectors: [connector], port: 0, limits: { drainTimeout: 200 } };`;
  await writeFile(join(folder, "wellhead.config.mjs"), config);
  const started = startWellhead(["serve"], { directory: folder });
  child = started;
  const ended = finish(started);
  let text = "";
  const url = await new Promise<string>((resolve, reject) => {
    started.stdout?.on("data", (part: string) => {
      text += part;
      const found = /listens on (\S+)/.exec(text)?.[1];
      if (found !== undefined && text.includes("\n\nTry\n")) resolve(found);
    });
    void ended.then(({ stderr }) => reject(new Error(`Start service: ended with ${stderr}`)));
  });
  return { started, ended, url };
}

function linesOf(stderr: string): unknown[] {
  return stderr
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}

test.runIf(isLong)(
  "an interval of a connector holds the process until the deadline, which says so",
  async () => {
    const { started, ended } = await serve({
      before: "setInterval(() => undefined, 1000);",
      rows: "() => [{ id: 1 }]",
    });
    started.kill("SIGTERM");
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(linesOf(stderr).at(-1)).toMatchObject({
      level: "warn",
      held: { Timeout: 1 },
      msg: "Ended the process: the service has stopped, but something kept the process alive.",
    });
  },
);

test.each([
  ["waited for by its caller", false],
  ...(isLong ? [["whose caller has left", true] as const] : []),
] as const)(
  "a source that never settles its next batch does not hold the process: %s",
  async (_name, leaves) => {
    const { started, ended, url } = await serve({
      rows: `async function* () {
        yield [{ id: 1 }];
        await new Promise(() => undefined);
      }`,
    });
    const caller = new AbortController();
    const response = await fetch(`${url}/`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/x-ndjson" },
      body: JSON.stringify({ source: "rows" }),
      signal: caller.signal,
    });
    // The first batch has arrived, so the source has been asked for the next one.
    await response.body?.getReader().read();
    if (leaves) caller.abort();
    started.kill("SIGTERM");
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    const lines = linesOf(stderr);
    expect(lines).toContainEqual(expect.objectContaining({ ending: leaves ? "gone" : "marked" }));
    expect(stderr).not.toContain("kept the process alive");
  },
);
