import { once } from "node:events";
import { createGzip } from "node:zlib";
import { beforeEach, expect, it } from "vitest";
import { openResponse, readToEnd, sinkOf } from "../../test/open-response.js";
import type { Pace } from "./response-sink.js";

/** The takes that wait, in order. */
let waiting: (() => void)[];
let canceled: number;
/** Sizes of all takes. */
let taken: number[];

beforeEach(() => {
  waiting = [];
  canceled = 0;
  taken = [];
});

/** A pace of four bytes; each take after the first `free` ones waits. */
function paceOf(free: number): Pace {
  return {
    maxBytes: 4,
    take: (count, goOn) => {
      taken.push(count);
      if (taken.length <= free) return undefined;
      waiting.push(goOn);
      return () => {
        canceled += 1;
      };
    },
  };
}

it("bytes are sent in pieces of the pace, each when it may be, and are reused after the last", async () => {
  const { response, caller } = await openResponse();
  const { sink, control } = sinkOf(response, { pace: paceOf(1) });
  let released = 0;
  const written = sink.write(Buffer.from("0123456789"), () => (released += 1));
  await expect.poll(() => waiting.length).toBe(1);
  expect([sink.bytes, control.activity.paceWaitStart !== undefined]).toEqual([4, true]);
  waiting.shift()?.();
  await expect.poll(() => waiting.length).toBe(1);
  expect([sink.bytes, released]).toEqual([8, 0]);
  waiting.shift()?.();
  await written;
  expect([sink.bytes, taken, canceled]).toEqual([10, [4, 4, 2], 0]);
  expect(control.activity.paceWaitStart).toBeUndefined();
  await expect.poll(() => released).toBe(1);
  // The wait was not one for the caller, and an abort no longer concerns it.
  expect(control.readerWaitMs).toBe(0);
  control.abort(new Error("The service stops."));
  expect(canceled).toBe(0);
  const text = readToEnd(caller);
  await sink.end("]");
  caller.end();
  expect((await text).replaceAll(/\r\n\w+\r\n/g, "")).toContain("0123456789");
});

it("a text is paced by its bytes", async () => {
  const { sink } = sinkOf((await openResponse()).response, { pace: paceOf(9) });
  await sink.write("é€12");
  expect([taken, sink.bytes]).toEqual([[4, 3], 7]);
});

it("what is left of rows is sent at once when the request is aborted, so that a mark can follow", async () => {
  const { response } = await openResponse();
  const { sink, control } = sinkOf(response, { pace: paceOf(1) });
  let released = 0;
  const written = sink.write(Buffer.from("0123456789"), () => (released += 1));
  await expect.poll(() => waiting.length).toBe(1);
  control.abort(new Error("The service stops."));
  await expect(written).rejects.toMatchObject({ message: "The service stops." });
  expect([sink.bytes, canceled, control.activity.paceWaitStart]).toEqual([10, 1, undefined]);
  await expect.poll(() => released).toBe(1);
  // The rows after them do not wait either.
  await expect(sink.write(Buffer.from("more"))).rejects.toMatchObject({ message: "The service stops." });
  expect([sink.bytes, taken]).toEqual([14, [4, 4]]);
});

it("rows that the compressor holds back are sent before a wait", async () => {
  const { response, caller } = await openResponse();
  const { sink } = sinkOf(response, { compressor: createGzip(), pace: paceOf(1) });
  void sink.write(Buffer.from("01234567"));
  caller.resume();
  // The head comes without a part of the body unless the compressor is flushed.
  for (let text = ""; !/\r\n\r\n[^]/.test(text); ) text += String((await once(caller, "data"))[0]);
  expect(taken).toEqual([4, 4]);
  caller.destroy();
});
