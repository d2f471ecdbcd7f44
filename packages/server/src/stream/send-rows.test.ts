import { ConnectorError } from "@wellhead/sdk";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { CallerGone, Deadlines, RequestControl } from "../deadline/request-control.js";
import { rowFormats } from "../faces/reports/wire/formats.js";
import type { ByteSink } from "./end-stream.js";
import { ReaderStalled } from "./response-sink.js";
import type { Frame, RowStream } from "./row-stream.js";
import { type SendRowsOptions, sendRows } from "./send-rows.js";
import { Turns } from "./turns.js";

/** A sink that records its calls; each step may be made to fail. */
class RecordedSink implements ByteSink {
  readonly log: string[] = [];
  bytes = 0;
  failWrite: Error | undefined;
  failEnd: Error | undefined;
  /** Number of the write that is taken, and for whose reader nobody waits to the end. Default: none. */
  failAfter = 0;

  write(bytes: Uint8Array | string): Promise<void> {
    const text = Buffer.from(bytes).toString();
    if (this.failWrite !== undefined && text !== "[") return Promise.reject(this.failWrite);
    this.log.push(`write ${text}`);
    this.bytes += text.length;
    this.failAfter -= 1;
    if (this.failAfter === 0) return Promise.reject(new ConnectorError("unavailable", "The service stops."));
    return Promise.resolve();
  }

  flush(): void {
    this.log.push("flush");
  }

  end(bytes: string): Promise<void> {
    if (this.failEnd !== undefined) return Promise.reject(this.failEnd);
    this.log.push(`end ${bytes}`);
    return Promise.resolve();
  }

  cutAfter(bytes: string): Promise<void> {
    if (this.failEnd !== undefined) return Promise.reject(this.failEnd);
    this.log.push(`end ${bytes}`, "cut");
    return Promise.resolve();
  }

  cut(): void {
    this.log.push("cut");
  }
}

let sink: RecordedSink;
let control: RequestControl;
let stopped: number;

beforeEach(() => {
  sink = new RecordedSink();
  control = new RequestControl(new Deadlines(0));
  stopped = 0;
});

const batch = (text: string) => ({ bytes: Buffer.from(text), rows: 1 });

function linesOf(text: string): unknown[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
}

/** Sends one row, followed by what the source returns or throws next. */
async function send(
  next: () => Promise<ReturnType<typeof batch> | undefined>,
  {
    frame = rowFormats.json.frame([], false),
    first = batch("1"),
    compression,
    ...more
  }: Partial<SendRowsOptions & Pick<RowStream, "frame" | "first" | "compression">> = {},
) {
  const stop = (): void => {
    stopped += 1;
  };
  return await sendRows(
    { frame, first, reader: { next, stop }, compression, control },
    { sink, turns: new Turns(), connector: "c", onStreamError: "mark", scrub: (text) => text, ...more },
  );
}

const whole = (): Promise<undefined> => Promise.resolve(undefined);
const failing = (reason: Error) => () => Promise.reject(reason);
const limited = new ConnectorError("rate_limited", "Too many requests.");

