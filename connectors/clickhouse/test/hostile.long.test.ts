import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { type Service, serveClickhouse } from "./serve-clickhouse.js";

/** What the server does with a statement; its members are those of hostile-server.py. */
interface Asked {
  readonly do: string;
  readonly [member: string]: unknown;
}

const program = fileURLToPath(new URL("hostile-server.py", import.meta.url));
const server = spawn("python3", [program], { stdio: ["pipe", "pipe", "inherit"] });
const lines: readonly unknown[] = await once(server.stdout, "data");
// The program's first line is this object.
const { port, body } = JSON.parse(String(lines[0])) as { readonly port: number; readonly body: string };
const bytes = Buffer.byteLength(body);
const rows = body.trimEnd().split("\n");
const services: Record<"plain" | "packed", Service> = {
  plain: await serveClickhouse({ port }, { silenceTimeout: 2000 }),
  packed: await serveClickhouse({ port }, { silenceTimeout: 2000, compression: true }),
};
const formats = { json: "application/json", ndjson: "application/x-ndjson", csv: "text/csv" } as const;

afterAll(async () => {
  await services.plain.app.close();
  await services.packed.app.close();
  server.stdin.end();
});

/** The rows of an answer, and how it ended: `whole`, `marked` in its last row, `cut`, or with a status and a sentence. */
interface Outcome {
  readonly ending: "whole" | "marked" | "cut" | "refused";
  readonly rows: readonly string[];
  readonly text: string;
}

async function ask(asked: Asked, format: keyof typeof formats = "ndjson", service = services.plain) {
  const sql = `select '${JSON.stringify(asked)}'`;
  const request = { source: "query", account: service.account(), filter: { sql } };
  try {
    const reply = await service.post("/", request, { accept: formats[format] });
    return outcomeOf(reply, format);
  } catch {
    return { ending: "cut", rows: [], text: "" } satisfies Outcome;
  }
}

function outcomeOf({ status, body: text }: { status: number; body: string }, format: string): Outcome {
  if (status !== 200) return { ending: "refused", rows: [], text };
  if (format === "csv") return { ending: "whole", rows: [], text };
  const inner = format === "json" ? text.replace(/^\[\n?|\n?\]\n?$/g, "").replaceAll("},{", "}\n{") : text;
  const found = inner
    .split("\n")
    .map((line) => line.replace(/,$/, ""))
    .filter((line) => line !== "");
  const isMarked = found.at(-1)?.startsWith('{"__streamError"') === true;
  return { ending: isMarked ? "marked" : "whole", rows: isMarked ? found.slice(0, -1) : found, text };
}

/** All offsets within the body. */
const offsets = Array.from({ length: bytes + 1 }, (_, at) => at);

describe("a hostile server of the HTTP interface", () => {
  it.each(["json", "ndjson", "csv"] as const)(
    "has its rows passed on as %s, whatever their texts look like",
    async (format) => {
      const expected = await ask({ do: "rows" }, format);
      expect(expected.ending).toBe("whole");
      expect(expected.rows).toEqual(format === "csv" ? [] : rows);
      for (const size of [1, 7, 64]) expect(await ask({ do: "rows", size }, format)).toEqual(expected);
      expect(await ask({ do: "zipped" }, format, services.packed)).toEqual(expected);
      expect(await ask({ do: "drip" }, format)).toEqual(expected);
    },
  );

  it.each(["18", "24", "25"])(
    "never ends the rows quietly with an exception of version %s at any byte",
    { timeout: 300_000 },
    async (form) => {
      for (const at of offsets) {
        const found = await ask({ do: "exception", form, at, split: at % 2 === 0 });
        const begun = Buffer.from(body).subarray(0, at).toString().split("\n").slice(0, -1);
        const expected = begun.length === 0 ? "refused" : "marked";
        expect({ at, ending: found.ending }).toEqual({ at, ending: expected });
        expect(found.rows, String(at)).toEqual(begun);
        expect(found.text).not.toContain('fake","b":0}\n{');
      }
    },
  );

  it("never ends the rows quietly with a connection that ends at any byte", {
    timeout: 300_000,
  }, async () => {
    for (const at of offsets) {
      for (const end of ["", "0\r\n", "zz\r\n"]) {
        const { ending } = await ask({ do: "unended", at, end });
        expect({ at, end, ending }).not.toMatchObject({ ending: "whole" });
      }
    }
  });

  it("never ends the rows quietly with compressed rows that end at any byte", {
    timeout: 300_000,
  }, async () => {
    for (const at of offsets) {
      const { ending } = await ask(
        { do: "zipped", at: Math.floor((at * 150) / bytes) },
        "ndjson",
        services.packed,
      );
      expect({ at, ending }).not.toMatchObject({ ending: "whole" });
    }
  });

  it.each([
    ["a length that it does not reach", { do: "short" }],
    ["a row without an end", { do: "huge" }],
  ])("is not believed with %s", async (_, asked) => {
    const found = await ask(asked);
    expect(found.ending).toBe("marked");
    expect(found.rows).toEqual(rows);
  });

  it.each([
    ["neither a length nor chunks", { do: "endless" }],
    [
      "a page of a proxy with status 200",
      { do: "page", status: 200, body: "<html>\n<p>Sign in</p>\n</html>\n" },
    ],
    ["another JSON", { do: "page", status: 200, body: '[{"a":"x","b":1}]' }],
    [
      "an encoding that was not asked for",
      { do: "page", status: 200, body: "x", headers: { "content-encoding": "br" } },
    ],
    ["rows of another status", { do: "page", status: 206, body: '{"a":"x","b":1}\n' }],
    ["no content", { do: "page", status: 204, body: "" }],
    ["an error of a proxy", { do: "page", status: 502, body: "<html>Bad gateway</html>" }],
    ["a refusal among the statements", { do: "page", status: 401, body: "Unauthorized" }],
    [
      "a header without end",
      { do: "page", status: 200, body: "", headers: { "x-long": "x".repeat(100_000) } },
    ],
  ])("is refused with %s", async (_, asked) => {
    const { ending, text } = await ask(asked);
    expect({ ending, text }).toMatchObject({ ending: "refused" });
    expect(JSON.parse(text)).toMatchObject({ error: expect.stringMatching(/^Could not .*\.$/) as string });
  });

  it.each([301, 302, 307, 308])("is not followed to another origin with status %i", async (status) => {
    expect((await ask({ do: "redirect", status })).ending).toBe("refused");
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).json()).toEqual([]);
  });
});
