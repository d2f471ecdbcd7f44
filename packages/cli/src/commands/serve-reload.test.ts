import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startWellhead } from "../../test/start-wellhead.js";

const packages = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
const started: ChildProcess[] = [];
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-reload-"));
  await mkdir(join(folder, "lib"));
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  }
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  /** Messages of the log so far. */
  readonly messages: () => readonly string[];
  /** Sends SIGHUP and waits for the line of the log that says how the reload ended. */
  readonly reload: () => Promise<string>;
}

async function start(words: readonly string[] = []): Promise<Running> {
  const child = startWellhead(["serve", "--json", "--port", "0", ...words], { directory: folder });
  started.push(child);
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => (errors += part));
  child.stdout?.setEncoding("utf8");
  const [printed] = (await Promise.race([
    once(child.stdout ?? child, "data"),
    once(child, "close").then(() => {
      throw new Error(`Start service: ${errors}`);
    }),
  ])) as [string];
  const { url } = JSON.parse(printed) as { url: string };
  const messages = (): readonly string[] =>
    errors.split("\n").flatMap((line) => {
      if (line === "") return [];
      const { msg, cause, settings } = JSON.parse(line) as Record<string, string | undefined>;
      return [[msg, cause, settings].filter((part) => part !== undefined).join(" ")];
    });
  const ends = (): readonly string[] => messages().filter((one) => /eload(?:ed)? the settings/.test(one));
  const reload = async (): Promise<string> => {
    const before = ends().length;
    child.kill("SIGHUP");
    await vi.waitUntil(() => ends().length > before, { timeout: 60_000 });
    return ends().at(-1) ?? "";
  };
  return { child, url, messages, reload };
}

async function rowsAt(address: string, source: string): Promise<[number, unknown]> {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ source }),
  });
  return [answer.status, await answer.json()];
}

/** A connector in a module of its own, which imports its word from another. */
const moons = (helper: string): string => `
import { setTimeout as delay } from "node:timers/promises";
import { defineConnector } from "@wellhead/sdk";
import { word } from "${helper}";
export default defineConnector({
  id: "moons", name: "Moons", version: "1", description: "About moons",
  sources: (source) => ({
    word: source({ name: "Word", rows: () => [{ word }] }),
    slow: source({
      name: "Slow",
      async *rows() {
        for (let batch = 0; batch < 20; batch += 1) {
          yield Array.from({ length: 500 }, (_, row) => ({ id: batch * 500 + row, word }));
          await delay(50);
        }
      },
    }),
  }),
});`;

