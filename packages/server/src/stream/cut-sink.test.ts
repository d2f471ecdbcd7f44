import { text } from "node:stream/consumers";
import { createGzip, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openResponse, readToEnd, sinkOf } from "../../test/open-response.js";

const isWhole = /\r\n0\r\n\r\n$/;

describe("a response that is cut", () => {
  it.each(["1.1", "1.0"])("does not look whole to a caller of HTTP/%s", async (version) => {
    const { response, caller } = await openResponse(version);
    const { sink } = sinkOf(response);
    await sink.write("rows");
    const faults: unknown[] = [];
    caller.on("error", (error) => faults.push(error)).resume();
    sink.cut();
    await expect.poll(() => caller.closed).toBe(true);
    // Of HTTP/1.0, only a reset shows that bytes are missing.
    expect(faults).toMatchObject(version === "1.0" ? [{ code: "ECONNRESET" }] : []);
    expect(response.destroyed).toBe(true);
    // Its connection may be gone already.
    expect(() => sink.cut()).not.toThrow();
  });

  it("has its last bytes sent before, plain or compressed", async () => {
    const plain = await openResponse();
    const { sink } = sinkOf(plain.response);
    await sink.write("rows");
    const all = readToEnd(plain.caller);
    await sink.cutAfter("a mark");
    expect(sink.bytes).toBe(10);
    expect(await all).toMatch(/rows\r\n6\r\na mark\r\n$/);

    const packed = await openResponse();
    const compressed = sinkOf(packed.response, { compressor: createGzip() }).sink;
    await compressed.write("rows");
    packed.caller.setEncoding("latin1").resume();
    const received = text(packed.caller);
    await compressed.cutAfter(" and a mark");
    const body = (await received).split("\r\n\r\n")[1] ?? "";
    expect(body).not.toMatch(isWhole);
    const chunks = Buffer.from(body.replaceAll(/(?:^|\r\n)[\da-f]+\r\n/g, ""), "latin1");
    expect(gunzipSync(chunks, { finishFlush: 2 }).toString()).toBe("rows and a mark");
  });

  it("does not wait for a caller that has left or reads nothing", async () => {
    const gone = await openResponse();
    gone.response.destroy();
    const { sink } = sinkOf(gone.response);
    await sink.cutAfter("a mark");
    expect(sink.bytes).toBe(0);

    const stalled = await openResponse();
    const waiting = sinkOf(stalled.response, { stallTimeout: 1 }).sink;
    const pending = waiting.write(Buffer.alloc(24 * 1024 * 1024));
    await expect(pending).rejects.toMatchObject({ name: "ReaderStalled" });
    await waiting.cutAfter("a mark");
    expect(stalled.response.destroyed).toBe(true);
  });
});
