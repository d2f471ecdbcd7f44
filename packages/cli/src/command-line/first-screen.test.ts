import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";
import { makePaint } from "../terminal/paint.js";
import { silentOutput } from "../terminal/silent-output.js";
import { formatFirstScreen } from "./first-screen.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "first-screen-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function commandsIn(files: Readonly<Record<string, string>>, env = {}): Promise<readonly string[]> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const screen = await formatFirstScreen({ directory: folder, env }, makePaint({ env }, silentOutput()));
  return screen.split("\n").filter((line) => /^ {2}(?:npx )?wellhead /.test(line));
}

test("suggests what needs nothing in an empty folder", async () => {
  expect(await commandsIn({})).toEqual([
    "  wellhead demo github",
    "  wellhead serve ./my-folder",
    "  wellhead check http://127.0.0.1:8080",
  ]);
});

test("suggests to serve and query data files, as a project would run it", async () => {
  expect(await commandsIn({ "orders.csv": "a\n1\n" }, { npm_config_user_agent: "npm/11" })).toEqual([
    "  npx wellhead serve .",
    `  npx wellhead sql 'select * from here."orders" limit 10' --connect here=.`,
    "  npx wellhead demo github",
  ]);
});

test("suggests the configuration and the connector of a project first", async () => {
  const files = {
    "connector.ts": "",
    "package.json": '{"dependencies":{"@wellhead/sdk":"^0.2.0"}}',
    "shop.sqlite": "",
    "wellhead.config.yaml": "",
  };
  expect(await commandsIn(files)).toEqual([
    "  wellhead serve",
    "  wellhead config check",
    "  wellhead dev connector.ts",
  ]);
});

test("prints no control sequence of a file's name", async () => {
  const [first] = await commandsIn({ "a\u001B[31m.db": "" });
  expect(first).toBe("  wellhead serve sqlite .");
});

test("a suggested query runs in the folder", async () => {
  const [, query = ""] = await commandsIn({ "orders.csv": "name,amount\nAda,1\n" });
  const [, sql = ""] = /'(.*)'/.exec(query) ?? [];
  const run = await runWellhead(["sql", sql, "--connect", "here=."], { directory: folder });
  expect({ ...run, stderr: "" }).toMatchObject({ code: 0, stdout: '{"name":"Ada","amount":1}\n' });
});
