import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type DevFolder, makeDevFolder } from "../../test/dev-folder.js";
import { ProgramTransport } from "../../test/program-transport.js";
import { AccountVault } from "../accounts/account-vault.js";

const token = "canary-moon-token-7f3a9c";
let folder: DevFolder;
let accounts: DevFolder;
let api: TestUpstream;
let client: Client;
/** Every answer of the server, as text. */
let answers = "";

const moons = [
  { id: 1, name: "Io", found: "1610-01-08", note: `key=${token}` },
  { id: 2, name: "Europa", found: "1610-01-08", note: null },
  { id: 3, name: "Titan", found: "soon" },
  { id: 3, name: "Rhea", found: "1672-12-23" },
  { id: 5, name: "Ariel", found: "1851-10-24" },
];

const definition = (fields = "id: id(), name: text(), found: date(), note: text()"): string => `
import { bool, date, defineConnector, id, list, pageNumber, text, token } from "@wellhead/sdk";

interface Moon {
  readonly id: number;
  readonly name: string;
  readonly found: string;
  readonly note?: string | null;
}

console.log("what an author prints");
export const unused = bool;

export default defineConnector({
  id: "moons",
  name: "Moons",
  version: "1.0.0",
  description: "Moons",
  http: { baseUrl: "${api.url}" },
  accounts: { token: token({ title: "Token", help: "https://moons.example" }) },
  identify: async ({ http }) => ({ name: (await http.get("me").json<{ readonly name: string }>()).name }),
  sources: (source) => ({
    moons: source({
      name: "Moons",
      filter: {
        planet: list({ title: "Planet", optional: true, options: ({ http }) => http.pages<string>("planets", { paging: undefined }).map((name) => name) }),
      },
      fields: { ${fields} },
      rows: ({ http }) =>
        http
          .pages<Moon>("moons", { paging: pageNumber(), items: "data" })
          .map((moon) => ({ ...moon, id: String(moon.id) })),
    }),
  }),
});
`;

beforeAll(async () => {
  api = await startUpstream(({ url, headers }) => {
    if (headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { message: "Bad credentials" } };
    if (url.pathname === "/me") return { body: { name: "ada" } };
    if (url.pathname === "/planets") return { body: ["Jupiter", "Saturn"] };
    const page = Number(url.searchParams.get("page") ?? 1);
    if (url.pathname === "/gone") return { body: { data: page === 1 ? [{ id: 9 }] : [] } };
    const found = moons.filter((moon) => moon.found >= (url.searchParams.get("since") ?? ""));
    return { body: { data: found.slice((page - 1) * 2, page * 2) } };
  });
  folder = await makeDevFolder();
  accounts = await makeDevFolder();
  const env = { ...process.env, WELLHEAD_ALLOW: "127.0.0.1/32:*", WELLHEAD_ACCOUNTS: accounts.path };
  const vault = new AccountVault({ env });
  await vault.write(
    { name: "me", connector: "moons", place: "connector.ts", title: "ada" },
    { auth: "token", token },
  );
  await vault.write(
    { name: "wrong", connector: "moons", place: "connector.ts", title: "eve" },
    { auth: "token", token: `${token}-wrong` },
  );
  await vault.write(
    { name: "other", connector: "stars", place: "stars.ts", title: "ada" },
    { auth: "token", token },
  );
  await folder.save("connector.ts", definition());
  client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new ProgramTransport(["mcp", "--author"], { directory: folder.path, env }));
}, 60_000);

afterAll(async () => {
  await client.close();
  await api.close();
  await folder.remove();
  await accounts.remove();
}, 60_000);

/** Calls a tool; the official client checks the answer with the schema of the tool. */
async function call(name: string, args: Readonly<Record<string, unknown>> = {}) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const text = JSON.stringify(content);
  answers += text + JSON.stringify(structuredContent);
  return { isError: isError === true, text, data: structuredContent };
}

