/* oxlint-disable typescript/no-unsafe-call -- plain JavaScript, which Node runs as it is */
// Reads files in a process whose limits the test has set. Arguments: the resource to exhaust, the folder, and the
// number of file descriptors left. Prints the result for each file as JSON, first while the resource is exhausted, then
// afterwards.
import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesConnector } from "@wellhead/files";

const [mode = "", path = "", free = "0"] = process.argv.slice(2);
const connector = filesConnector({ path, threads: 1 });

/** Functions that exhaust a resource of the machine. Each returns a function that frees it. */
const exhaust = {
  files: () => {
    const held = [];
    try {
      for (;;) held.push(openSync("/dev/null"));
    } catch {
      for (const file of held.splice(0, Number(free))) closeSync(file);
      return () => held.forEach((file) => closeSync(file));
    }
  },
  disk: () => {
    const filler = join(tmpdir(), "filler");
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(2 ** 20), { flag: "a" });
    } catch {
      return () => rmSync(filler);
    }
  },
  nothing: () => () => undefined,
};

const context = {
  account: { kind: "none" },
  filter: {},
  limit: undefined,
  skip: 0,
  signal: new AbortController().signal,
  log: { info: () => undefined, warn: () => undefined },
  requestId: "test",
  caller: "test",
};

async function read(id, filter = {}) {
  try {
    const source = (await connector.sources(id)).get(id);
    if (source === undefined) return { missing: id };
    const rows = await source.rows({ ...context, filter });
    if (Array.isArray(rows)) return { rows: "" };
    let text = "";
    for await (const { bytes, release } of rows.encode({ format: "json", separator: "," })) {
      text += `${text === "" ? "" : ","}${Buffer.from(bytes).toString()}`;
      release?.();
    }
    return { rows: text.length > 200 ? `${text.length} characters` : text };
  } catch (error) {
    const { code, retryable, message } = error;
    return { code, retryable, message };
  }
}

// Loads the engine and describes a first file before a resource is exhausted.
const first = await read("first");
const latin1 = (text) => Buffer.from(text, "latin1");
const files = {
  "utf8.csv": "a\n1\n",
  "latin1.csv": latin1(`a\n${"é\n".repeat(3000)}`),
  "ragged.csv": `a,b,c\n1\n${"1,2,3\n".repeat(1000)}`,
  "exact.json": `[${Array.from({ length: 20_000 }, () => '{"a":1e400}').join()}]`,
};
for (const [name, content] of Object.entries(files))
  if (mode !== "nothing") writeFileSync(join(path, name), content);
const release = exhaust[mode]();
const ids = [...new Set([...Object.keys(files).map((name) => name.slice(0, name.indexOf("."))), "denied"])];
const during = {};
for (const id of ids) during[id] = await read(id);
during.sql = await read("first", { sql: "SELECT 1 AS one" });
release();
const after = {};
for (const id of ids) after[id] = await read(id);
after.sql = await read("first", { sql: "SELECT 1 AS one" });
await connector.close();
process.stdout.write(JSON.stringify({ first, during, after }));
