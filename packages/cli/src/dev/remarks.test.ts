import { randomUUID } from "node:crypto";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type DevFolder, makeDevFolder } from "../../test/dev-folder.js";
import { DevSession } from "./dev-session.js";
import type { RevisionReport } from "./messages.js";
import { sampleRows } from "./sample-rows.js";

let folder: DevFolder;
let api: TestUpstream;
let session: DevSession | undefined;
let reports: RevisionReport[] = [];
/** Whether the API allows requests. */
let isOpen = true;

beforeEach(async () => {
  isOpen = true;
  reports = [];
  folder = await makeDevFolder();
  api = await startUpstream(({ url }) => {
    if (!isOpen) return { status: 400, body: { message: "Closed" } };
    const page = Number(url.searchParams.get("page") ?? 1);
    const link = page === 1 ? { link: `<${url.origin}/moons?page=2>; rel="next"` } : {};
    return { body: [{ id: String(page), name: "Io" }], headers: link };
  });
});

afterEach(async () => {
  await session?.close();
  session = undefined;
  await api.close();
  await folder.remove();
});

const definition = (
  rows: string,
): string => `import { defineConnector, id, linkHeader, text } from "@wellhead/sdk";
export const used = linkHeader;
export default defineConnector({
  id: "moons",
  name: "Moons",
  version: "1.0.0",
  description: "Moons",
  http: { baseUrl: "${api.url}" },
  sources: (source) => ({
    moons: source({ name: "Moons", fields: { id: id(), name: text() }, rows: ${rows} }),
  }),
});
`;

const body = { account: { auth: "none" } };

/** Serves a connector, reads its rows and returns what is remarked. */
async function remarksOf(rows: string, isWhole: boolean) {
  await folder.save("moons.ts", definition(rows));
  session = new DevSession({
    request: { words: ["moons.ts"], config: undefined, inspectPort: undefined },
    directory: folder.path,
    env: { ...process.env, WELLHEAD_ALLOW: "127.0.0.1/32:*" },
    checksTypes: false,
    onReport: (report) => reports.push(report),
  });
  await session.start();
  const { current } = session;
  if (current === undefined) throw new TypeError(session.board.state.fault?.message);
  const requestId = randomUUID();
  const signal = AbortSignal.timeout(60_000);
  const read = await sampleRows(
    current,
    { connector: "moons", source: "moons", body },
    { signal, requestId },
  );
  return { read, remarks: await session.remarks(requestId, isWhole) };
}

const asOnePage = `({ http }) => http.pages<{ id: string; name: string }>("moons")`;
const byHand = (rest: string) => `async function* ({ http }) {
  const first = await http.get("moons").json<{ id: string; name: string }[]>();
  yield first;
  ${rest}
}`;

test("a list that is read without paging is remarked, although the rows are whole, and printed once", async () => {
  const { read, remarks } = await remarksOf(asOnePage, false);
  expect(read).toEqual([{ id: "1", name: "Io" }]);
  expect(remarks).toEqual([
    {
      request: `GET ${new URL(api.url).host}/moons`,
      remark:
        'A list may be incomplete: GET /moons was read as one page, and its response announces another one in the header Link with rel="next". Set its paging, such as linkHeader().',
    },
  ]);
  expect(reports.filter(({ type }) => type === "log")).toHaveLength(1);
  await vi.waitFor(() => expect(session?.board.state.remarks).toEqual(remarks));
});

test("a response that the connector reads itself is remarked if all rows were read and no other page was requested", async () => {
  const { remarks } = await remarksOf(byHand(""), true);
  expect(remarks).toMatchObject([{ request: expect.stringMatching(/^GET .*\/moons$/) as string }]);
  expect(remarks[0]?.remark).toContain("no other page of /moons was requested");
  await session?.close();
  expect((await remarksOf(byHand(""), false)).remarks).toEqual([]);
  await session?.close();
  const followed = byHand('yield await http.get("moons", { query: { page: 2 } }).json<typeof first>();');
  expect((await remarksOf(followed, true)).remarks).toEqual([]);
});

test.runIf(isLong)(
  "a save is compared with a remark about its own lists, and not compared where rows are missing before it",
  async () => {
    await remarksOf(asOnePage.replace('"moons"', '"moons", { paging: linkHeader() }'), true);
    session?.noteRows({ connector: "moons", source: "moons", body });
    await folder.save("moons.ts", definition(asOnePage));
    await vi.waitFor(() => expect(session?.board.state.difference).toBeDefined(), { timeout: 60_000 });
    expect(session?.board.state.difference).toMatchObject({
      rows: { before: 2, after: 1, removed: ["2"] },
      remarks: [{ remark: expect.stringContaining("was read as one page") as string }],
    });
    isOpen = false;
    await folder.save("moons.ts", definition('() => [{ id: "1", name: "Io" }]'));
    await vi.waitFor(() => expect(session?.board.state.difference?.rows).toBeTypeOf("string"), {
      timeout: 60_000,
    });
    expect(session?.board.state.difference?.rows).toMatch(
      /^could not compare the rows \(1 now\) with those before: Could not read from /,
    );
  },
);

test.runIf(isLong)(
  "the page shows each remark of its revision once, and none about rows of the one before",
  async () => {
    const { remarks } = await remarksOf(asOnePage, true);
    const shown = () => session?.board.state.remarks;
    await vi.waitFor(() => expect(shown()).toEqual(remarks));
    const { current } = session ?? {};
    if (current === undefined) throw new TypeError("The revision ended.");
    const request = { connector: "moons", source: "moons", body };
    const signal = AbortSignal.timeout(60_000);
    const requestId = randomUUID();
    await sampleRows(current, request, { signal, requestId });
    await session?.remarks(requestId, true);
    expect(shown()).toEqual(remarks);
    session?.noteRows(request);
    await folder.save(
      "moons.ts",
      definition(asOnePage.replace('"moons"', '"moons", { paging: linkHeader() }')),
    );
    await vi.waitFor(() => expect(session?.board.state.difference).toBeDefined(), { timeout: 60_000 });
    expect(shown()).toEqual([]);
  },
);
