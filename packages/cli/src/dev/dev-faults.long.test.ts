import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type DevFolder, makeDevFolder } from "../../test/dev-folder.js";
import { DevSession } from "./dev-session.js";
import type { RevisionReport } from "./messages.js";
import { formatState } from "./print-state.js";

let folder: DevFolder;
let session: DevSession;
let reports: RevisionReport[] = [];

beforeEach(async () => {
  folder = await makeDevFolder();
  reports = [];
});

afterEach(async () => {
  await session.close();
  await folder.remove();
});

/** A connector whose rows are what the statement of line 12 returns, after the statements of line 3. */
const definition = (
  statement: string,
  top = "",
) => `import { defineConnector, id, text } from "@wellhead/sdk";

${top}
export default defineConnector({
  id: "moons",
  name: "Moons",
  version: "1.0.0",
  description: "Moons",
  sources: (source) => ({ moons: source({ name: "Moons", fields: { id: id(), name: text() }, rows }) }),
});
async function rows(): Promise<any> {
  ${statement}
}
`;

async function start(text: string, checksTypes = false): Promise<DevSession> {
  await folder.save("moons.ts", text);
  session = new DevSession({
    request: { words: ["moons.ts"], config: undefined, inspectPort: undefined },
    directory: folder.path,
    env: process.env,
    checksTypes,
    onReport: (report) => reports.push(report),
  });
  await session.start();
  return session;
}

const plain = (text: string): string => text;
const paint = { bold: plain, dim: plain, green: plain, red: plain, cyan: plain };

/** Waits for what a machine of any speed reaches. */
const reach = (look: () => unknown) => vi.waitFor(look, { timeout: 60_000, interval: 20 });

/** Requests the rows as the page does; returns the message of the error. */
async function askForRows({ current }: DevSession): Promise<unknown> {
  const response = await fetch(String(current?.connectors[0]?.base), {
    method: "POST",
    headers: { ...current?.headers, "content-type": "application/json" },
    body: JSON.stringify({ source: "moons", account: { auth: "none" } }),
  });
  const answer: unknown = await response.json();
  return typeof answer === "object" && answer !== null && "error" in answer ? answer.error : answer;
}

test("a request that fails is one fault, at the author's line and column as it was written", async () => {
  const dev = await start(definition("return [];"));
  const cases = [
    // The columns of what runs differ, because the types are missing there.
    [
      "const wrong: any = undefined; return wrong.list.map((one: any) => one);",
      "TypeError: Cannot read",
      "12:46",
    ],
    ['const told: string = "no luck"; throw told;', "'no luck' was thrown, which is not an Error", "12:35"],
    [
      'return [{ id: "1", name: "Io" }, null];',
      "Could not write a row: expected an object, got null",
      "11:20",
    ],
    ["return { items: [] };", "Could not read the rows: expected an array", "11:20"],
  ] as const;
  for (const [index, [statement, message, place]] of cases.entries()) {
    await folder.save("moons.ts", definition(statement));
    await reach(() => expect(dev.board.state.revision).toBe(index + 2));
    expect(await askForRows(dev)).toContain(message);
    await reach(() => expect(dev.board.state.thrown?.message).toContain(message));
    expect(dev.board.state.thrown?.place).toBe(`moons.ts:${place}`);
    expect(JSON.stringify(dev.board.state)).not.toContain("operator");
    // The rows that are compared after a save fail in the same way, which is not said again.
    await reach(() => expect(dev.board.state.difference).toMatchObject({ isReported: true }));
    const before = { ...dev.board.state, difference: undefined };
    expect(formatState(before, dev.board.state, paint)).toEqual([]);
  }
  await folder.save("moons.ts", definition("return [];"));
  await reach(() => expect(dev.board.state.thrown).toBeUndefined());
  expect(reports.filter(({ type }) => type === "log" || type === "output")).toEqual([]);
});

test("a value that is thrown while the definition loads has a place, and so has the file that it imports", async () => {
  const dev = await start(definition("return [];", 'throw "no luck";'));
  await reach(() => expect(dev.board.state.fault).toMatchObject({ place: "moons.ts:3:1" }));
  expect(dev.board.state.fault?.message).toContain("no luck");
  await folder.save("names.ts", '\nconst first: string = "a"; throw new Error(first);\n');
  await folder.save("moons.ts", definition("return [];", 'import "./names.js";'));
  await reach(() => expect(dev.board.state.fault?.place).toBe("names.ts:2:34"));
  expect(dev.board.state.fault?.callers).not.toContain("names.ts:2:34");
});

test("what the author's code writes to standard error arrives as it is", async () => {
  await start(definition("return [];", 'console.error("one"); console.error("{two}");'));
  await reach(() => expect(reports).toContainEqual({ type: "output", line: "{two}" }));
  expect(reports).toContainEqual({ type: "output", line: "one" });
});

test("an endless loop is named with its line, while it runs", async () => {
  const dev = await start(definition("for (let count: number = 0; ; count += 1);"));
  void askForRows(dev).catch(() => undefined);
  await reach(() => expect(dev.board.state.thrown?.place).toMatch(/^moons\.ts:12:/));
  expect(dev.board.state.thrown?.message).toMatch(
    /^Could not go on with "moons": its code has been running for \d+\.\d s without a pause/,
  );
  await folder.save("moons.ts", definition("return [];", "for (;;);"));
  await reach(() => expect(dev.board.state.fault?.place).toBe("moons.ts:3:1"));
  expect(dev.board.state.fault?.message).toContain(
    "Could not load the definition: its code has been running",
  );
  // A file that cannot be loaded does not keep the next one from loading.
  await folder.save("moons.ts", definition("return [];"));
  await reach(() => expect(dev.board.state).toMatchObject({ revision: 2, fault: undefined }));
});

test("faults of types name their revision, and come before what follows from them", async () => {
  const dev = await start(definition("return [];"), true);
  const states: (typeof dev.board.state)[] = [];
  dev.board.follow((_event, data) => states.push(data as (typeof states)[0]));
  await folder.save("moons.ts", definition('const wrong: number = "1"; return wrong;'));
  await reach(() => expect(dev.board.state.revision).toBe(2));
  await askForRows(dev);
  await reach(() => expect(dev.board.state.thrown).toBeDefined());
  await reach(() => expect(dev.board.state.typesOf).toBe(2));
  const [first] = states.filter(({ typesOf, thrown }) => typesOf === 2 || thrown !== undefined);
  expect(first).toMatchObject({ typesOf: 2, typeFaults: [{ place: "moons.ts:12:9" }] });
  const [before = dev.board.state] = states;
  expect(formatState(before, dev.board.state, paint)).toContain("Revision 2 · 1 type fault");
});
