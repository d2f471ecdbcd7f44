import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parseExactJson } from "@wellhead/client";
import { afterAll, beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const fixtures = fileURLToPath(new URL("../../../bridges/fixtures", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-out-"));
  await writeFile(
    join(folder, "faker.json"),
    JSON.stringify(fakerFile({ count: 40, api_key: "key-of-ada" })),
  );
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

function fakerFile(config: object): object {
  return { command: "python3", args: [join(fixtures, "faker.py")], config };
}

interface Message {
  readonly type: string;
  readonly [member: string]: unknown;
}

async function wellhead(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [bin, ...args], { cwd: folder, maxBuffer: 2 ** 28 });
  return stdout;
}

/** Returns the data of records, each as it was written. */
function dataOf(
  output: string,
  pattern = /"data": ?(\{.*\})(?:, "emitted_at"[^}]*)?\}\}$/u,
): readonly string[] {
  return output.split("\n").flatMap((line) => {
    const [, data] = line.includes('"RECORD"') ? (pattern.exec(line) ?? []) : [];
    return data === undefined ? [] : [data];
  });
}

/** Parses messages of which the test knows the form. */
function messagesOf(output: string): readonly Message[] {
  return output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Message);
}

/** Reads a stream of the source itself. */
async function readFaker(stream: string): Promise<readonly string[]> {
  const configured = { stream: { name: stream }, sync_mode: "full_refresh" };
  await writeFile(join(folder, "direct-config.json"), '{"count": 40, "api_key": "key-of-ada"}');
  await writeFile(join(folder, "direct-catalog.json"), JSON.stringify({ streams: [configured] }));
  const args = ["read", "--config", "direct-config.json", "--catalog", "direct-catalog.json"];
  const { stdout } = await run("python3", [join(fixtures, "faker.py"), ...args], { cwd: folder });
  return dataOf(stdout);
}

async function configure(mode: string, output: string): Promise<void> {
  const catalog = messagesOf(output).find(({ type }) => type === "CATALOG")?.["catalog"];
  // The test has just asked for a catalogue.
  const { streams } = catalog as { readonly streams: readonly object[] };
  const configured = streams.map((stream) => ({ stream, sync_mode: mode, destination_sync_mode: "append" }));
  await writeFile(join(folder, "catalog.json"), JSON.stringify({ streams: configured }));
}

it.each(["full_refresh", "incremental"])(
  "a source that was read in is written out with the same rows, keys and states (%s)",
  async (mode) => {
    const discovered = await wellhead("airbyte", "airbyte:./faker.json", "discover");
    expect(messagesOf(discovered).at(-1)).toMatchObject({
      catalog: {
        streams: [
          { name: "people", source_defined_primary_key: [["id"]] },
          { name: "orders", source_defined_primary_key: [["person"], ["number"]] },
        ],
      },
    });
    await configure(mode, discovered);
    const output = await wellhead("airbyte", "airbyte:./faker.json", "read", "--catalog", "catalog.json");
    const expected = [...(await readFaker("people")), ...(await readFaker("orders"))];
    expect(expected).toHaveLength(80);
    const written = dataOf(output, /"data":(\{.*\})\}\}$/u);
    expect(written.map((text) => normalized(text))).toEqual(expected.map((text) => normalized(text)));
    const statuses = messagesOf(output).flatMap(({ trace }) =>
      trace === undefined ? [] : [JSON.stringify(trace)],
    );
    expect(statuses.at(-1)).toContain('"COMPLETE"');
    expect(output.includes('"type":"STATE"')).toBe(mode === "incremental");
  },
);

/** Removes spaces and escapes that mean the same. Digits stay. */
function normalized(text: string): string {
  return JSON.stringify(parseExactJson(text));
}

it("a connector that is written out and read in again has the same rows and keys", async () => {
  await writeFile(
    join(folder, "out.json"),
    JSON.stringify({
      command: process.execPath,
      args: [bin, "airbyte", join(folder, "airbyte-in.mjs")],
      config: {},
    }),
  );
  const moons = `export default (await import(${JSON.stringify(import.meta.resolve("@wellhead/sdk"))})).defineConnector({
    id: "moons", name: "Moons", version: "1.0.0", description: "Moons",
    sources: (source) => ({ moons: source({ name: "Moons", key: ["id"], fields: {}, rows: () => [] }) }) });`;
  await writeFile(
    join(folder, "airbyte-in.mjs"),
    moons.replace(
      "fields: {}, rows: () => []",
      "fields: { id: { type: 'id', column: 'id', accept: String }, big: { type: 'number', column: 'number', accept: Number } }, rows: () => [{ id: 1, big: 9007199254740993n }, { id: 2, big: null }]",
    ),
  );
  const rows = await wellhead("airbyte", "airbyte:./out.json", "discover");
  expect(rows).toContain('"source_defined_primary_key":[["id"]]');
  await configure("full_refresh", rows);
  const output = await wellhead("airbyte", "airbyte:./out.json", "read", "--catalog", "catalog.json");
  expect(dataOf(output, /"data":(\{.*\})\}\}$/u)).toEqual([
    '{"id":1,"big":9007199254740993}',
    '{"id":2,"big":null}',
  ]);
});

it("the specification describes fields in sentences", async () => {
  expect(await wellhead("airbyte", "github", "spec")).toContain(
    "User or organisation the repositories belong to. The connector lists the values.",
  );
});

it("a source that refuses its account is read as an error with its words, and check ends with exit code 0", async () => {
  await writeFile(
    join(folder, "asks.json"),
    JSON.stringify({ command: "python3", args: [join(fixtures, "faker.py")] }),
  );
  await writeFile(
    join(folder, "wrong.json"),
    '{"account":{"count":1,"api_key":"wrong"},"filters":{"stream":{"stream":"people"}}}',
  );
  const [checked] = messagesOf(
    await wellhead("airbyte", "airbyte:./asks.json", "check", "--config", "wrong.json"),
  );
  expect(checked).toMatchObject({ connectionStatus: { status: "FAILED" } });
  expect(JSON.stringify(checked)).toContain("The key is not valid");
  const failed = await wellhead("airbyte", "airbyte:./asks.json", "discover", "--config", "wrong.json").catch(
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({ code: 3 });
  expect(String((failed as { stdout?: string }).stdout)).toContain('"failure_type":"config_error"');
  await writeFile(join(folder, "rotating.json"), '{"account":{"count":1,"api_key":"rotating"}}');
  const rotated = messagesOf(
    await wellhead("airbyte", "airbyte:./asks.json", "check", "--config", "rotating.json"),
  );
  expect(rotated[0]).toMatchObject({
    type: "CONTROL",
    control: { connectorConfig: { config: { account: { count: 1, api_key: "rotated-key" } } } },
  });
});
