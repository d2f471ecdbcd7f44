import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";
import { finish, startWellhead } from "../../test/start-wellhead.js";

const started: ChildProcess[] = [];

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "close");
  }
});

/** Reads the session as the page does that was opened with the link. */
async function readSession(link: string): Promise<unknown> {
  const key = new URLSearchParams(new URL(link).hash.slice(1)).get("key");
  const session = new URL("session", link);
  const answer = await fetch(session, { method: "POST", body: JSON.stringify({ key }) });
  const cookie = answer.headers.getSetCookie()[0]?.replace(/;.*/, "") ?? "";
  // The answer has this member.
  const { token } = (await answer.json()) as { readonly token: string };
  return (await fetch(session, { headers: { cookie, "x-page-token": token } })).json();
}

describe("`wellhead console`", () => {
  test("serves the page for a connector elsewhere until it is stopped", async () => {
    const child = startWellhead(["console", "127.0.0.1:9/tracker"], { env: { NODE_ENV: "production" } });
    started.push(child);
    const ended = finish(child);
    let text = "";
    for await (const part of child.stdout ?? []) {
      text += String(part);
      if (text.endsWith("\n")) break;
    }
    const address = /^Open (\S+)\n$/.exec(text)?.[1] ?? "";
    expect(decodeURIComponent(address)).toMatch(
      /\/console\/#connector=http:\/\/127\.0\.0\.1:9\/tracker\/&key=[\w-]{32}$/,
    );
    const page = await fetch(address);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await (await fetch(new URL("session", address))).json()).toMatchObject({ connectors: [] });
    expect(await readSession(address)).toMatchObject({ connectors: ["http://127.0.0.1:9/tracker/"] });
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
  });

  test("shows what a report of `wellhead check` counted", async () => {
    const folder = await mkdtemp(join(tmpdir(), "wellhead-console-"));
    const report = join(folder, "report.json");
    const check = await runWellhead(["check", "127.0.0.1:9/tracker", "-o", report]);
    expect(check.code).toBe(6);
    const child = startWellhead(["console", "127.0.0.1:9/tracker", "--report", report]);
    started.push(child);
    let text = "";
    for await (const part of child.stdout ?? []) {
      text += String(part);
      if (text.endsWith("\n")) break;
    }
    const address = /^Open (\S+)\n$/.exec(text)?.[1] ?? "";
    expect(await readSession(address)).toMatchObject({
      conformance: { "http://127.0.0.1:9/tracker/": { passed: 0, failed: expect.any(Number) } },
    });
    await rm(folder, { recursive: true });
  });

  test("refuses what is not an address", async () => {
    const { code, stderr } = await runWellhead(["console", "file:///tracker"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Could not read the address");
  });
});
