import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
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
import { runWellhead } from "../../test/run-wellhead.js";

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
const two = '[{"id":12345678901234567890,"size":1.10},{"id":2,"name":"a,\\"b\\"\\n"}]';

const ended = (text: string) => (response: ServerResponse) => {
  response.socket?.end(`HTTP/1.0 200 OK\r\nContent-Type: text/csv\r\n\r\n${text}`);
};

describe("wellhead pull", () => {
  test("takes CSV that ends with the connection only when it is allowed", async () => {
    const refused = await pull({ rows: ended("id,name\n1,a\n") });
    expect(refused).toMatchObject({ code: 5 });
    expect(refused.stderr).toContain("does not say where it ends");
    await connector?.close();
    const allowed = await pull({ rows: ended("id,name\n1,a\n") }, ["--allow-close-delimited"]);
    expect(allowed).toMatchObject({ code: 0, stdout: '{"id":"1","name":"a"}\n' });
  });

  test("prints one row per line, numbers digit by digit, and nothing on standard error", async () => {
    const run = await pull({ rows: body(two) });
    expect(run).toEqual({
      code: 0,
      stdout: '{"id":12345678901234567890,"size":1.10}\n{"id":2,"name":"a,\\"b\\"\\n"}\n',
      stderr: "",
    });
  });

  test("reads an array however it is laid out and cut into pieces", async () => {
    const text = ' [ {\n  "a" : "}]\\"," ,\r\n "b" : [ {} ]\n} ,\t{"ü":"€\\\\"} ] \n';
    const run = await pull({
      rows: (response) => {
        void (async () => {
          for (const byte of Buffer.from(text)) {
            response.write(Buffer.of(byte));
            await new Promise(setImmediate);
          }
          response.end();
        })();
      },
    });
    expect(
      run.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([{ a: '}]",', b: [{}] }, { ü: "€\\" }]);
  });

  test("reads the lines of a connector that can send them", async () => {
    const run = await pull({
      rows: (response) => {
        response.setHeader("content-type", "application/x-ndjson; charset=utf-8");
        response.end('{"id":1}\r\n\n{"id":2}');
      },
    });
    expect(run).toMatchObject({ code: 0, stdout: '{"id":1}\n{"id":2}\n' });
  });

  test("sends source, account kind under both names, filter, and a limit that covers what is skipped here", async () => {
    const words = [
      "--limit",
      "5",
      "--skip",
      "2",
      "-f",
      "kind=a",
      "-f",
      "kind=b",
      "-f",
      'when={"_min":"2026-01-01"}',
    ];
    await pull({ rows: body("[]") }, words);
    expect(connector?.bodies.get("/")).toEqual([
      {
        source: "things",
        account: { auth: "none", identifier: "none" },
        filter: { kind: ["a", "b"], when: { _min: "2026-01-01" } },
        limit: 7,
      },
    ]);
  });

  test("keeps what a field of text gets as text, and reads JSON for the others", async () => {
    const words = ["-f", "zip=1e5", "-f", "least=1e5", "-f", 'kind=["a","b"]', "-f", "when=LAST 3 DAYS"];
    await pull({ rows: body("[]") }, words);
    expect(connector?.bodies.get("/")).toMatchObject([
      {
        filter: {
          zip: "1e5",
          least: 100_000,
          kind: ["a", "b"],
          when: {
            _min: expect.stringMatching(/T00:00:00.000Z$/),
            _max: expect.stringMatching(/T23:59:59.999Z$/),
          },
        },
      },
    ]);
  });

  test("sends a number of a filter digit by digit, and refuses a date that it cannot read", async () => {
    let sent = "";
    await pull(
      {
        rows: (response, _body, text) => {
          sent = text;
          response.end("[]");
        },
      },
      ["-f", "least=9007199254740993"],
    );
    expect(sent).toContain('"least":9007199254740993');
    const run = await runWellhead(["pull", connector?.url ?? "", "things", "-f", "when=SOME DAY"]);
    expect(run).toMatchObject({ code: 8, stdout: "" });
  });

  test("holds limit and skip when the connector ignores both", async () => {
    const rows = body(JSON.stringify(Array.from({ length: 9 }, (_, id) => ({ id }))));
    const run = await pull({ rows }, ["--limit", "2", "--skip", "3"]);
    expect(run).toMatchObject({ code: 0, stdout: '{"id":3}\n{"id":4}\n' });
  });

  test("reads a connector that sends CSV", async () => {
    const rows = (response: ServerResponse) => {
      response.setHeader("content-type", "text/csv").end('id,size,name\r\n007,1.10,"a, ""b"""\r\n8,,\r\n');
    };
    expect(await pull({ rows })).toMatchObject({
      code: 0,
      stdout: '{"id":"007","size":1.10,"name":"a, \\"b\\""}\n{"id":"8","size":null,"name":null}\n',
    });
  });

  test("warns of a value that is not among the options of its field", async () => {
    const filter = [{ id: "kind", title: "Kind", type: "list", optional: true, options: ["tea", "coffee"] }];
    const application = { sources: [{ id: "things", name: "Things", filter }] };
    const run = await pull({ application, rows: body("[]") }, ["-f", "kind=tee"]);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stderr).toBe('Warning: "tee" is not among the options of "kind". Did you mean "tea"?\n');
    expect((await runWellhead(["pull", connector?.url ?? "", "things", "-f", "kind=tea"])).stderr).toBe("");
  });

  test("shows rows, bytes, rate and time on a screen", async () => {
    connector = await startForeignConnector({ rows: body(two) });
    const run = await runWellhead(["pull", connector.url, "things"], { screen: true });
    expect(run.stderr).toMatch(/2 rows · \d+ B · [\d,]+ rows\/s · \d+\.\d s\n$/);
  });

  test.each([
    ["out.ndjson", '{"id":12345678901234567890,"size":1.10}\n{"id":2,"name":"a,\\"b\\"\\n"}\n'],
    ["out.json", '[\n{"id":12345678901234567890,"size":1.10},\n{"id":2,"name":"a,\\"b\\"\\n"}\n]\n'],
    ["out.csv", 'id,size,name\r\n12345678901234567890,1.10,\r\n2,,"a,""b""\n"\r\n'],
  ])("writes %s and leaves nothing beside it", async (name, text) => {
    const run = await pull({ rows: body(two) }, ["-o", name]);
    expect(run).toMatchObject({ code: 0, stdout: "" });
    expect(run.stderr).toMatch(new RegExp(`^Wrote "${name}": 2 rows · [^\\n]*\\n$`));
    expect(await read(name)).toBe(text);
    expect(await readdir(folder)).toEqual([name]);
  });

  test("adds the columns of later rows to CSV lines", async () => {
    const rows = Array.from({ length: 3000 }, (_, id) =>
      id < 2000 ? { id, a: 'x\r\n"y' } : { id, late: 1, more: null },
    );
    await pull(
      {
        rows: (response) => {
          response.write(
            `[${rows
              .slice(0, 2000)
              .map((row) => JSON.stringify(row))
              .join(",")}`,
          );
          setTimeout(
            () =>
              response.end(
                `,${rows
                  .slice(2000)
                  .map((row) => JSON.stringify(row))
                  .join(",")}]`,
              ),
            50,
          );
        },
      },
      ["-o", "out.csv"],
    );
    const lines = (await read("out.csv")).split("\r\n");
    expect(lines[0]).toBe("id,a,late,more");
    expect(lines.slice(1, 3)).toEqual(['0,"x', '""y",,']);
    expect(lines.at(-2)).toBe("2999,,1,");
    expect(await readdir(folder)).toEqual(["out.csv"]);
  });

  test.each([
    ["out.ndjson", ""],
    ["out.json", "[]\n"],
    ["out.csv", "id,size\r\n"],
  ])("writes %s when there are no rows, with declared columns", async (name, text) => {
    expect(await pull({ rows: body("[]") }, ["-o", name])).toMatchObject({ code: 0 });
    expect(await read(name)).toBe(text);
  });

  test("decompresses a compressed response", async () => {
    const run = await pull({
      rows: (response) => {
        response.setHeader("content-encoding", "gzip");
        response.end(gzipSync(two));
      },
    });
    expect(run.code).toBe(0);
    expect(run.stdout.split("\n")).toHaveLength(3);
  });
});