describe("sendRows()", () => {
  it("ends a stream as whole after its last row, and stops the source", async () => {
    const rows = [batch("2"), batch("3")];
    const sent = await send(() => Promise.resolve(rows.shift()));
    expect(sink.log).toEqual(["write [", "write 1", "write ,", "write 2", "write ,", "write 3", "end ]"]);
    expect(sent).toEqual({ ending: "whole", rows: 3, bytes: 6 });
    expect(stopped).toBe(1);
  });

  it("marks a stream with why the request was given up, rather than with what failed because of it", async () => {
    const sent = await send(() => {
      control.abort(new ConnectorError("unavailable", "The service stops."));
      return Promise.reject(new Error("socket hang up"));
    });
    expect(sink.log.at(-1)).toBe('end ,{"__streamError":{"message":"The service stops.","code":503}}]');
    expect(sent).toMatchObject({ ending: "marked", thrown: { message: "The service stops." } });
  });

  it.each(["json", "ndjson", "endedLines"] as const)(
    "keeps %s valid, with all rows that the sink took, wherever waiting for the reader is given up",
    async (format) => {
      const frame = rowFormats[format].frame([], false);
      for (let last = 1; last <= 7; last += 1) {
        sink = new RecordedSink();
        sink.failAfter = last;
        const rows = [batch('{"n":2}'), batch('{"n":3}')];
        const sent = await send(() => Promise.resolve(rows.shift()), { frame, first: batch('{"n":1}') });
        const text = sink.log.map((line) => line.replace(/^(?:write|end) /, "")).join("");
        const found: unknown[] = format === "json" ? JSON.parse(text) : linesOf(text);
        const taken = sink.log.filter((line) => line.startsWith('write {"n"')).length;
        const ends: Readonly<Record<string, readonly unknown[]>> = {
          marked: [{ __streamError: { message: "The service stops.", code: 503 } }],
          whole: format === "endedLines" ? [{ __streamError: null }] : [],
        };
        expect(found.slice(0, taken), text).toEqual([1, 2, 3].slice(0, taken).map((n) => ({ n })));
        expect(found.slice(taken), text).toEqual(ends[sent.ending]);
      }
    },
  );

  it("takes secrets out of the sentence of a mark", async () => {
    await send(failing(limited), { scrub: (text) => text.replace("requests", "[secret]") });
    expect(sink.log.at(-1)).toContain("Too many [secret].");
  });

  it("destroys the connection of a stalled caller immediately, because a mark would wait for it to read", async () => {
    sink.failWrite = new ReaderStalled(0, 1000);
    expect(await send(whole)).toMatchObject({ ending: "cut", rows: 0 });
    expect(sink.log).toEqual(["write [", "cut"]);
    expect(stopped).toBe(1);
  });

  it.each<[string, Partial<SendRowsOptions> & { readonly frame?: Frame }]>([
    ["by choice", { onStreamError: "cut" }],
    ["where the format has no place for a mark", { frame: rowFormats.csv.frame([], false) }],
  ])("cuts a stream that fails %s", async (_when, options) => {
    expect(await send(failing(limited), options)).toMatchObject({ ending: "cut", rows: 1, thrown: limited });
    expect(sink.log.at(-1)).toBe("cut");
  });

  it("sends the mark of a format whose readers do not know it, and cuts after it; a whole stream ends", async () => {
    const frame: Frame = {
      ...rowFormats.json.frame([], false),
      separator: Buffer.from(","),
      cutsAfterMark: true,
    };
    expect(await send(failing(limited), { frame })).toMatchObject({ ending: "cut", rows: 1 });
    expect(sink.log.slice(-2)).toEqual([
      'end ,{"__streamError":{"message":"Too many requests.","code":429}}]',
      "cut",
    ]);
    expect(await send(whole, { frame })).toMatchObject({ ending: "whole", rows: 1 });
    expect(sink.log.at(-1)).toBe("end ]");
  });

  it("calls a stream gone whose caller left, and writes nothing more", async () => {
    expect(await send(failing(new CallerGone()))).toMatchObject({ ending: "gone" });
    expect(sink.log.at(-1)).toBe("cut");
  });

  it.each<[string, Error, string]>([
    ["cut", new ReaderStalled(0, 1000), "cut"],
    ["gone", new CallerGone(), "gone"],
  ])(
    "destroys the connection when the last bytes cannot be sent, and calls the stream %s",
    async (...test) => {
      const [, error, ending] = test;
      sink.failEnd = error;
      expect(await send(whole)).toMatchObject({ ending });
      expect(sink.log.at(-1)).toBe("cut");
      sink.log.length = 0;
      expect(await send(failing(limited))).toMatchObject({ ending });
      expect(sink.log.at(-1)).toBe("cut");
    },
  );

  it("lets others work between two batches once a stream has worked long enough", async () => {
    let turns = 0;
    class CountedTurns extends Turns {
      override clock() {
        return () => {
          turns += 1;
          return Promise.resolve();
        };
      }
    }
    const rows = [batch("2"), batch("3")];
    await send(() => Promise.resolve(rows.shift()), { turns: new CountedTurns() });
    expect(turns).toBe(3);
  });

  it("tells the operator how much it has sent so far", async () => {
    const seen: unknown[] = [];
    const rows = [batch("2"), batch("34")];
    await send(() => {
      seen.push(control.activity.sent?.());
      return Promise.resolve(rows.shift());
    });
    expect(seen).toEqual([
      { rows: 1, bytes: 2 },
      { rows: 2, bytes: 4 },
      { rows: 3, bytes: 7 },
    ]);
  });

  it("hands over the release of each batch, to be called when nobody reads its bytes", async () => {
    const release = (): void => undefined;
    const released: unknown[] = [];
    sink.write = (_bytes, sent?: () => void) => {
      released.push(sent);
      return Promise.resolve();
    };
    await send(whole, { first: { ...batch("1"), release } });
    expect(released).toEqual([undefined, release]);
  });

  it("flushes the compressor when the next batch is late, and not when it comes", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const rows = [batch("2")];
    const compressed = { compression: "gzip" } as const;
    await send(() => Promise.resolve(rows.shift()), compressed);
    expect([sink.log.includes("flush"), vi.getTimerCount()]).toEqual([false, 0]);
    const late = async () => {
      await vi.advanceTimersByTimeAsync(24);
      sink.log.push("24 ms");
      await vi.advanceTimersByTimeAsync(1);
      return undefined;
    };
    await send(late, compressed);
    expect(sink.log.slice(-3)).toEqual(["24 ms", "flush", "end ]"]);
    sink.log.length = 0;
    await send(late);
    expect(sink.log).not.toContain("flush");
  });
});
