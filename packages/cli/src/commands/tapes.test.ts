import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";
import { finish, startWellhead } from "../../test/start-wellhead.js";
import { demoConnectors } from "../command-line/usage/demo-usage.js";

const token = "tk_live_9f8a7b6c5d4e3f2a1b0c";
const account = JSON.stringify({ auth: "token", token });

let api: TestUpstream;
let directory: string;
let title = "First";

beforeAll(async () => {
  api = await startUpstream(({ url, headers }) => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: {} };
    if (url.pathname === "/me") return { body: { name: "ada", echo: `key=${token}` } };
    return { body: [{ id: 1, title }] };
  });
  directory = await mkdtemp(join(tmpdir(), "wellhead-tapes-"));
  const definition = {
    id: "notes",
    name: "Notes",
    baseUrl: api.url,
    account: { kind: "bearer" },
    check: { path: "me", name: "name" },
    sources: {
      notes: { name: "Notes", path: "notes", fields: { id: "id", title: "text" } },
    },
  };
  await writeFile(join(directory, "notes.json"), JSON.stringify(definition));
  await writeFile(join(directory, "account.json"), account);
});

afterAll(async () => {
  await api.close();
});

const env = { WELLHEAD_ALLOW: "127.0.0.1/32:*" };

describe("wellhead demo", () => {
  it.each(demoConnectors)("shows rows of %s without an account", async (name) => {
    const { code, stdout, stderr } = await runWellhead(["demo", name, "--no-serve"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^.*stand-in.*\n\n[a-z-]+: \d+ rows?\n {2}\{"/);
  });

  it("names the connectors with a tape", async () => {
    const { code, stderr } = await runWellhead(["demo", "githup"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/expected one of airtable, .*Did you mean "github"/);
  });
});

describe("wellhead record", () => {
  it("writes a tape that serve answers from when the upstream is gone, and records one interaction again", async () => {
    const words = ["record", "notes.json", "--account", "account.json"];
    const recorded = await runWellhead(words, { directory, env });
    expect(recorded).toMatchObject({ code: 0, stderr: expect.stringContaining("interactions") as string });
    const text = await readFile(join(directory, "tape.json"), "utf8");
    expect(text).toContain("[secret]");
    expect(text).not.toContain(token);

    title = "Second";
    const before = api.requests.length;
    expect(await runWellhead([...words, "--again", "2"], { directory, env })).toMatchObject({ code: 0 });
    expect(api.requests.slice(before).map(({ url }) => url.pathname)).toEqual(["/notes"]);

    const service = startWellhead(["serve", "notes.json", "--tape", "tape.json", "--port", "0", "--json"], {
      directory,
    });
    const ended = finish(service);
    const line = await new Promise<string>((resolve) => {
      service.stdout?.once("data", (data) => resolve(String(data)));
    });
    const sent = api.requests.length;
    // The only member that this test reads.
    const { url } = JSON.parse(line) as { readonly url: string };
    const played = { auth: "token", token: "tk_live_tape-token" };
    const body = JSON.stringify({ source: "notes", account: played, filter: {} });
    const headers = { "content-type": "application/json" };
    expect(await (await fetch(url, { method: "POST", headers, body })).json()).toEqual([
      { id: "1", title: "Second" },
    ]);
    expect(api.requests.length).toBe(sent);
    service.kill();
    await ended;
  });

  it.runIf(isLong)(
    "writes a tape that dev answers from, and compares its first read after a save",
    async () => {
      const sent = api.requests.length;
      const dev = startWellhead(
        ["dev", "notes.json", "--tape", "tape.json", "--port", "0", "--json", "--no-types"],
        { directory },
      );
      const ended = finish(dev);
      let printed = "";
      dev.stdout?.on("data", (text: string) => {
        printed += text;
      });
      const printing = (text: string) =>
        vi.waitFor(() => expect(printed).toContain(text), { timeout: 60_000, interval: 20 });
      await printing('"revision":1');
      const definition = join(directory, "notes.json");
      await writeFile(
        definition,
        (await readFile(definition, "utf8")).replace('"title":"text"', '"title":{"type":"text","path":"id"}'),
      );
      await printing('"changed":[{"row":"1","column":"title","before":"\\"Second\\"","after":"\\"1\\""}]');
      expect(api.requests.length).toBe(sent);
      dev.kill();
      expect((await ended).stderr).toContain(
        'The account of the tape: {"auth":"token","token":"tk_live_tape-token"}',
      );
    },
  );

  it("reports what is wrong", async () => {
    expect(await runWellhead(["record", "az://container"], { directory, env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Could not record "az://container": a tape has the requests') as string,
    });
    const unknown = await runWellhead(["record", "notes.json", "-s", "note", "-a", "account.json"], {
      directory,
      env,
    });
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "notes"') as string,
    });
    const none = await runWellhead(["record", "notes.json", "--again", "1", "-o", "no.json"], {
      directory,
      env,
    });
    expect(none).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there is no such file") as string,
    });
  });
});
