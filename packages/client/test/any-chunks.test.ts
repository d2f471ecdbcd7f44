import { execFileSync } from "node:child_process";
import { countRuns } from "@wellhead/test-support/properties/count-runs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Connector, IncompleteRowsError } from "../src/index.js";

/** Rows, and the bodies that Python made of them. */
interface Sample {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly bodies: Readonly<Record<string, string>>;
}

const text = fc.string({
  unit: fc.constantFrom("a", "é", '"', "\\", "\n", "\r", ",", ";", "{", "]", " ", "1", "🙂", "\u2028"),
  maxLength: 6,
});
// Digits that a double does not have stay text here, because Python writes them as they are.
const digits = fc.constantFrom(
  "9007199254740993",
  "-170141183460469231731687303715884105727",
  "0.1000000000000000055",
);
const tables = fc.array(fc.record({ t: text, n: digits, "a b": text }), { minLength: 1, maxLength: 8 });

/** Lets Python write each table as a JSON array, as NDJSON and as CSV. */
function writtenByPython(rows: readonly Sample["rows"][]): readonly Sample[] {
  const program = `
import csv, decimal, io, json, sys
out = []
for rows in json.load(sys.stdin):
    lines = ["{" + ", ".join(json.dumps(k, ensure_ascii=False) + ": " + (v if k == "n" else json.dumps(v, ensure_ascii=False)) for k, v in row.items()) + "}" for row in rows]
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(rows[0].keys())
    writer.writerows(row.values() for row in rows)
    out.append({"rows": rows, "bodies": {
        "array": "[" + " ,\\n".join(lines) + "]\\n", "lines": "\\n".join(lines) + "\\n",
        "csv": text.getvalue(), "csv with a byte order mark": "\\ufeff" + text.getvalue()}})
print(json.dumps(out))`;
  const output = execFileSync("python3", ["-c", program], { input: JSON.stringify(rows), maxBuffer: 1e9 });
  // What the program prints.
  return JSON.parse(output.toString()) as Sample[];
}

const description = {
  id: "x",
  name: "X",
  version: "1",
  authentication: [],
  sources: [{ id: "s", name: "S" }],
};

/** Reads a body that arrives in some chunks, and whose connection then ends or breaks. */
async function read(chunks: readonly Uint8Array[], isCut: boolean): Promise<readonly string[]> {
  const body = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        if (!isCut) controller.close();
      },
      // A stream that fails drops what has not been read, so it fails once everything was.
      pull: (controller) => controller.error(new TypeError("terminated")),
    });
  const send: typeof fetch = async (_input, init) =>
    init?.method === "POST"
      ? new Response(body(), {
          headers: { "transfer-encoding": "chunked", "content-type": "application/json" },
        })
      : Response.json(description);
  const texts: string[] = [];
  const reading = await new Connector("http://c.example", { fetch: send }).rows({ source: "s" });
  for await (const batch of reading) texts.push(...batch.texts);
  return texts;
}

function cut(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % bytes.length)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

/** The cells of a row as text, every digit as the connector wrote it. */
function cellsOf(row: string): readonly (readonly [string, string])[] {
  const quoted = row.replace(/("n": ?)(-?[\d.]+)/, '$1"$2"');
  return Object.entries(JSON.parse(quoted) as Record<string, string | null>).map(([name, value]) => [
    name,
    value ?? "",
  ]);
}

describe("a body that Python wrote", () => {
  const samples = writtenByPython(fc.sample(tables, { numRuns: countRuns(40), seed: 7 }));
  const forms = ["array", "lines", "csv", "csv with a byte order mark"];

  it.each(forms)("%s brings the same rows and digits in any chunks", async (form) => {
    const sample = fc.constantFrom(...samples);
    await fc.assert(
      fc.asyncProperty(sample, fc.array(fc.nat(), { maxLength: 40 }), async ({ rows, bodies }, places) => {
        const texts = await read(cut(Buffer.from(bodies[form] ?? ""), places), false);
        expect(texts.map((row) => cellsOf(row))).toEqual(rows.map((row) => Object.entries(row)));
      }),
      { numRuns: countRuns(60) },
    );
  });

  it.each(forms)("%s is never whole when it is cut at any byte", async (form) => {
    const { rows, bodies } = samples.find((sample) => sample.rows.length === 2) ??
      samples[0] ?? { rows: [], bodies: {} };
    const bytes = Buffer.from(bodies[form] ?? "");
    expect(bytes.length).toBeGreaterThan(40);
    for (let length = 0; length < bytes.length; length += 1) {
      const outcome = await read([bytes.subarray(0, length)], true).catch((error: unknown) => error);
      // A closed array is whole, whatever happens to the line feed after it.
      const isClosed = form === "array" && length === bytes.length - 1;
      const isWhole = isClosed && Array.isArray(outcome) && outcome.length === rows.length;
      expect(isWhole || outcome instanceof IncompleteRowsError, `cut at ${length}`).toBe(true);
    }
  });
});