describe("wellhead mcp --author", () => {
  test("leads from the files to rows, types, keys and requests, with an account that it never shows", async () => {
    expect((await call("check_files")).data).toMatchObject({
      loaded: true,
      revision: 1,
      connectors: ["moons"],
      loadFault: null,
      typeFaults: [],
      typesUnchecked: "",
    });
    expect((await call("describe_connector")).data).toMatchObject({
      id: "moons",
      sources: [{ id: "moons", columns: ["id: id", "name: text", "found: date", "note: text"] }],
    });
    expect((await call("list_accounts")).data).toMatchObject({
      accounts: ["me", "wrong"],
      hasDefault: false,
    });
    expect((await call("validate_account", { account: "me" })).data).toMatchObject({
      name: "ada",
      kind: "token",
      members: expect.arrayContaining(["token"]) as string[],
    });
    expect(
      (await call("filter_options", { account: "me", source: "moons", filter: "planet" })).data,
    ).toMatchObject({
      options: [{ value: "Jupiter" }, { value: "Saturn" }],
    });
    const { data } = await call("preview_rows", { account: "me", source: "moons" });
    expect(data).toMatchObject({
      ending: "whole",
      rowCount: 5,
      note: "",
      columns: [
        { id: "id", declared: "id", unfit: 0, found: { text: 5 } },
        { id: "name", declared: "text", unfit: 0 },
        { id: "found", declared: "date", unfit: 1, example: "soon", found: { date: 4, text: 1 } },
        { id: "note", declared: "text", unfit: 0, found: { text: 1, null: 1, absent: 3 } },
      ],
      repeatedKeys: [{ column: "id", value: "3", rows: 2 }],
    });
    const { requestId } = data as { readonly requestId: string };
    // They are reported by another process.
    const requests = await vi.waitFor(
      async () => {
        const listed = (await call("list_requests", { requestId, bodies: true })).data;
        expect(listed).toMatchObject({ requestCount: 5 });
        return listed;
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(requests).toMatchObject({
      requests: expect.arrayContaining(
        [1, 2, 3, 4].map(
          (page) =>
            expect.objectContaining({
              status: 200,
              address: expect.stringMatching(new RegExp(`/moons\\?.*page=${page}$`)) as string,
            }) as unknown,
        ),
      ) as unknown[],
    });
    expect(JSON.stringify(requests)).toContain("Ariel");
  });

  test("reports a load fault and a type fault with file, line and column, and what a save changes in the rows", async () => {
    await call("preview_rows", { account: "me", source: "moons" });
    await folder.save("connector.ts", definition("id: id(), name: text(), found: text(), note: bool()"));
    const typed = await call("check_files");
    expect(typed.data).toMatchObject({
      loaded: true,
      typeFaults: [
        {
          place: expect.stringMatching(/^connector\.ts:\d+:\d+$/) as string,
          message: expect.stringContaining("note") as string,
        },
      ],
    });
    await folder.save("connector.ts", definition().replace('id: "moons",', 'id: "Moons!",'));
    expect((await call("check_files")).data).toMatchObject({
      loaded: false,
      loadFault: {
        place: expect.stringMatching(/^connector\.ts:1\d:3$/) as string,
        message: expect.stringContaining('got "Moons!"') as string,
      },
    });
    expect(await call("preview_rows", { account: "me", source: "moons" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("an older revision is not called instead") as string,
    });
    await folder.save(
      "connector.ts",
      definition().replace("...moon, id", "...moon, name: moon.name.toUpperCase(), id"),
    );
    expect((await call("check_files")).data).toMatchObject({
      loaded: true,
      difference: {
        source: "moons",
        problem: "",
        changedCount: 5,
        changed: expect.arrayContaining([
          expect.objectContaining({ column: "name", before: '"Io"', after: '"IO"' }),
        ]) as unknown[],
      },
    });
    await folder.save("connector.ts", definition());
  });

  test("shows the next increment, with the keys of deleted rows and the requests that it took", async () => {
    const paged = '{ paging: pageNumber(), items: "data", query: { since } }';
    const deleted = `({ http, since }) => http.pages<Moon>("gone", ${paged}).map(({ id }) => ({ id: String(id) }))`;
    const changing = definition()
      .replace(
        "rows: ({ http }) =>",
        `changes: { by: "found" }, deleted: ${deleted}, rows: ({ http, since }) =>`,
      )
      .replace('{ paging: pageNumber(), items: "data" }', paged);
    await folder.save("connector.ts", changing);
    const asked = { account: "me", source: "moons", since: "1800-01-01T07:00:00Z" };
    const { data } = await call("preview_changes", asked);
    expect(data).toMatchObject({ isDelta: true, isWhole: true, changed: 2, deletedKeys: [{ id: "9" }] });
    // The default lookback is six hours.
    expect((await call("list_requests")).text).toContain("since=1800-01-01T01");
    await folder.save("connector.ts", definition());
    expect((await call("preview_changes", asked)).data).toMatchObject({ isDelta: false, deleted: 0 });
  });

  test("records a tape, replays it, plays faults and judges the connector", async () => {
    expect((await call("record_tape", { account: "me", reads: [{ source: "moons" }] })).data).toMatchObject({
      file: "tape.json",
      reads: 1,
    });
    expect(await readFile(join(folder.path, "tape.json"), "utf8")).not.toContain(token);
    expect((await call("replay_tape")).data).toEqual({ reads: [{ source: "moons", rows: 5 }] });
    const { data } = await call("play_faults", { kinds: ["repeated page", "cut"] });
    expect(data).toMatchObject({
      counts: { wrong: 0 },
      outcomes: expect.arrayContaining([
        expect.objectContaining({ kind: "repeated page", outcome: "reported" }),
      ]) as unknown[],
    });
    expect(
      (await call("run_judge", { account: "me", only: ["data.whole"], maxSeconds: 600 })).data,
    ).toMatchObject({
      complete: true,
      findingCount: 0,
    });
    expect(await call("run_judge", { account: "me", only: ["data.hole"] })).toMatchObject({
      isError: true,
      text: expect.stringContaining("data.hole") as string,
    });
  });

  test("blames no connector for a run of the judge in which a file was saved", async () => {
    await call("run_judge", { account: "me", maxSeconds: 0 });
    await folder.save("connector.ts", definition().replace('name: "Moons",', 'name: "Moons again",'));
    expect((await call("check_files")).data).toMatchObject({ loaded: true });
    await folder.save("connector.ts", definition());
    expect(
      (await call("run_judge", { account: "me", only: ["data.whole"], maxSeconds: 600 })).data,
    ).toMatchObject({
      complete: true,
      findingCount: 0,
    });
  });

  test("finds and opens the documentation without a network", async () => {
    expect((await call("search_docs", { words: "pageNumber" })).data).toMatchObject({
      sections: expect.arrayContaining([
        expect.objectContaining({ page: "packages/sdk/api.md#pagenumber" }),
      ]) as unknown[],
    });
    expect((await call("open_doc", { page: "packages/sdk/api.md#pagenumber" })).data).toMatchObject({
      text: expect.stringMatching(/^export function pageNumber/) as string,
      nextOffset: null,
    });
  });

  test("writes nothing outside of the folder and over no other file, and refuses accounts of other connectors", async () => {
    await mkdir(join(accounts.path, "outside"));
    await symlink(join(accounts.path, "outside"), join(folder.path, "link"));
    await writeFile(join(folder.path, "package.json"), "{}");
    for (const file of [
      "../tape.json",
      join(accounts.path, "tape.json"),
      "link/tape.json",
      "node_modules/tape.json",
      "tape.ts",
      "package.json",
    ])
      expect(await call("record_tape", { account: "me", file })).toMatchObject({ isError: true });
    for (const account of ["other", "wrong", "account.json", "env:PATH", "../account"])
      expect(await call("validate_account", { account })).toMatchObject({ isError: true });
    expect(await call("create_project", { kind: "rest", name: "moons" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("connector.ts") as string,
    });
    expect(await call("create_project", { kind: "rest", name: "moons", from: "../shop.yaml" })).toMatchObject(
      { isError: true },
    );
    expect(await readFile(join(folder.path, "package.json"), "utf8")).toBe("{}");
  });

  test("has shown no secret", () => {
    expect(answers.length).toBeGreaterThan(10_000);
    for (const text of [token, Buffer.from(token).toString("base64").slice(0, 20), encodeURIComponent(token)])
      expect(answers).not.toContain(text);
    expect(answers).toContain("[redacted]");
  });
});
