import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

let folder = "";
const secret = "s".repeat(40);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-config-"));
  const files = {
    "prices.csv": "name,price\ntea,1.10\n",
    tokens: `${"t".repeat(40)}\n`,
    secret: `${secret}\n`,
    "wellhead.config.yaml": [
      "# A comment, which JSON does not have",
      "connectors: [prices.csv]",
      "host: 127.0.0.3",
      "port: 1111",
      "callers: { tokensFile: tokens, publicDescription: true }",
      `accounts: { secret: ${"f".repeat(40)}, replicas: 2 }`,
      'allow: { "*": "10.0.0.0/8:5432", prices: "10.1.0.0/16:5432" }',
      "limits: { maxStreams: 5 }",
      "",
    ].join("\n"),
    "wrong.json": '{ "connectors": ["prices.csv"], "callers": { "tokenFile": "tokens" } }',
    "broken.yaml": `accounts: { secret: "${secret}" \nconnectors: [`,
    "broken.json": `{ "accounts": { "secret": ${secret} } }`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return runWellhead(["config", ...words], { directory: folder, env });
}

/** Returns value and origin of each setting, the configuration file by its name. */
async function printed(words: readonly string[], env?: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await run(["print", "--json", ...words], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const rows = JSON.parse(stdout) as readonly { setting: string; value?: string; from: string }[];
  const values = rows.map(
    ({ setting, value, from }) => [setting, [value, from.replace(`${folder}/`, "")]] as const,
  );
  return { stdout, values: new Map(values) };
}

describe("wellhead config print", () => {
  test("takes an option before a variable, a variable before the file, the file before the default", async () => {
    const file = await printed([]);
    expect(file.values.get("host")).toEqual(["127.0.0.3", "wellhead.config.yaml"]);
    expect(file.values.get("onStreamError")).toEqual(["mark", "default"]);
    const variable = await printed([], {
      HOST: "127.0.0.4",
      PORT: "2222",
      WELLHEAD_ALLOW_PRICES: "10.2.0.0/16:5432",
    });
    expect(variable.values.get("host")).toEqual(["127.0.0.4", "HOST"]);
    expect(variable.values.get("allow.*")).toEqual(["10.0.0.0/8:5432", "wellhead.config.yaml"]);
    expect(variable.values.get("allow.prices")).toEqual(["10.2.0.0/16:5432", "WELLHEAD_ALLOW_PRICES"]);
    const words = ["--port", "3333", "--allow", "prices=10.3.0.0/16:5432", "--no-console"];
    const option = await printed(words, { PORT: "2222", WELLHEAD_ALLOW_PRICES: "10.2.0.0/16:5432" });
    expect(option.values.get("port")).toEqual(["3333", "--port"]);
    expect(option.values.get("allow.prices")).toEqual(["10.3.0.0/16:5432", "--allow"]);
    expect(option.values.get("console")).toEqual(["false", "--no-console"]);
  });

  test("names the file of a secret and prints no secret, from wherever it comes", async () => {
    const own = await printed([]);
    expect(own.values.get("accounts.secret")).toEqual([undefined, "wellhead.config.yaml"]);
    expect(own.stdout).not.toContain("fff");
    const env = {
      WELLHEAD_SECRET_FILE: join(folder, "secret"),
      WELLHEAD_STORE: `redis://:${secret}@127.0.0.1`,
    };
    const given = await printed([], env);
    expect(given.values.get("accounts.secret")).toEqual([undefined, "WELLHEAD_SECRET_FILE"]);
    expect(given.values.get("accounts.store")).toEqual([undefined, "WELLHEAD_STORE"]);
    const text = await run(["print"], env);
    expect(text.stdout).toMatch(/^accounts\.secret +\(hidden\) +WELLHEAD_SECRET_FILE$/m);
    expect(given.stdout + text.stdout).not.toContain("sss");
  });
});

describe("wellhead config check", () => {
  test("accepts what serve accepts", async () => {
    expect(await run(["check"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("prices") as string,
    });
  });

  test.each([
    [
      "a misspelt variable",
      [],
      { WELLHEAD_TOKEN: "x" },
      'WELLHEAD_TOKEN is not known. Did you mean "WELLHEAD_TOKENS"?',
    ],
    [
      "a file for a setting that is not secret",
      [],
      { WELLHEAD_HOSTS_FILE: "x" },
      "WELLHEAD_HOSTS_FILE is not known",
    ],
    [
      "a misspelt member",
      ["-c", "wrong.json"],
      {},
      '"callers.tokenFile" is not known. Did you mean "callers.tokensFile"?',
    ],
    ["a misspelt limit", [], { WELLHEAD_LIMITS: "maxStream=3" }, 'got "maxStream=3"'],
    ["a list for no connector", ["--allow", "price=10.0.0.0/8:5432"], {}, 'allowed to "price"'],
    [
      "a variable for no connector",
      [],
      { WELLHEAD_ALLOW_PRICE: "" },
      'WELLHEAD_ALLOW_PRICE allows addresses to "price"',
    ],
    [
      "a secret that is too short",
      [],
      { WELLHEAD_SECRET: "short" },
      "expected at least 32 random characters",
    ],
    [
      "a certificate without its key",
      ["--tls-cert", "tokens"],
      {},
      "a certificate and its key are needed together",
    ],
  ])("rejects %s", async (_, words, env, message) => {
    const { code, stderr } = await run(["check", ...words], env);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test.each(["broken.yaml", "broken.json"])("does not quote the content of %s", async (name) => {
    const { code, stderr } = await run(["check", "-c", name]);
    expect(code).toBe(2);
    expect(stderr).toContain(`Could not read "${join(folder, name)}": `);
    expect(stderr).not.toContain("sss");
  });
});
