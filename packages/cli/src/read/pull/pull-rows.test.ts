import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  type ForeignAnswers,
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runWellhead } from "../../../test/run-wellhead.js";
import { finish, startWellhead } from "../../../test/start-wellhead.js";

let folder = "";
let connector: ForeignConnector | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-pull-"));
});
afterEach(async () => {
  await connector?.close();
  connector = undefined;
  await rm(folder, { recursive: true });
});

async function pull(answers: ForeignAnswers, words: readonly string[] = []) {
  connector = await startForeignConnector(answers);
  return runWellhead(["pull", connector.url, "things", ...words], { directory: folder });
}

const body = (text: string) => (response: ServerResponse) => response.end(text);
const read = (name: string) => readFile(join(folder, name), "utf8");
const marked = '{"__streamError":{"message":"Upstream went away","code":503}}';
const endings: readonly (readonly [string, (response: ServerResponse) => void, number, string])[] = [
  ["marked", body(`[{"id":1},${marked}]`), 4, "Upstream went away"],
  ["marked at once", body(`[${marked}]`), 4, "Upstream went away"],
  ["marked by a connector that says less", body('[{"id":1},{"__streamError":"gone"}]'), 4, "gone"],
  ["closed too soon", body('[{"id":1}'), 5, "never closed"],
  ["closed inside a row", body('[{"id":1},{"id'), 5, "inside a row"],
  [
    "destroyed",
    (response) => response.write('[{"id":1}', () => response.destroy()),
    5,
    "connection was closed",
  ],
  [
    "shorter than it said",
    (response) => {
      response.setHeader("content-length", 100);
      response.write('[{"id":1}]', () => response.destroy());
    },
    5,
    "connection was closed",
  ],
  ["not JSON in a row", body('[{"id":1},{"id":nope}]'), 5, "expected a row of JSON"],
  ["numbers instead of rows", body('[{"id":1},2]'), 5, "expected an object as a row"],
  ["continued behind its end", body('[{"id":1}] [2]'), 5, 'nothing after "]"'],
  ["without separator", body('[{"id":1} {"id":2}]'), 5, '"," or "]"'],
  ["not UTF-8", (response) => response.end(Buffer.from('[{"id":1},{"a":"\u00E4"}]', "latin1")), 5, "UTF-8"],
  [
    "cut inside its compression",
    (response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(gzipSync(`[${'{"id":1},'.repeat(9)}{"id":1}]`).subarray(0, -12));
    },
    5,
    "closed before the end",
  ],
  [
    "lines of unknown length",
    (response) => {
      response.setHeader("content-type", "application/x-ndjson");
      response.useChunkedEncodingByDefault = false;
      response.removeHeader("transfer-encoding");
      response.setHeader("connection", "close");
      response.write('{"id":1}\n');
      response.end();
    },
    5,
    "where it ends",
  ],
  [
    "lines that are marked",
    (response) => {
      response.setHeader("content-type", "application/x-ndjson");
      response.end(`{"id":1}\n${marked}\n`);
    },
    4,
    "Upstream went away",
  ],
];

describe("wellhead pull of a stream that is not whole", () => {
  test.each(endings)("%s: keeps a partial file and says so", async (_, rows, code, reason) => {
    await writeFile(join(folder, "out.json"), "before");
    const run = await pull({ rows }, ["-o", "out.json", "--force"]);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(reason);
    expect(run.stderr).toContain("out.json.partial");
    expect(await read("out.json")).toBe("before");
    expect(await read("out.json.partial")).not.toContain("]");
  });

  test.each(endings)("%s: marks the end of standard output", async (_, rows, code) => {
    const run = await pull({ rows });
    expect(run.code).toBe(code);
    const last: unknown = JSON.parse(run.stdout.trimEnd().split("\n").at(-1) ?? "");
    expect(last).toEqual({
      __streamError: { message: expect.any(String) as string, code: expect.any(Number) as number },
    });
  });

  test("renames the file with --keep-partial, and still reports that rows are missing", async () => {
    const run = await pull({ rows: body(`[{"id":1},{"id":2},${marked}]`) }, [
      "-o",
      "out.json",
      "--keep-partial",
    ]);
    expect(run).toMatchObject({ code: 4, stderr: expect.stringContaining("kept, as requested") as string });
    expect(JSON.parse(await read("out.json"))).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await readdir(folder)).toEqual(["out.json"]);
  });

  test("keeps the rows before the fault", async () => {
    await pull({ rows: body(`[{"id":1},{"id":2},${marked}]`) }, ["-o", "out.ndjson"]);
    expect(await read("out.ndjson.partial")).toBe('{"id":1}\n{"id":2}\n');
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s keeps what arrived and ends with %i", async (signal, code) => {
    let begun: (() => void) | undefined;
    const first = new Promise<void>((resolve) => {
      begun = resolve;
    });
    connector = await startForeignConnector({
      rows: (response) => response.write('[{"id":1},', () => begun?.()),
    });
    const child = startWellhead(["pull", connector.url, "things", "-o", "out.json"], { directory: folder });
    const ended = finish(child);
    await first;
    await expect.poll(() => read("out.json.partial").catch(() => "")).toContain("1");
    child.kill(signal);
    expect(await ended).toMatchObject({ code, stderr: expect.stringContaining("after 1 row.") as string });
    expect(await readdir(folder)).toEqual(["out.json.partial"]);
  });

  test("ends quietly when the reader of a pipe goes away", async () => {
    connector = await startForeignConnector({
      rows: (response) => {
        response.write("[");
        const more = (): void => {
          while (!response.destroyed && response.write('{"id":1,"text":"0123456789"},'.repeat(1000)));
          response.once("drain", more);
        };
        more();
      },
    });
    const child = startWellhead(["pull", connector.url, "things"]);
    const closed = once(child, "close");
    await once(child.stdout ?? child, "data");
    child.stdout?.destroy();
    expect((await closed)[0]).toBe(141);
  });
});