describe("SIGHUP", () => {
  test.each([
    ["TypeScript", "ts", "./lib/word.ts", false],
    ...(isLong
      ? ([
          ["CommonJS helpers", "mjs", "./lib/word.cjs", true],
          ["JavaScript", "mjs", "./lib/word.mjs", false],
          ["JavaScript, with its own packages,", "mjs", "./lib/word.mjs", true],
        ] as const)
      : []),
  ] as const)(
    "evaluates modules in %s again, while a stream ends as it began",
    async (_name, ending, helper, own) => {
      if (own) await symlink(packages, join(folder, "node_modules"));
      const setWord = (word: string): Promise<void> =>
        write(
          helper,
          helper.endsWith("cjs") ? `exports.word = "${word}";` : `export const word = "${word}";`,
        );
      await setWord("first");
      await write(`moons.${ending}`, moons(helper));
      await write(
        `wellhead.config.${ending}`,
        `import moons from "./moons.${ending}"; export default { connectors: [moons] };`,
      );
      const { url, reload } = await start();
      expect(await rowsAt(url, "word")).toStrictEqual([200, [{ word: "first" }]]);
      const slow = rowsAt(url, "slow");
      await setWord("second");
      expect(await reload()).toBe("Reloaded the settings.");
      expect(await rowsAt(url, "word")).toStrictEqual([200, [{ word: "second" }]]);
      await write(`moons.${ending}`, "export default broken.");
      expect(await reload()).toMatch(/^Could not reload the settings/);
      await write(`moons.${ending}`, moons(helper));
      await setWord("third");
      expect(await reload()).toBe("Reloaded the settings.");
      expect(await rowsAt(url, "word")).toStrictEqual([200, [{ word: "third" }]]);
      const wanted = Array.from({ length: 10_000 }, (_, id) => ({ id, word: "first" }));
      expect(await slow).toStrictEqual([200, wanted]);
    },
  );

  test("adds and removes connectors, and keeps a folder that has not changed", async () => {
    await mkdir(join(folder, "tea"));
    await write("tea/green.csv", "name,price\nsencha,3\n");
    await write("coffee.csv", "name,price\nmocha,4\n");
    const config = (connectors: readonly unknown[], more: object = {}) =>
      write("wellhead.config.json", JSON.stringify({ connectors, ...more }));
    await config([{ path: "./tea" }]);
    const { url, reload, messages } = await start();
    const ids = async (): Promise<unknown> => {
      const index = (await (await fetch(url)).json()) as { connectors?: { id: string }[]; id?: string };
      return index.connectors?.map(({ id }) => id) ?? index.id;
    };
    expect(await ids()).toBe("tea");
    await config([{ path: "./tea" }, { path: "./coffee.csv" }, { path: "./tea", isolate: true }]);
    await reload();
    expect(await ids()).toStrictEqual(["tea", "coffee", "tea-2"]);
    expect(await rowsAt(`${url}/tea-2/`, "green")).toStrictEqual([200, [{ name: "sencha", price: 3 }]]);
    expect(await rowsAt(`${url}/coffee/`, "coffee")).toStrictEqual([200, [{ name: "mocha", price: 4 }]]);
    await config([{ path: "./coffee.csv" }], { limits: { maxStreams: 5 }, logLevel: "warn" });
    await reload();
    expect(await ids()).toBe("coffee");
    expect(await rowsAt(url, "coffee")).toStrictEqual([200, [{ name: "mocha", price: 4 }]]);
    expect(messages()).toContain(
      "These settings have changed, and take effect at the next start. logLevel,limits",
    );
  });

  test("keeps the service as it is when the configuration is broken, and says why", async () => {
    await write("tea.csv", "name,price\nsencha,3\n");
    await write("wellhead.config.json", '{"connectors":[{"path":"./tea.csv"}]}');
    const { url, reload } = await start();
    for (const [text, cause] of [
      ["{", /wellhead.config.json/],
      ['{"connectors":[{"path":"./tea.csv"},{"path":"./lost.csv"}]}', /lost\.csv/],
      ['{"connectors":[{"path":"./tea.csv"}],"allow":{"suns":"10.0.0.0/8"}}', /suns/],
      ['{"connectors":[{"path":"./tea.csv"}],"callers":{"tokens":["short"]}}', /32/],
      ['{"connectors":[{"path":"./tea.csv"}],"allow":{"*":"nonsense"}}', /nonsense/],
      ['{"connectors":[]}', /at least one/],
    ] as const) {
      await write("wellhead.config.json", text);
      const message = await reload();
      expect(message).toMatch(/^Could not reload the settings/);
      expect(message).toMatch(cause);
      expect(await rowsAt(url, "tea")).toStrictEqual([200, [{ name: "sencha", price: 3 }]]);
    }
    await rm(join(folder, "wellhead.config.json"));
    expect(await reload()).toMatch(/nothing to serve/);
    await write("wellhead.config.json", '{"connectors":[{"path":"./tea.csv"}]}');
    expect(await reload()).toBe("Reloaded the settings.");
    expect(await rowsAt(url, "tea")).toStrictEqual([200, [{ name: "sencha", price: 3 }]]);
  });

  test("changes who may call, and the addresses that connectors may reach", async () => {
    await write("tea.csv", "name,price\nsencha,3\n");
    const token = "t".repeat(40);
    const config = (more: object) =>
      write("wellhead.config.json", JSON.stringify({ connectors: [{ path: "./tea.csv" }], ...more }));
    await config({ callers: { tokens: [token] } });
    const { url, reload } = await start();
    const statuses = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return [(await fetch(url)).status, (await fetch(url, { headers })).status];
    };
    expect(await statuses()).toStrictEqual([401, 200]);
    await config({ callers: { tokens: ["n".repeat(40)] } });
    await reload();
    expect(await statuses()).toStrictEqual([401, 401]);
    await write("tokens", `${token}\n`);
    await config({ callers: { tokensFile: "./tokens", publicDescription: true } });
    await reload();
    expect(await statuses()).toStrictEqual([200, 200]);
  });

  test.runIf(isLong)("changes the maximums of callers and connectors, while streams go on", async () => {
    await symlink(packages, join(folder, "node_modules"));
    await write("lib/word.mjs", 'export const word = "moon";');
    await write("moons.mjs", moons("./lib/word.mjs"));
    const config = (maxStreamsPerCaller: number, limits: object = {}) =>
      write(
        "wellhead.config.json",
        JSON.stringify({
          connectors: [{ path: "./moons.mjs", limits }],
          limits: { maxStreamsPerCaller, maxQueueDelay: 100, maxEventLoopDelay: 60_000 },
        }),
      );
    await config(1);
    const { url, reload, messages } = await start();
    const slow = rowsAt(url, "slow");
    const status = async () => (await rowsAt(url, "word"))[0];
    await vi.waitUntil(async () => (await status()) === 429, { timeout: 60_000 });
    await config(3);
    await reload();
    expect(await status()).toBe(200);
    await config(3, { maxStreamsPerConnector: 1 });
    await reload();
    const other = rowsAt(url, "slow");
    await vi.waitUntil(async () => (await status()) === 503, { timeout: 60_000 });
    await config(3, { maxStreamsPerConector: 1 });
    expect(await reload()).toMatch(/"maxStreamsPerConector"/);
    expect(await status()).toBe(503);
    expect(messages().join()).not.toContain("next start");
    expect([(await slow)[0], (await other)[0]]).toEqual([200, 200]);
  });

  test.runIf(isLong)("a signal during a reload makes the service load what has changed since", async () => {
    const slow = (path: string) => `
import { setTimeout as delay } from "node:timers/promises";
console.error(JSON.stringify({ msg: "Reading" }));
await delay(1000);
export default { connectors: [{ path: "${path}" }] };`;
    await write("tea.csv", "name\nsencha\n");
    await write("coffee.csv", "name\nmocha\n");
    await write("wellhead.config.mjs", slow("./tea.csv"));
    const { child, url, messages } = await start();
    const wait = (message: string) =>
      vi.waitUntil(() => messages().filter((one) => one.startsWith(message)).length === 2, {
        timeout: 60_000,
      });
    child.kill("SIGHUP");
    // The second time: the first was at the start.
    await wait("Reading");
    await write("wellhead.config.mjs", slow("./coffee.csv"));
    child.kill("SIGHUP");
    await wait("Reloaded");
    expect((await rowsAt(url, "coffee"))[0]).toBe(200);
  });

  test.runIf(isLong)(
    "many signals at once, and one during the stop, leave a service that works or stops",
    async () => {
      await write("tea.csv", "name,price\nsencha,3\n");
      await write("wellhead.config.json", '{"connectors":[{"path":"./tea.csv"}]}');
      const { child, url, reload } = await start();
      for (let signal = 0; signal < 20; signal += 1) child.kill("SIGHUP");
      await reload();
      expect(await rowsAt(url, "tea")).toStrictEqual([200, [{ name: "sencha", price: 3 }]]);
      const ended = once(child, "close");
      child.kill("SIGHUP");
      child.kill("SIGTERM");
      expect(await ended).toStrictEqual([0, null]);
    },
  );
});
