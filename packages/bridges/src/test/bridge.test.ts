import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { processesOf, sharedFolders } from "./processes.js";
import { fixture, type ServedBridge, serveBridge } from "./serve.js";

const ada = { auth: "account", api_key: "key-of-ada" };
const token = 'to/ken+"of"=ada';
let folder: string;
let faker: ServedBridge;
let shop: ServedBridge;
let counter: ServedBridge;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridge-test-"));
  process.env["COUNT_FILE"] = join(folder, "count");
  faker = await serveBridge("airbyte", fixture("faker.json"));
  shop = await serveBridge("singer", fixture("shop.json"));
  counter = await serveBridge("airbyte", fixture("counter.json"));
});

afterAll(async () => {
  delete process.env["COUNT_FILE"];
  await Promise.all([faker, shop, counter].map((served) => served.close()));
  await rm(folder, { recursive: true });
});

interface Description {
  readonly authentication: readonly [{ readonly fields: readonly Readonly<Record<string, unknown>>[] }];
}

/** Parses a response, whose form the test expects. */
async function jsonOf<Body>(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

function numbers(how: string): object {
  return { source: "numbers", account: { auth: "account", how, token: "token-of-ada" } };
}

describe("the account of a source", () => {
  it("has a form that comes from the specification", async () => {
    const description: Description = await jsonOf(await fetch(faker.url));
    const fields = description.authentication[0].fields.map(({ id, type, required }) => [id, type, required]);
    expect(fields).toEqual([
      ["count", "number", true],
      ["api_key", "password", true],
      ["seed", "number", false],
      ["start_date", "text", false],
      ["region", "list", false],
      ["labels", "text", false],
      ["advanced.prefix", "text", false],
      ["credentials", "list", false],
      ["credentials.token", "password", false],
      ["credentials.username", "text", false],
      ["credentials.password", "password", false],
    ]);
  });

  it("is refused with the words of the program, although its exit code is 0", async () => {
    const response = await faker.post("/validate", { id: "account", fields: { count: 1, api_key: "wrong" } });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain("The key is not valid");
  });

  it("is returned with what the program has changed in its configuration", async () => {
    const response = await faker.post("/validate", {
      id: "account",
      fields: { count: 1, api_key: "rotating" },
    });
    expect(await response.json()).toMatchObject({ count: 1, api_key: "rotated-key", name: "faker" });
  });

  it.each([
    ["an alternative without its secret", { credentials: "Token" }, "credentials.token"],
    ["a text that the pattern does not allow", { start_date: "yesterday" }, "start_date"],
    ["a number below the minimum", { count: -1 }, "count"],
  ])("is refused for %s, with the field", async (_what, more, field) => {
    const response = await faker.post("/validate", { id: "account", fields: { count: 1, ...ada, ...more } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ field });
  });

  it("of a tap is refused with the last line of its standard error", async () => {
    const response = await shop.post("/validate", { id: "account", fields: { api_key: "wrong" } });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain("The key is not valid");
  });
});

describe("the rows of a stream", () => {
  it("have all digits in every format, and only the chosen columns", async () => {
    const body = {
      source: "stream",
      account: { count: 9, ...ada },
      filter: { stream: "people", columns: ["id", "big"] },
    };
    const json = await (await faker.post("/", body)).text();
    expect(json).toContain('{"id":3,"big":9007199254740993}');
    expect(json).not.toContain("name");
    const csv = await (await faker.post("/", body, { accept: "text/csv" })).text();
    expect(csv).toContain("\r\n3,9007199254740993\r\n");
  });

  it("are those of the range that is requested", async () => {
    const body = {
      source: "stream",
      account: { count: 9, ...ada },
      filter: { stream: "people" },
      skip: 2,
      limit: 3,
    };
    const rows: readonly { readonly id: number }[] = await jsonOf(await faker.post("/", body));
    expect(rows.map(({ id }) => id)).toEqual([3, 4, 5]);
  });

  it("of a tap are those of the selected stream", async () => {
    const body = { source: "stream", account: { count: 3, ...ada }, filter: { stream: "invoices" } };
    expect(await (await shop.post("/", body)).json()).toEqual(
      [1, 2, 3].map((sku) => ({ number: `N${sku}`, lines: [{ sku }] })),
    );
  });

  it.each([
    ["crash", "exit code 3: The quota of [secret] is used up"],
    ["killed", "SIGKILL"],
  ])("are marked as failed when the program ends badly (%s)", async (how, words) => {
    const rows: readonly Record<string, { readonly message: string }>[] = await jsonOf(
      await counter.post("/", numbers(how)),
    );
    expect(rows).toHaveLength(3);
    expect(rows[2]?.["__streamError"]?.message).toContain(words);
    const csv = counter.post("/", numbers(how), { accept: "text/csv" }).then((response) => response.text());
    await expect(csv).rejects.toThrow("terminated");
  });

  it("never put a secret into a log, whatever the program prints", async () => {
    await (
      await counter.post("/", { ...numbers("crash"), account: { auth: "account", how: "crash", token } })
    ).text();
    const log = counter.log.join("\n");
    expect(log).toContain("The token is");
    for (const form of [
      token,
      JSON.stringify(token).slice(1, -1),
      encodeURIComponent(token),
      btoa(token),
      "token-of-ada",
    ])
      expect(log).not.toContain(form);
  });

  it("come from a program whose arguments and environment no request changes", async () => {
    const how = "arguments";
    const account = {
      auth: "account",
      how,
      token: "$(touch x); --state /etc/passwd",
      PATH: "/",
      args: ["--help"],
    };
    const text = await (await counter.post("/", { source: "numbers", account, command: "rm" })).text();
    expect(JSON.parse(text)[2]).toEqual({
      arguments: "read --config HOME/config.json --catalog HOME/catalog.json ",
      variables: "COUNT_FILE HOME LANG PATH PWD TMPDIR ",
    });
  });
});

describe("a program whose caller leaves", () => {
  it("waits while nobody reads, and ends with its whole group when the caller leaves", async () => {
    const before = await sharedFolders();
    const controller = new AbortController();
    const response = await fetch(counter.url, {
      method: "POST",
      // Compressed, the rows would hardly fill a buffer.
      headers: { "content-type": "application/json", "accept-encoding": "identity" },
      body: JSON.stringify(numbers("endless")),
      signal: controller.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    const countNow = (): Promise<string> => readFile(join(folder, "count"), "utf8").catch(() => "");
    // It stops once the pipes and buffers on the way are full.
    let last = "";
    await expect
      .poll(
        async () => {
          const now = await countNow();
          const isSame = now !== "" && now === last;
          last = now;
          return isSame;
        },
        { interval: 1000 },
      )
      .toBe(true);
    expect(await processesOf("counter.sh")).not.toEqual([]);
    controller.abort();
    await expect.poll(() => processesOf("counter.sh"), { interval: 50 }).toEqual([]);
    await expect.poll(() => sharedFolders(), { interval: 50 }).toEqual(before);
  });
});

describe("a service that is killed", () => {
  it("leaves neither processes nor files with secrets", async () => {
    const module = new URL("../../dist/index.js", import.meta.url).href;
    const text = `const { airbyte } = await import(${JSON.stringify(module)});
      const connector = await airbyte({ command: "/bin/sh", args: [${JSON.stringify(fixture("counter.sh"))}, "orphan"].slice(0, 1), config: { how: "quiet", token: "t" } });
      const source = (await connector.sources()).get("numbers");
      const log = { info() {}, warn() {} };
      const context = { account: { kind: "none" }, filter: {}, skip: 0, log, signal: new AbortController().signal, caller: "x" };
      const rows = await source.rows(context);
      for await (const batch of rows.encode({ format: "json", separator: "," })) console.log(batch.rows);`;
    const service = spawn(process.execPath, ["--input-type=module", "-e", text], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(service.stdout, "data");
    const own = (name: string): boolean => name.includes(`-${service.pid}-`);
    const folders = (await readdir("/dev/shm")).filter(own);
    expect(folders).toHaveLength(1);
    expect(existsSync(join("/dev/shm", folders[0] ?? "", "config.json"))).toBe(true);
    service.kill("SIGKILL");
    await expect.poll(async () => (await readdir("/dev/shm")).filter(own)).toEqual([]);
    await expect.poll(() => processesOf("counter.sh")).toEqual([]);
  });
});
