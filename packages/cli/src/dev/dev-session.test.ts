import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { WebSocket } from "undici";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type DevFolder, makeDevFolder } from "../../test/dev-folder.js";
import { DevSession, type DevSessionOptions } from "./dev-session.js";
import type { RevisionReport } from "./messages.js";
import { formatState } from "./print-state.js";
import { type RowsRequest, sampleRows } from "./sample-rows.js";

let folder: DevFolder;
let session: DevSession | undefined;
let reports: RevisionReport[] = [];

beforeEach(async () => {
  folder = await makeDevFolder();
  reports = [];
});

afterEach(async () => {
  await session?.close();
  session = undefined;
  await folder.remove();
});

/** A connector of one file; the rows are an expression. */
const definition = (rows: string, id = "moons") => `import { defineConnector, id, text } from "@wellhead/sdk";

interface Moon {
  readonly id: string;
  readonly name: string;
}

export default defineConnector({
  id: "${id}",
  name: "Moons",
  version: "1.0.0",
  description: "Moons",
  sources: (source) => ({
    moons: source({
      name: "Moons",
      fields: { id: id(), name: text() },
      rows: (): readonly Moon[] => {
        return ${rows};
      },
    }),
  }),
});
`;

async function start(
  options: Partial<DevSessionOptions["request"]> = {},
  checksTypes = false,
): Promise<DevSession> {
  const request = { words: ["moons.ts"], config: undefined, inspectPort: undefined, ...options };
  session = new DevSession({
    request,
    directory: folder.path,
    env: process.env,
    checksTypes,
    onReport: (report) => reports.push(report),
  });
  await session.start();
  return session;
}

const plain = (text: string) => text;
const plainPaint = { bold: plain, dim: plain, green: plain, red: plain, cyan: plain };

const request: RowsRequest = { connector: "moons", source: "moons", body: { account: { auth: "none" } } };

async function rowsOf({ current }: DevSession): Promise<unknown> {
  return current && (await sampleRows(current, request, { signal: AbortSignal.timeout(60_000) }));
}

/** Waits for what a machine of any speed reaches. */
const reach = (look: () => unknown) => vi.waitFor(look, { timeout: 60_000, interval: 20 });

test("a save is served, with the difference of its rows; a broken one keeps the last good revision", async () => {
  await folder.save("moons.ts", definition('[{ id: "1", name: "Io" }]'));
  const dev = await start();
  expect(dev.board.state).toMatchObject({ revision: 1, connectors: ["/moons/"], fault: undefined });
  expect(await rowsOf(dev)).toEqual([{ id: "1", name: "Io" }]);

  await folder.save("moons.ts", definition('[{ id: "1", name: "Europa" }, { id: "2", name: "Io" }]'));
  await reach(() => expect(dev.board.state.difference).toBeDefined());
  expect(dev.board.state).toMatchObject({
    revision: 2,
    difference: {
      source: "moons",
      rows: {
        added: ["2"],
        removed: [],
        changed: [{ row: "1", column: "name", before: '"Io"', after: '"Europa"' }],
      },
    },
  });

  await folder.save("moons.ts", definition('[{ id: "3", name: "Io" }]', "Moons!"));
  await reach(() => expect(dev.board.state.fault).toBeDefined());
  const { fault, revision } = dev.board.state;
  expect(fault?.message).toContain('id: expected lower case letters, digits and hyphens, got "Moons!"');
  expect(fault?.place).toBe("moons.ts:9:3");
  expect(fault?.code).toContain('>  9 |   id: "Moons!",');
  expect(revision).toBe(2);
  expect(await rowsOf(dev)).toHaveLength(2);

  await folder.save("moons.ts", definition("[]"));
  await reach(() => expect(dev.board.state).toMatchObject({ revision: 3, fault: undefined }));
  expect(await rowsOf(dev)).toEqual([]);
});

test.runIf(isLong)(
  "an error that rows throw is shown with its file and line until rows are complete again",
  async () => {
    const none = 'JSON.parse("[]") as Moon[]';
    await folder.save("moons.ts", definition(`(${none}).map((moon) => moon)`));
    const dev = await start();
    await folder.save(
      "moons.ts",
      definition(`[(${none})[0]!].map((moon) => ({ ...moon, name: moon.name }))`),
    );
    await reach(() => expect(dev.board.state.revision).toBe(2));
    await rowsOf(dev);
    await reach(() => expect(dev.board.state.thrown).toBeDefined());
    const { thrown, fault } = dev.board.state;
    expect(fault).toBeUndefined();
    expect(thrown?.message).toContain("TypeError: Cannot read properties of undefined (reading 'name')");
    expect(thrown?.place).toMatch(/^moons\.ts:18:\d+$/);
    expect(thrown?.code.join("\n")).toContain("> 18 |         return [(");
    const lines = formatState({ ...dev.board.state, thrown: undefined }, dev.board.state, plainPaint);
    expect(lines.join("\n")).toContain(`  at ${thrown?.place}`);
    await folder.save("moons.ts", definition("[]"));
    await reach(() => expect(dev.board.state).toMatchObject({ revision: 3, thrown: undefined }));
    expect(await rowsOf(dev)).toEqual([]);
  },
);