describe("wellhead pull of what cannot be pulled", () => {
  test("a refusal before the first row leaves no file", async () => {
    const rows = (response: ServerResponse) =>
      response
        .writeHead(429, { "retry-after": "30" })
        .end('{"error":"Too many requests","code":"rate_limited"}');
    const run = await pull({ rows }, ["-o", "out.csv"]);
    expect(run).toMatchObject({ code: 3, stderr: expect.stringContaining("Too many requests") as string });
    expect(run.stderr).toContain("Try again in 30 s");
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ["an unknown source", ["thing"], 'Did you mean "things"?'],
    ["an unknown filter", ["things", "-f", "kimd=a"], 'Did you mean "kind"?'],
    ["a filter without value", ["things", "-f", "kind"], "name=value"],
    ["a limit that is no number", ["things", "--limit", "-1"], "whole number"],
    ["an unknown file ending", ["things", "-o", "out.xls"], ".parquet"],
    ["a missing account", ["things", "--account", "nowhere.json"], "nowhere.json"],
  ])("%s is a usage error", async (_, words, reason) => {
    connector = await startForeignConnector({ rows: body("[]") });
    const run = await runWellhead(["pull", connector.url, ...words], { directory: folder });
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(reason) as string });
    expect(connector.bodies.get("/")).toBeUndefined();
  });

  test.each([
    ["nothing that listens", "http://127.0.0.1:1", 6],
    ["no web address", "ftp://127.0.0.1", 2],
  ])("%s", async (_, url, code) => {
    expect(await runWellhead(["pull", url, "things"])).toMatchObject({ code, stdout: "" });
  });

  test("a folder that is not there", async () => {
    const run = await pull({ rows: body("[]") }, ["-o", "none/out.json"]);
    expect(run).toMatchObject({
      code: 7,
      stderr: expect.stringContaining("the folder does not exist") as string,
    });
  });

  test("an address that responds but is not a connector", async () => {
    connector = await startForeignConnector({ application: { sources: undefined } });
    expect(await runWellhead(["pull", connector.url, "things"])).toMatchObject({ code: 6 });
  });
});