test.runIf(isLong)(
  "a file that the definition imports is loaded again, too, and a save without a change loads nothing",
  async () => {
    await folder.save("names.ts", 'export const name = "Io";\n');
    const importing = definition('[{ id: "1", name }]').replace(
      "\n\n",
      '\nimport { name } from "./names.js";\n\n',
    );
    await folder.save("moons.ts", importing);
    const dev = await start();
    expect(await rowsOf(dev)).toEqual([{ id: "1", name: "Io" }]);
    await folder.save("moons.ts", importing);
    await folder.save("names.ts", 'export const name = "Europa";\n');
    await reach(async () => expect(await rowsOf(dev)).toEqual([{ id: "1", name: "Europa" }]));
    expect(dev.board.state.revision).toBe(2);
  },
);

test.runIf(isLong)("a save that cannot be parsed is a fault at its line, until the next one", async () => {
  await folder.save("moons.ts", definition("[]"));
  const dev = await start();
  await folder.save("moons.ts", `${definition("[]")}}`);
  await reach(() => expect(dev.board.state.fault?.message).toContain("ParseError"));
  expect(dev.board.state.fault?.place).toMatch(/^moons\.ts:2\d:/);
  await folder.save("moons.ts", definition('[{ id: "1", name: "Io" }]'));
  await reach(() => expect(dev.board.state).toMatchObject({ revision: 2, fault: undefined }));
});

test.runIf(isLong)("many saves in a row end with the last one", async () => {
  await folder.save("moons.ts", definition("[]"));
  const dev = await start();
  for (let count = 1; count <= 12; count += 1) {
    await folder.save("moons.ts", definition(`[{ id: "${count}", name: "x" }]`));
    await setImmediate();
  }
  await reach(async () => expect(await rowsOf(dev)).toEqual([{ id: "12", name: "x" }]));
  expect(dev.board.state.fault).toBeUndefined();
});

test.runIf(isLong)(
  "types are checked with the TypeScript of the folder, file and line are named",
  async () => {
    await folder.save("moons.ts", definition('[{ id: 1, name: "Io" }]'));
    const dev = await start({}, true);
    expect(dev.board.state.revision).toBe(1);
    await reach(() => expect(dev.board.state.typeFaults).toHaveLength(1));
    expect(dev.board.state.typeFaults[0]).toMatchObject({ place: "moons.ts:18:19" });
    expect(dev.board.state.typeFaults[0]?.message).toContain("'number' is not assignable to type 'string'");
    // A cell of the wrong type is reported in the sentence of the SDK, not in the types that contain it.
    await folder.save("moons.ts", definition('[{ id: "1", naem: 7 }]').replace("(): readonly Moon[]", "()"));
    const sentence = '"naem" is not a column of this source. Declare it in fields, or correct the name.';
    await reach(() => expect(dev.board.state.typeFaults[0]?.message).toBe(`TS2322: ${sentence}`));
    await folder.save("moons.ts", definition('[{ id: "1", name: "Io" }]'));
    await reach(() => expect(dev.board.state.typeFaults).toEqual([]));
    await reach(async () => expect(await rowsOf(dev)).toEqual([{ id: "1", name: "Io" }]));
  },
);

/** A debugger that is attached: sends commands, and waits for events. */
async function attach(url: string) {
  const socket = new WebSocket(url);
  const received: { readonly id?: number; readonly method?: string; readonly params?: unknown }[] = [];
  socket.addEventListener("message", ({ data }) =>
    received.push(JSON.parse(String(data)) as (typeof received)[0]),
  );
  await once(socket as unknown as EventTarget, "open");
  let id = 0;
  return {
    close: () => socket.close(),
    event: (name: string) =>
      vi.waitFor(() => received.find(({ method }) => method === name) ?? Promise.reject(new Error(name)), {
        timeout: 60_000,
      }),
    send: async (method: string, params: object = {}) => {
      id += 1;
      const own = id;
      socket.send(JSON.stringify({ id: own, method, params }));
      await reach(() => expect(received.some((message) => message.id === own)).toBe(true));
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

test.runIf(isLong)(
  "a debugger stops at the line of the author's file, at the same port for every revision",
  async () => {
    const inspectPort = await freePort();
    await folder.save("moons.ts", definition('[{ id: "1", name: "Io" }]'));
    const dev = await start({ inspectPort });
    for (const [revision, line] of [
      [1, 18],
      [2, 20],
    ] as const) {
      if (revision === 2)
        await folder.save("moons.ts", `// one\n// two\n${definition('[{ id: "2", name: "Io" }]')}`);
      await reach(() => expect(dev.board.state.revision).toBe(revision));
      const opened = await reach(() => {
        const urls = reports.flatMap((report) => (report.type === "debugger" ? [report.url ?? ""] : []));
        expect(urls).toHaveLength(revision);
        return urls.at(-1);
      });
      expect(opened).toContain(`:${inspectPort}/`);
      const attached = await attach(String(opened));
      await attached.send("Debugger.enable");
      const url = String(new URL(`file://${join(folder.path, "moons.ts")}`));
      const urlRegex = `^(?:${url}|${join(folder.path, "moons.ts")})$`;
      await attached.send("Debugger.setBreakpointByUrl", { lineNumber: line - 1, urlRegex });
      const rows = rowsOf(dev);
      const { params } = await attached.event("Debugger.paused");
      expect(params).toMatchObject({
        callFrames: [
          { location: { lineNumber: line - 1 } },
          ...(params as { callFrames: unknown[] }).callFrames.slice(1),
        ],
      });
      await attached.send("Debugger.resume");
      expect(await rows).toEqual([{ id: String(revision), name: "Io" }]);
      attached.close();
    }
  },
);
